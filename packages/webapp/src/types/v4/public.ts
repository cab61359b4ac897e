import type { NextHandleFunction } from '../shared/handlers.ts'
import type { FactoryIntrospection } from '../shared/introspection.ts'
import type { FactoryLifecycle } from '../shared/lifecycle.ts'
import type * as shared from '../shared/options.ts'
import type { ParsedQs } from '../shared/query.ts'
import type * as response from '../shared/response.ts'
import type * as router from '../shared/router.ts'
import type { Application, Express } from './application.ts'
import type { Mime } from './mime.ts'
import type { ServeStaticOptions, UrlencodedOptions } from './options.ts'
import type { Request } from './request.ts'
import type { Response } from './response.ts'
import type { RouterConstructor } from './router.ts'

/** The 4.x factory, with what hangs on it. */
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
  /** Makes a router; what is added to it shows in every router. */
  Router: RouterConstructor
  /** Makes middleware that reads JSON bodies. */
  json(options?: JsonOptions): NextHandleFunction
  /** Makes middleware that parses the query string; every application begins with one. */
  query(options?: QueryOptions | QueryParser): NextHandleFunction
  /** Makes middleware that reads bodies as bytes. */
  raw(options?: RawOptions): NextHandleFunction
  /** Makes middleware that serves the files under a directory. */
  static: StaticConstructor
  /** Makes middleware that reads bodies as text. */
  text(options?: TextOptions): NextHandleFunction
  /** Makes middleware that reads bodies of forms. */
  urlencoded(options?: UrlencodedOptions): NextHandleFunction
}

/** Makes middleware that serves the files under a directory. */
export interface StaticConstructor {
  (root: string, options?: ServeStaticOptions): NextHandleFunction
  /** The table of media types, to which types can be added. */
  mime: Mime
}

/** Parses a query string. */
export type QueryParser = (text: string) => ParsedQs

/** How `webapp.query` parses: the options of the extended parser. */
export type QueryOptions = Record<string, unknown>

/** What all body parsers have in common. */
export type BodyParserOptions = shared.BodyParserOptions<'4.x'>
/** How `webapp.json` reads a body. */
export type JsonOptions = shared.JsonOptions<'4.x'>
/** How `webapp.raw` reads a body. */
export type RawOptions = shared.RawOptions<'4.x'>
/** How `webapp.text` reads a body. */
export type TextOptions = shared.TextOptions<'4.x'>
/** Callbacks of `res.format` by media type or extension. */
export type FormatHandlers = response.FormatHandlers<'4.x'>
/** The handler of a layer, which tools wrap and call. */
export type LayerHandle = router.LayerHandle<'4.x'>
/** Makes routes that belong to no router. */
export type RouteConstructor = router.RouteConstructor<'4.x'>

export type { SettingReader, TemplateEngine } from '../shared/application.ts'
export type { Locals, LocalsRecord } from '../shared/express-namespace.ts'
export type { NextFunction, NextHandleFunction } from '../shared/handlers.ts'
export type { RouteInfo } from '../shared/introspection.ts'
export type { CloseOptions, CloseReport, ShutdownOptions } from '../shared/lifecycle.ts'
export type { PathParams } from '../shared/matchers.ts'
export type { Method } from '../shared/methods.ts'
export type {
  CookieOptions,
  DownloadOptions,
  RouterOptions,
  SendFileOptions,
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
export type { HeaderValue, RenderCallback } from '../shared/response.ts'
export type {
  Dictionary,
  Params,
  ParamsDictionary,
  ParamsFlatDictionary,
} from '../shared/route-parameters.ts'
export type { ErrorTrace, LayerTrace, RequestTrace, RouteTrace } from '../shared/trace.ts'
export type { Application, Express, ListenCallback } from './application.ts'
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
export type { Request } from './request.ts'
export type { Errback, Response, Send } from './response.ts'
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
