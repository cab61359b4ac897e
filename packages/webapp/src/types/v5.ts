import type { Application, Express } from './application.ts'
import type { NextHandleFunction } from './handlers.ts'
import type { FactoryIntrospection } from './introspection.ts'
import type { FactoryLifecycle } from './lifecycle.ts'
import type {
  JsonOptions,
  RawOptions,
  ServeStaticOptions,
  TextOptions,
  UrlencodedOptions,
} from './options.ts'
import type { Request } from './request.ts'
import type { Response } from './response.ts'
import type { RouteConstructor, RouterConstructor } from './router.ts'

/** The 5.x factory, with what hangs on it. */
export interface Webapp extends FactoryIntrospection, FactoryLifecycle {
  /** Makes an application. */
  (): Express
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
  /** Makes middleware that reads JSON bodies. */
  json(options?: JsonOptions): NextHandleFunction
  /** Makes middleware that reads bodies as bytes. */
  raw(options?: RawOptions): NextHandleFunction
  /** Makes middleware that serves the files under a directory. */
  static(root: string, options?: ServeStaticOptions): NextHandleFunction
  /** Makes middleware that reads bodies as text. */
  text(options?: TextOptions): NextHandleFunction
  /** Makes middleware that reads bodies of forms. */
  urlencoded(options?: UrlencodedOptions): NextHandleFunction
}

export type {
  Application,
  Express,
  ListenCallback,
  RunningApplication,
  SettingReader,
  TemplateEngine,
} from './application.ts'
export type { Locals, LocalsRecord } from './express-namespace.ts'
export type {
  ErrorRequestHandler,
  Handler,
  NextFunction,
  NextHandleFunction,
  RequestHandler,
  RequestHandlerParams,
  RequestParamHandler,
} from './handlers.ts'
export type { RouteInfo } from './introspection.ts'
export type { CloseOptions, CloseReport, ShutdownOptions } from './lifecycle.ts'
export type {
  ApplicationRequestHandler,
  IRouterHandler,
  IRouterMatcher,
  IRouterUse,
  PathParams,
} from './matchers.ts'
export type { Method } from './methods.ts'
export type {
  BodyParserOptions,
  CookieOptions,
  DownloadOptions,
  JsonOptions,
  RawOptions,
  RouterOptions,
  SendFileOptions,
  ServeStaticOptions,
  TextOptions,
  UrlencodedOptions,
} from './options.ts'
export type { ParsedQs, Query } from './query.ts'
export type { ByteRange, Range, RangeOptions, RangeResult, Ranges, RequestRanges } from './range.ts'
export type { MediaType, Request } from './request.ts'
export type {
  Errback,
  FormatHandlers,
  HeaderValue,
  RenderCallback,
  Response,
  Send,
} from './response.ts'
export type {
  Dictionary,
  Params,
  ParamsDictionary,
  ParamsFlatDictionary,
  RouteParameters,
} from './route-parameters.ts'
export type {
  ILayer,
  IRoute,
  IRouter,
  Layer,
  LayerHandle,
  RouteConstructor,
  Router,
  RouterConstructor,
} from './router.ts'
export type { ErrorTrace, LayerTrace, RequestTrace, RouteTrace } from './trace.ts'
