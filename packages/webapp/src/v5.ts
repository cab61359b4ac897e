// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import { webapp as factory } from './dialects/v5/factory.ts'
import type * as types from './types/v5/public.ts'

/** The public types, as `webapp.Request` and so on; the one list that every entry shares. */
declare namespace webapp {
  /** Node's request with the members of the framework. */
  type Request<
    P = types.ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = types.ParsedQs,
    LocalsObj extends types.LocalsRecord = types.LocalsRecord,
  > = types.Request<P, ResBody, ReqBody, ReqQuery, LocalsObj>
  /** Node's response with the members of the framework. */
  type Response<
    ResBody = any,
    LocalsObj extends types.LocalsRecord = types.LocalsRecord,
    StatusCode extends number = number,
  > = types.Response<ResBody, LocalsObj, StatusCode>
  /** Answers a request or hands it on; a rejected promise counts as `next(err)`. */
  type RequestHandler<
    P = types.ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = types.ParsedQs,
    LocalsObj extends types.LocalsRecord = types.LocalsRecord,
  > = types.RequestHandler<P, ResBody, ReqBody, ReqQuery, LocalsObj>
  /** Receives what an earlier handler threw or passed to `next`. */
  type ErrorRequestHandler<
    P = types.ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = types.ParsedQs,
    LocalsObj extends types.LocalsRecord = types.LocalsRecord,
  > = types.ErrorRequestHandler<P, ResBody, ReqBody, ReqQuery, LocalsObj>
  /** What `use` and the method functions take: handlers and error handlers, nested to any depth. */
  type RequestHandlerParams<
    P = types.ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = types.ParsedQs,
    LocalsObj extends types.LocalsRecord = types.LocalsRecord,
  > = types.RequestHandlerParams<P, ResBody, ReqBody, ReqQuery, LocalsObj>
  /** An application: a function that answers requests, with routes, settings and views. */
  type Application<LocalsObj extends types.LocalsRecord = types.LocalsRecord> =
    types.Application<LocalsObj>
  /** An application as its requests, its responses and the applications mounted in it see it. */
  type RunningApplication<LocalsObj extends types.LocalsRecord = types.LocalsRecord> =
    types.RunningApplication<LocalsObj>
  /** A router; give `Parent` the parameters that `mergeParams` brings from above. */
  type Router<Parent = unknown> = types.Router<Parent>
  /** A router: middleware that holds middleware and routes. */
  type IRouter<Parent = unknown> = types.IRouter<Parent>
  /** The handlers of one path, by method. */
  type IRoute<Path extends string = string, Parent = unknown> = types.IRoute<Path, Parent>
  /** Registers handlers for a path. */
  type IRouterMatcher<
    T,
    Method extends types.Method | 'all' = any,
    Parent = unknown,
  > = types.IRouterMatcher<T, Method, Parent>
  /** Registers handlers where the path, `Route`, is known already. */
  type IRouterHandler<T, Route extends string = string, Parent = unknown> = types.IRouterHandler<
    T,
    Route,
    Parent
  >
  /** Mounts middleware, routers and applications, with or without a path. */
  type IRouterUse<T, Parent = unknown> = types.IRouterUse<T, Parent>
  /** Mounts middleware, routers and applications; what `use` of an application is. */
  type ApplicationRequestHandler<T> = types.ApplicationRequestHandler<T>
  /** Route parameters of a 5.x path literal. */
  type RouteParameters<Path extends string | RegExp> = types.RouteParameters<Path>
  /** Values by name. */
  type Dictionary<T> = types.Dictionary<T>
  /** Sends a body and gives the response back. */
  type Send<ResBody = any, T = types.Response<ResBody>> = types.Send<ResBody, T>

