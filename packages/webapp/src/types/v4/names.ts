import type { FactoryMembers } from '../shared/application.ts'
import type { FactoryThis, NextHandleFunction } from '../shared/handlers.ts'
import type * as shared from '../shared/options.ts'
import type { ParsedQs } from '../shared/query.ts'
import type * as response from '../shared/response.ts'
import type * as router from '../shared/router.ts'
import type { Express } from './application.ts'
import type { Mime } from './mime.ts'
import type { ServeStaticOptions, UrlencodedOptions } from './options.ts'
import type { RouterConstructor } from './router.ts'

/** The 4.x factory function and its members. */
export interface Webapp extends FactoryMembers<'4.x'> {
  /** Creates an application. */
  (): Express
  /** Creates a route that does not belong to a router. */
  Route: RouteConstructor
  /** Creates a router; members added to this function are available on every router. */
  Router: RouterConstructor
  /** Creates middleware that reads JSON bodies. */
  json(this: FactoryThis, options?: JsonOptions): NextHandleFunction
  /** Creates middleware that parses the query string; every application already has one. */
  query(this: FactoryThis, options?: QueryOptions | QueryParser): NextHandleFunction
  /** Creates middleware that reads bodies as bytes. */
  raw(this: FactoryThis, options?: RawOptions): NextHandleFunction
  /** Creates middleware that serves static files from a directory. */
  static: StaticConstructor
  /** Creates middleware that reads bodies as text. */
  text(this: FactoryThis, options?: TextOptions): NextHandleFunction
  /** Creates middleware that reads URL-encoded form bodies. */
  urlencoded(this: FactoryThis, options?: UrlencodedOptions): NextHandleFunction
}

/** Creates middleware that serves static files from a directory. */
export interface StaticConstructor {
  (this: FactoryThis, root: string, options?: ServeStaticOptions): NextHandleFunction
  /** The table of media types, which can be extended. */
  mime: Mime
}

/** Parses a query string. */
export type QueryParser = (text: string) => ParsedQs

/** Options for `webapp.query`, passed to the extended parser. */
export type QueryOptions = Record<string, unknown>

/** Options that all body parsers share. */
export type BodyParserOptions = shared.BodyParserOptions<'4.x'>
/** Options for `webapp.json`. */
export type JsonOptions = shared.JsonOptions<'4.x'>
/** Options for `webapp.raw`. */
export type RawOptions = shared.RawOptions<'4.x'>
/** Options for `webapp.text`. */
export type TextOptions = shared.TextOptions<'4.x'>
/** Callbacks for `res.format` by media type or file extension. */
export type FormatHandlers = response.FormatHandlers<'4.x'>
/** The handler of a layer, which tools can wrap and call. */
export type LayerHandle = router.LayerHandle<'4.x'>
/** Creates routes that do not belong to a router. */
export type RouteConstructor = router.RouteConstructor<'4.x'>

export type * from '../shared/names.ts'
export type {
  DownloadOptions,
  MergingOptions,
  RouterOptions,
  SendFileOptions,
} from '../shared/options.ts'
export type { Express, ListenCallback } from './application.ts'
export type {
  ErrorRequestHandler,
  Handler,
  ParamAdapter,
  ParamOption,
  RequestHandler,
  RequestHandlerParams,
  RequestParamHandler,
} from './handlers.ts'
export type { Mime } from './mime.ts'
export type { ServeStaticOptions, UrlencodedOptions } from './options.ts'
export type { Errback, Send } from './response.ts'
export type { RouteParameters } from './route-parameters.ts'
export type {
  ApplicationRequestHandler,
  ILayer,
  IRoute,
  IRouter,
  IRouterHandler,
  IRouterMatcher,
  IRouterUse,
  Layer,
  LayerKey,
  LayerRegExp,
  Router,
  RouterConstructor,
} from './router.ts'
