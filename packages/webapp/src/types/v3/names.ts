import type { FactoryMembers } from '../shared/application.ts'
import type * as response from '../shared/response.ts'
import type { Mime } from '../v4/mime.ts'
import type { Express } from './application.ts'
import type { SeldomMiddleware } from './late-middleware.ts'
import type { BuiltInMiddleware } from './middleware.ts'
import type { Route, RouteConstructor } from './route.ts'
import type { Router, RouterConstructor } from './router.ts'
import type { SuccessorMiddleware } from './successors.ts'

/** The 3.x factory function and its members. */
export interface Webapp
  extends BuiltInMiddleware,
    SeldomMiddleware,
    SuccessorMiddleware,
    FactoryMembers<'3.x'> {
  /** Creates an application. */
  (): Express
  /**
   * Creates an application.
   * @deprecated Call `webapp()`.
   */
  createServer(): Express
  /** The table of media types, which can be extended. */
  mime: Mime
  /** Creates a route that does not belong to a router. */
  Route: RouteConstructor
  /** Creates a router. */
  Router: RouterConstructor
}

/** Callbacks for `res.format` by media type or file extension. */
export type FormatHandlers = response.FormatHandlers<'3.x'>
/** Alias of `Route`, with its name in other dialects. */
export type IRoute = Route
/** Alias of `Router`, with its name in other dialects. */
export type IRouter = Router

export type * from '../shared/names.ts'
export type { ListenCallback } from '../v4/application.ts'
export type { ParamOption } from '../v4/handlers.ts'
export type { Mime } from '../v4/mime.ts'
export type { Errback } from '../v4/response.ts'
export type { Express } from './application.ts'
export type { ApplicationBehind } from './behind.ts'
export type {
  ErrorRequestHandler,
  Handler,
  ParamAdapter,
  RequestHandler,
  RequestHandlerParams,
  RequestParamHandler,
} from './handlers.ts'
export type {
  CookieSessionOptions,
  CsrfOptions,
  FaviconOptions,
  HostHandler,
  ResponseTimeListener,
  ResponseTimeOptions,
  SeldomMiddleware,
  TimeoutOptions,
} from './late-middleware.ts'
export type { CallableLocals } from './locals.ts'
export type {
  Logger,
  LoggerFormat,
  LoggerFormatFunction,
  LoggerOptions,
  LoggerToken,
  LoggerTokens,
} from './logger.ts'
export type {
  BasicAuth,
  CookieParser,
  ErrorHandleFunction,
  ErrorHandlerConstructor,
  ErrorHandlerOptions,
  StaticConstructor,
  VerifyUser,
} from './middleware.ts'
export type { NamedRoute } from './named-routes.ts'
export type {
  BodyParserOptions,
  CookieParserOptions,
  JsonOptions,
  MethodOverrideOptions,
  MultipartOptions,
  SendFileOptions,
  ServeStaticOptions,
  UrlencodedOptions,
} from './options.ts'
export type { AcceptedType, Credentials, UploadedFile, UploadedFiles } from './request.ts'
export type { Send, SendStatus } from './response.ts'
export type { Route, RouteConstructor, RouteKey, RouteOptions, RouteParams } from './route.ts'
export type { RouteParameters } from './route-parameters.ts'
export type {
  IRouterMatcher,
  RouteMap,
  Router,
  RouterConstructor,
  RouterOptions,
} from './router.ts'
export type {
  CompressOptions,
  DirectoryLocals,
  DirectoryOptions,
  SessionConstructor,
  SessionOptions,
  SuccessorMiddleware,
} from './successors.ts'
export type { HandlingObject, Middleware, StackEntry, Use } from './use.ts'
