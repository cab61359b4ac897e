// The ESM face of `v5.ts`: the same instance, with its members as named exports.
import webapp from './v5.ts'

export default webapp
export const { application, request, response, Route, Router, json, raw, text, urlencoded } = webapp
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
  ListenCallback,
  Locals,
  LocalsRecord,
  MediaType,
  Method,
  NextFunction,
  NextHandleFunction,
  ParamsDictionary,
  ParsedQs,
  PathParams,
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
  TemplateEngine,
  TextOptions,
  UrlencodedOptions,
  Webapp,
} from './types/v5.ts'
