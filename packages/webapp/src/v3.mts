// ESM entry of `v3.ts`: the same instance, with its members as named exports. Members that load a
// module or a package on first access, such as `csrf` and `session`, are on the default export only.
// A named export would load them at once, and fail if a package is not installed.
import webapp from './v3.ts'

import Application = webapp.Application
import Request = webapp.Request
import Response = webapp.Response

export default webapp
export const { application, createServer, mime, request, response, Route, Router } = webapp
export const { basicAuth, bodyParser, cookieParser, errorHandler, json, limit, logger } = webapp
export const { methodOverride, multipart, query, urlencoded } = webapp
export const { printRoutes, routes, shutdown } = webapp
const serveStatic = webapp.static

export { serveStatic as static }

/** The type of a route; `Route` also names the class. */
export type Route = webapp.Route
/** The type of a router; `Router` also names the class. */
export type Router = webapp.Router
export type {
  AcceptedType,
  BasicAuth,
  BodyParserOptions,
  ByteRange,
  CallableLocals,
  CloseOptions,
  CloseReport,
  CompressOptions,
  CookieOptions,
  CookieParser,
  CookieParserOptions,
  CookieSessionOptions,
  Credentials,
  CsrfOptions,
  Dictionary,
  DirectoryLocals,
  DirectoryOptions,
  Errback,
  ErrorHandleFunction,
  ErrorHandlerConstructor,
  ErrorHandlerOptions,
  ErrorRequestHandler,
  Express,
  FaviconOptions,
  FormatHandlers,
  Handler,
  HandlingObject,
  HeaderValue,
  HostHandler,
  IRoute,
  IRouter,
  IRouterMatcher,
  JsonOptions,
  ListenCallback,
  Locals,
  LocalsRecord,
  Logger,
  LoggerFormat,
  LoggerFormatFunction,
  LoggerOptions,
  LoggerToken,
  LoggerTokens,
  MediaType,
  Method,
  MethodOverrideOptions,
  Middleware,
  Mime,
  MultipartOptions,
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
  Range,
  RangeOptions,
  RangeResult,
  Ranges,
  RenderCallback,
  RequestHandler,
  RequestHandlerParams,
  RequestParamHandler,
  RequestRanges,
  ResponseTimeListener,
  ResponseTimeOptions,
  RouteConstructor,
  RouteInfo,
  RouteKey,
  RouteMap,
  RouteOptions,
  RouteParameters,
  RouteParams,
  RouterConstructor,
  RouterOptions,
  SeldomMiddleware,
  Send,
  SendFileOptions,
  SendStatus,
  ServeStaticOptions,
  SessionConstructor,
  SessionOptions,
  SettingName,
  SettingReader,
  Settings,
  ShutdownOptions,
  StackEntry,
  StaticConstructor,
  SuccessorMiddleware,
  TemplateEngine,
  TimeoutOptions,
  UploadedFile,
  UploadedFiles,
  UrlencodedOptions,
  Use,
  VerifyUser,
  Webapp,
} from './types/v3/public.ts'
// Not from `types/`, where they are type aliases.
export type { Application, Request, Response }
