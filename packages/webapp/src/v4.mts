// The ESM face of `v4.ts`: the same instance, with its members as named exports.
import webapp from './v4.ts'

export default webapp
export const { application, request, response, Route, Router } = webapp
export const { json, query, raw, text, urlencoded } = webapp
const serveStatic = webapp.static

export { serveStatic as static }

/** A router; the type beside the function of the same name. */
export type Router<Parent = unknown> = webapp.Router<Parent>
export type {
  Application,
  BodyParserOptions,
  CookieOptions,
  DownloadOptions,
  Errback,
  ErrorRequestHandler,
  Express,
  FormatHandlers,
  Handler,
  HeaderValue,
  IRoute,
  IRouter,
  IRouterHandler,
  IRouterMatcher,
  IRouterUse,
  JsonOptions,
  Layer,
  LayerKey,
  LayerRegExp,
  ListenCallback,
  Locals,
  LocalsRecord,
  MediaType,
  Method,
  Mime,
  NextFunction,
  NextHandleFunction,
  ParamAdapter,
  ParamOption,
  ParamsDictionary,
  ParsedQs,
  PathParams,
  QueryOptions,
  QueryParser,
  Range,
  RangeOptions,
  RangeResult,
  Ranges,
  RawOptions,
  RenderCallback,
  Request,
  RequestHandler,
  RequestHandlerParams,
  RequestParamHandler,
  Response,
  RouteConstructor,
  RouteParameters,
  RouterConstructor,
  RouterOptions,
  Send,
  SendFileOptions,
  ServeStaticOptions,
  SettingReader,
  StaticConstructor,
  TemplateEngine,
  TextOptions,
  UrlencodedOptions,
  Webapp,
} from './types/v4.ts'
