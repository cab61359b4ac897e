import type { NextHandleFunction } from './handlers.ts'
import type { FactoryIntrospection } from './introspection.ts'
import type { FactoryLifecycle } from './lifecycle.ts'
import type * as shared from './options.ts'
import type { ParsedQs } from './query.ts'
import type * as response from './response.ts'
import type * as router from './router.ts'
import type { Application, Express } from './v4-application.ts'
import type { Mime } from './v4-mime.ts'
import type { ServeStaticOptions, UrlencodedOptions } from './v4-options.ts'
import type { Request } from './v4-request.ts'
import type { Response } from './v4-response.ts'
import type { RouterConstructor } from './v4-router.ts'

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

export type { SettingReader, TemplateEngine } from './application.ts'
export type { Locals, LocalsRecord } from './express-namespace.ts'
export type { NextFunction, NextHandleFunction } from './handlers.ts'
export type { RouteInfo } from './introspection.ts'
export type { CloseOptions, CloseReport, ShutdownOptions } from './lifecycle.ts'
export type { PathParams } from './matchers.ts'
export type { Method } from './methods.ts'
export type { CookieOptions, DownloadOptions, RouterOptions, SendFileOptions } from './options.ts'
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
export type { Application, Express, ListenCallback } from './v4-application.ts'
export type {
  ErrorRequestHandler,
  Handler,
  ParamAdapter,
  ParamOption,
  RequestHandler,
  RequestHandlerParams,
  RequestParamHandler,
} from './v4-handlers.ts'
export type { Mime } from './v4-mime.ts'
export type { ServeStaticOptions, UrlencodedOptions } from './v4-options.ts'
export type { Request } from './v4-request.ts'
export type { Errback, Response, Send } from './v4-response.ts'
export type { RouteParameters } from './v4-route-parameters.ts'
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
} from './v4-router.ts'
