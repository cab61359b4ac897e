// ESM entry of `v4.ts`: the same instance, with its members as named exports.
import webapp from './v4.ts'

import Application = webapp.Application
import Request = webapp.Request
import Response = webapp.Response

export default webapp
export const { application, request, response, Route, Router } = webapp
export const { json, query, raw, text, urlencoded } = webapp
export const { printRoutes, routes, shutdown } = webapp
const serveStatic = webapp.static

export { serveStatic as static }

/** The type of a router; `Router` also names the function. */
export type Router<Parent = unknown> = webapp.Router<Parent>
export type {
  ApplicationRequestHandler,
  BodyParserOptions,
  ByteRange,
  CloseOptions,
  CloseReport,
  CookieOptions,
  Dictionary,
  DownloadOptions,
  Errback,
  ErrorRequestHandler,
  Express,
  Fetch,
  FetchOptions,
  FormatHandlers,
  Handler,
  HeaderValue,
  ILayer,
  Inject,
  InjectBody,
  InjectedHead,
  InjectedResponse,
  InjectedStream,
  InjectOptions,
  IRoute,
  IRouter,
  IRouterHandler,
  IRouterMatcher,
  IRouterUse,
  JsonOptions,
  Layer,
  LayerHandle,
  LayerKey,
  LayerRegExp,
  Listen,
  ListenCallback,
  Locals,
  LocalsRecord,
  MediaType,
  MergingOptions,
  Method,
  Mime,
  NextFunction,
  NextHandleFunction,
  ParamAdapter,
  ParamOption,
  Params,
  ParamsDictionary,
  ParamsFlatDictionary,
  ParsedQs,
  PathParams,
  Query,
  QueryOptions,
  QueryParser,
  QueryValue,
  Range,
  RangeOptions,
  RangeResult,
  Ranges,
  RawOptions,
  RenderCallback,
  RequestHandler,
  RequestHandlerParams,
  RequestParamHandler,
  RequestRanges,
  RouteConstructor,
  RouteInfo,
  RouteParameters,
  RouterConstructor,
  RouterOptions,
  Send,
  SendFileOptions,
  ServeStaticOptions,
  SettingName,
  SettingReader,
  Settings,
  SettingsTable,
  ShutdownOptions,
  StaticConstructor,
  TemplateEngine,
  TextOptions,
  UrlencodedOptions,
  Webapp,
} from './types/v4/public.ts'
// Not from `types/`, where they are type aliases.
export type { Application, Request, Response }
