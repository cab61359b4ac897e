import type { FactoryIntrospection } from './introspection.ts'
import type { FactoryLifecycle } from './lifecycle.ts'
import type * as response from './response.ts'
import type { Application, Express } from './v3-application.ts'
import type { BuiltInMiddleware } from './v3-middleware.ts'
import type { Request } from './v3-request.ts'
import type { Response } from './v3-response.ts'
import type { Route, RouteConstructor } from './v3-route.ts'
import type { Router, RouterConstructor } from './v3-router.ts'
import type { SuccessorMiddleware } from './v3-successors.ts'
import type { Mime } from './v4-mime.ts'

/** The 3.x factory, with what hangs on it. */
export interface Webapp
  extends BuiltInMiddleware,
    SuccessorMiddleware,
    FactoryIntrospection,
    FactoryLifecycle {
  /** Makes an application. */
  (): Express
  /**
   * Makes an application.
   * @deprecated Call `webapp()`.
   */
  createServer(): Express
  /** The table of media types, to which types can be added. */
  mime: Mime
  /** The live prototype of all applications. */
  application: Application
  /** The live prototype of all requests. */
  request: Request
  /** The live prototype of all responses. */
  response: Response
  /** Makes a route that belongs to no router. */
  Route: RouteConstructor
  /** Makes a router. */
  Router: RouterConstructor
}

/** Callbacks of `res.format` by media type or extension. */
export type FormatHandlers = response.FormatHandlers<'3.x'>
/** A route, by the name it has in other dialects. */
export type IRoute = Route
/** A router, by the name it has in other dialects. */
export type IRouter = Router

export type { SettingReader, TemplateEngine } from './application.ts'
export type { Locals, LocalsRecord } from './express-namespace.ts'
export type { NextFunction, NextHandleFunction } from './handlers.ts'
export type { RouteInfo } from './introspection.ts'
export type { CloseOptions, CloseReport, ShutdownOptions } from './lifecycle.ts'
export type { PathParams } from './matchers.ts'
export type { Method } from './methods.ts'
export type { CookieOptions } from './options.ts'
export type { ParsedQs, Query } from './query.ts'
export type { ByteRange, Range, RangeOptions, RangeResult, Ranges, RequestRanges } from './range.ts'
export type { MediaType } from './request.ts'
export type { HeaderValue, RenderCallback } from './response.ts'
export type {
  Dictionary,
  Params,
  ParamsDictionary,
  ParamsFlatDictionary,
} from './route-parameters.ts'
export type { ErrorTrace, LayerTrace, RequestTrace, RouteTrace } from './trace.ts'
export type { Application, Express } from './v3-application.ts'
export type {
  ErrorRequestHandler,
  Handler,
  ParamAdapter,
  RequestHandler,
  RequestHandlerParams,
  RequestParamHandler,
} from './v3-handlers.ts'
export type { CallableLocals } from './v3-locals.ts'
export type {
  Logger,
  LoggerFormat,
  LoggerFormatFunction,
  LoggerOptions,
  LoggerToken,
  LoggerTokens,
} from './v3-logger.ts'
export type {
  BasicAuth,
  CookieParser,
  ErrorHandleFunction,
  ErrorHandlerConstructor,
  ErrorHandlerOptions,
  StaticConstructor,
  VerifyUser,
} from './v3-middleware.ts'
export type {
  BodyParserOptions,
  CookieParserOptions,
  JsonOptions,
  MethodOverrideOptions,
  MultipartOptions,
  SendFileOptions,
  ServeStaticOptions,
  UrlencodedOptions,
} from './v3-options.ts'
export type {
  AcceptedType,
  Credentials,
  Request,
  UploadedFile,
  UploadedFiles,
} from './v3-request.ts'
export type { Response, Send, SendStatus } from './v3-response.ts'
export type { Route, RouteConstructor, RouteKey, RouteOptions, RouteParams } from './v3-route.ts'
export type { RouteParameters } from './v3-route-parameters.ts'
export type {
  IRouterMatcher,
  RouteMap,
  Router,
  RouterConstructor,
  RouterOptions,
} from './v3-router.ts'
export type {
  CompressOptions,
  CookieSessionOptions,
  CsrfOptions,
  DirectoryLocals,
  DirectoryOptions,
  FaviconOptions,
  HostHandler,
  ResponseTimeListener,
  ResponseTimeOptions,
  SessionConstructor,
  SessionOptions,
  SuccessorMiddleware,
  TimeoutOptions,
} from './v3-successors.ts'
export type { HandlingObject, Middleware, StackEntry, Use } from './v3-use.ts'
export type { ListenCallback } from './v4-application.ts'
export type { ParamOption } from './v4-handlers.ts'
export type { Mime } from './v4-mime.ts'
export type { Errback } from './v4-response.ts'
