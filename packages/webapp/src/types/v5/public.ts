import type { NextHandleFunction } from '../shared/handlers.ts'
import type { FactoryIntrospection } from '../shared/introspection.ts'
import type { FactoryLifecycle } from '../shared/lifecycle.ts'
import type { JsonOptions, RawOptions, ServeStaticOptions, TextOptions } from '../shared/options.ts'
import type { RouteConstructor } from '../shared/router.ts'
import type { Application, Express } from './application.ts'
import type { UrlencodedOptions } from './options.ts'
import type { Request } from './request.ts'
import type { Response } from './response.ts'
import type { RouterConstructor } from './router.ts'

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

export type { SettingReader, TemplateEngine } from '../shared/application.ts'
export type { Locals, LocalsRecord } from '../shared/express-namespace.ts'
export type {
  ErrorRequestHandler,
  NextFunction,
  NextHandleFunction,
  RequestHandler,
  RequestHandlerParams,
  RequestParamHandler,
} from '../shared/handlers.ts'
export type { RouteInfo } from '../shared/introspection.ts'
export type { CloseOptions, CloseReport, ShutdownOptions } from '../shared/lifecycle.ts'
export type { IRouterHandler, IRouterMatcher, IRouterUse, PathParams } from '../shared/matchers.ts'
export type { Method } from '../shared/methods.ts'
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
} from '../shared/options.ts'
export type { ParsedQs, Query } from '../shared/query.ts'
export type {
  ByteRange,
  Range,
  RangeOptions,
  RangeResult,
  Ranges,
  RequestRanges,
} from '../shared/range.ts'
export type { MediaType } from '../shared/request.ts'
export type { FormatHandlers, HeaderValue, RenderCallback } from '../shared/response.ts'
export type {
  Dictionary,
  Params,
  ParamsDictionary,
  ParamsFlatDictionary,
} from '../shared/route-parameters.ts'
export type { LayerHandle, RouteConstructor } from '../shared/router.ts'
export type { ErrorTrace, LayerTrace, RequestTrace, RouteTrace } from '../shared/trace.ts'
export type { Application, Express, ListenCallback, RunningApplication } from './application.ts'
export type { Handler } from './handlers.ts'
export type { UrlencodedOptions } from './options.ts'
export type { Request } from './request.ts'
export type { Errback, Response, Send } from './response.ts'
export type { RouteParameters } from './route-parameters.ts'
export type {
  ApplicationRequestHandler,
  ILayer,
  IRoute,
  IRouter,
  Layer,
  Router,
  RouterConstructor,
} from './router.ts'
