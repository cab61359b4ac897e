import type { FactoryMembers } from '../shared/application.ts'
import type { FactoryThis, NextHandleFunction } from '../shared/handlers.ts'
import type { JsonOptions, RawOptions, ServeStaticOptions, TextOptions } from '../shared/options.ts'
import type { RouteConstructor } from '../shared/router.ts'
import type { Express } from './application.ts'
import type { UrlencodedOptions } from './options.ts'
import type { RouterConstructor } from './router.ts'

/** The 5.x factory function and its members. */
export interface Webapp extends FactoryMembers<'5.x'> {
  /** Creates an application. */
  (): Express
  /** Creates a route that does not belong to a router. */
  Route: RouteConstructor
  /** Creates a router. */
  Router: RouterConstructor
  /** Creates middleware that reads JSON bodies. */
  json(this: FactoryThis, options?: JsonOptions): NextHandleFunction
  /** Creates middleware that reads bodies as bytes. */
  raw(this: FactoryThis, options?: RawOptions): NextHandleFunction
  /** Creates middleware that serves static files from a directory. */
  static(this: FactoryThis, root: string, options?: ServeStaticOptions): NextHandleFunction
  /** Creates middleware that reads bodies as text. */
  text(this: FactoryThis, options?: TextOptions): NextHandleFunction
  /** Creates middleware that reads URL-encoded form bodies. */
  urlencoded(this: FactoryThis, options?: UrlencodedOptions): NextHandleFunction
}

export type {
  ErrorRequestHandler,
  RequestHandler,
  RequestHandlerParams,
  RequestParamHandler,
} from '../shared/handlers.ts'
export type { IRouterHandler, IRouterMatcher, IRouterUse } from '../shared/matchers.ts'
export type * from '../shared/names.ts'
export type {
  BodyParserOptions,
  DownloadOptions,
  JsonOptions,
  MergingOptions,
  RawOptions,
  RouterOptions,
  SendFileOptions,
  ServeStaticOptions,
  TextOptions,
} from '../shared/options.ts'
export type { FormatHandlers } from '../shared/response.ts'
export type { LayerHandle, RouteConstructor } from '../shared/router.ts'
export type { Express, ListenCallback } from './application.ts'
export type { Handler } from './handlers.ts'
export type { UrlencodedOptions } from './options.ts'
export type { Errback, Send } from './response.ts'
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