  /** What all body parsers have in common. */
  type BodyParserOptions = types.BodyParserOptions
  /** One range, by its other name. */
  type ByteRange = types.ByteRange
  /** How `app.close` closes. */
  type CloseOptions = types.CloseOptions
  /** How `app.close` ended. */
  type CloseReport = types.CloseReport
  /** Attributes of a cookie set by `res.cookie` or removed by `res.clearCookie`. */
  type CookieOptions = types.CookieOptions
  /** How `res.download` transfers a file. */
  type DownloadOptions = types.DownloadOptions
  /** Told of the end of a transfer, with an error when it failed. */
  type Errback = types.Errback
  /** What the factory makes. */
  type Express = types.Express
  /** Callbacks of `res.format` by media type or extension. */
  type FormatHandlers = types.FormatHandlers
  /** A request handler with the general parameter types. */
  type Handler = types.Handler
  /** What a header field may be set to. */
  type HeaderValue = types.HeaderValue
  /** A layer, by its other name. */
  type ILayer = types.ILayer
  /** How `webapp.json` reads a body. */
  type JsonOptions = types.JsonOptions
  /** One entry of a stack, as tools that walk the routes read it. */
  type Layer = types.Layer
  /** The handler of a layer, which tools wrap and call. */
  type LayerHandle = types.LayerHandle
  /** Told that the server listens, or with an error that it cannot. */
  type ListenCallback = types.ListenCallback
  /** Template variables that every `res.locals` and `app.locals` holds. */
  type Locals = types.Locals
  /** Any set of template variables; values are whatever the application puts there. */
  type LocalsRecord = types.LocalsRecord
  /** One media type of an Accept header. */
  type MediaType = types.MediaType
  /** An HTTP method in lower case, as the members that route it are named. */
  type Method = types.Method
  /** Hands the request on; with an argument it leaves the route, the router, or fails. */
  type NextFunction = types.NextFunction
  /** Middleware that needs no more than Node's own request and response. */
  type NextHandleFunction = types.NextHandleFunction
  /** Any route parameters. */
  type Params = types.Params
  /** Route parameters of a path that is not known as a literal: any name, read as a string. */
  type ParamsDictionary = types.ParamsDictionary
  /** Route parameters of an expression: captures by number, and by name where they have one. */
  type ParamsFlatDictionary = types.ParamsFlatDictionary
  /** The query string as parsed: text, lists and nested objects, none of it checked. */
  type ParsedQs = types.ParsedQs
  /** A path pattern, an expression, or a list of them. */
  type PathParams = types.PathParams
  /** The query string as parsed, by its other name. */
  type Query = types.Query
  /** One range, both ends included. */
  type Range = types.Range
  /** How `req.range` reads the header. */
  type RangeOptions = types.RangeOptions
  /** The ranges, or -1 when none can be satisfied, or -2 when the header is malformed. */
  type RangeResult = types.RangeResult
  /** The ranges asked for, in order, with their unit. */
  type Ranges = types.Ranges
  /** How `webapp.raw` reads a body. */
  type RawOptions = types.RawOptions
  /** Receives a rendered view. */
  type RenderCallback = types.RenderCallback
  /** Runs when a route parameter is present, before the handlers of the route. */
  type RequestParamHandler = types.RequestParamHandler
  /** The ranges asked for, by their other name. */
  type RequestRanges = types.RequestRanges
  /** Makes routes that belong to no router. */
  type RouteConstructor = types.RouteConstructor
  /** One route, as `webapp.routes` lists it. */
  type RouteInfo = types.RouteInfo
  /** Makes routers, with or without `new`. */
  type RouterConstructor = types.RouterConstructor
  /** How a router compares paths. */
  type RouterOptions = types.RouterOptions
  /** How `res.sendFile` transfers a file. */
  type SendFileOptions = types.SendFileOptions
  /** How `webapp.static` finds and serves files. */
  type ServeStaticOptions = types.ServeStaticOptions
  /** Reads a setting by name. */
  type SettingReader = types.SettingReader
  /** How `webapp.shutdown` ends a process. */
  type ShutdownOptions = types.ShutdownOptions
  /** Renders a template file and hands the text to the callback. */
  type TemplateEngine = types.TemplateEngine
  /** How `webapp.text` reads a body. */
  type TextOptions = types.TextOptions
  /** How `webapp.urlencoded` reads a body. */
  type UrlencodedOptions = types.UrlencodedOptions
  /** The 5.x factory, with what hangs on it. */
  type Webapp = types.Webapp
}

// The engine's own types are looser than the public ones: its members are written once for all
// dialects, and sit on prototypes that only the factory puts together.
const webapp = factory as unknown as types.Webapp

export = webapp
