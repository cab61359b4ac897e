import type { ApplicationInterface } from '../../types/v5/application.ts'
import type * as types from '../../types/v5/names.ts'
import type { RequestInterface } from '../../types/v5/request.ts'
import type { ResponseInterface } from '../../types/v5/response.ts'
import { webapp as factory } from './factory.ts'

/** The public types as members of the namespace, such as `webapp.Request`. */
// Programs add members with `declare module`, which needs interfaces: the compiler does not merge an
// interface with a type alias.
declare namespace webapp {
  /** Node's `IncomingMessage` with the members of the framework. */
  interface Request<
    P = types.ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = types.ParsedQs,
    LocalsObj extends types.LocalsRecord = types.LocalsRecord,
  > extends RequestInterface<P, ResBody, ReqBody, ReqQuery, LocalsObj> {}
  /** Node's `ServerResponse` with the members of the framework. */
  interface Response<
    ResBody = any,
    LocalsObj extends types.LocalsRecord = types.LocalsRecord,
    StatusCode extends number = number,
  > extends ResponseInterface<ResBody, LocalsObj, StatusCode> {}
  /** Handles a request or passes it on with `next`; a rejected promise counts as `next(err)`. */
  type RequestHandler<
    P = types.ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = types.ParsedQs,
    LocalsObj extends types.LocalsRecord = types.LocalsRecord,
  > = types.RequestHandler<P, ResBody, ReqBody, ReqQuery, LocalsObj>
  /** Handles an error of an earlier handler; must declare four parameters. */
  type ErrorRequestHandler<
    P = types.ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = types.ParsedQs,
    LocalsObj extends types.LocalsRecord = types.LocalsRecord,
  > = types.ErrorRequestHandler<P, ResBody, ReqBody, ReqQuery, LocalsObj>
  /** An argument of `use` and the method functions: handlers, nested to any depth. */
  type RequestHandlerParams<
    P = types.ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = types.ParsedQs,
    LocalsObj extends types.LocalsRecord = types.LocalsRecord,
  > = types.RequestHandlerParams<P, ResBody, ReqBody, ReqQuery, LocalsObj>
  /** An application: a request handler function with routes, settings and views. */
  interface Application<LocalsObj extends types.LocalsRecord = types.LocalsRecord>
    extends ApplicationInterface<LocalsObj> {}
  /** The type of `req.app`, `res.app` and the parent of a mounted application. */
  interface RunningApplication<LocalsObj extends types.LocalsRecord = types.LocalsRecord>
    extends Application<LocalsObj> {
    // any: `@types/express` 4.x declares a string here. Functions typed with it accept our requests
    // only if this member is compatible.
    /** The application's own router, created on first use. */
    readonly router: any
  }
  /** A router; `Parent` is the type of the parameters that `mergeParams` adds. */
  type Router<Parent = unknown> = types.Router<Parent>
  /** A router or an application: middleware that contains middleware and routes. */
  type IRouter<Parent = unknown> = types.IRouter<Parent>
  /** The handlers of one path, by method. */
  type IRoute<Path extends string = string, Parent = unknown> = types.IRoute<Path, Parent>
  /** Registers handlers for a path; `T` is the return type. */
  type IRouterMatcher<
    T,
    Method extends types.Method | 'all' = any,
    Parent = unknown,
  > = types.IRouterMatcher<T, Method, Parent>
  /** Registers handlers for the path of a route, `Route`. */
  type IRouterHandler<T, Route extends string = string, Parent = unknown> = types.IRouterHandler<
    T,
    Route,
    Parent
  >
  /** Mounts middleware, routers and applications, with or without a path. */
  type IRouterUse<T, Parent = unknown> = types.IRouterUse<T, Parent>
  /** Mounts middleware, routers and applications; the type of `app.use`. */
  type ApplicationRequestHandler<T> = types.ApplicationRequestHandler<T>
  /** Route parameters of a 5.x path literal. */
  type RouteParameters<Path extends string | RegExp> = types.RouteParameters<Path>
  /** Values by name. */
  type Dictionary<T> = types.Dictionary<T>
  /** Sends a body and returns the response. */
  type Send<ResBody = any, T = Response<ResBody>> = types.Send<ResBody, T>

  /** Options that all body parsers share. */
  type BodyParserOptions = types.BodyParserOptions
  /** Alias of `Range`. */
  type ByteRange = types.ByteRange
  /** Options for `app.close`. */
  type CloseOptions = types.CloseOptions
  /** The result of `app.close`. */
  type CloseReport = types.CloseReport
  /** Attributes of a cookie set by `res.cookie` or removed by `res.clearCookie`. */
  type CookieOptions = types.CookieOptions
  /** Options for `res.download`. */
  type DownloadOptions = types.DownloadOptions
  /** Called once when a transfer ends, with an error if it failed. */
  type Errback = types.Errback
  /** The application that `webapp()` creates. */
  type Express = types.Express
  /** Callbacks for `res.format` by media type or file extension. */
  type FormatHandlers = types.FormatHandlers
  /** A request handler with the default type arguments. */
  type Handler = types.Handler
  /** A value that a header field can be set to. */
  type HeaderValue = types.HeaderValue
  /** Alias of `Layer`. */
  type ILayer = types.ILayer
  /** Options for `webapp.json`. */
  type JsonOptions = types.JsonOptions
  /** One entry of a router's stack, for tools that list the routes. */
  type Layer = types.Layer
  /** The handler of a layer, which tools can wrap and call. */
  type LayerHandle = types.LayerHandle
  /** Called once when the server is listening, or with the error that prevented it. */
  type ListenCallback = types.ListenCallback
  /** Template variables that every `res.locals` and `app.locals` holds. */
  type Locals = types.Locals
  /** Any set of template variables; the application chooses the values. */
  type LocalsRecord = types.LocalsRecord
  /** One media type in an Accept header. */
  type MediaType = types.MediaType
  /** An HTTP method in lower case: the name of the function that registers handlers for it. */
  type Method = types.Method
  /** Passes the request to the next handler, out of the route or router, or to error handlers. */
  type NextFunction = types.NextFunction
  /** Middleware that only needs Node's own request and response. */
  type NextHandleFunction = types.NextHandleFunction
  /** Any route parameters. */
  type Params = types.Params
  /** Route parameters of a path that is not a literal: any name, with a string value. */
  type ParamsDictionary = types.ParamsDictionary
  /** Route parameters of a regular expression: captures by number, and named groups by name. */
  type ParamsFlatDictionary = types.ParamsFlatDictionary
  /** A parsed query string: strings, arrays and nested objects, not validated. */
  type ParsedQs = types.ParsedQs
  /** A path pattern, a regular expression, or an array of them. */
  type PathParams = types.PathParams
  /** Alias of `ParsedQs`. */
  type Query = types.Query
  /** One range, both ends included. */
  type Range = types.Range
  /** Options for `req.range`. */
  type RangeOptions = types.RangeOptions
  /** The ranges, -1 if none can be satisfied, or -2 if the header is malformed. */
  type RangeResult = types.RangeResult
  /** The requested ranges, in order, with their unit. */
  type Ranges = types.Ranges
  /** Options for `webapp.raw`. */
  type RawOptions = types.RawOptions
  /** Called with the rendered view, or with an error. */
  type RenderCallback = types.RenderCallback
  /** Runs when a route parameter is present, before the handlers of the route. */
  type RequestParamHandler = types.RequestParamHandler
  /** Alias of `Ranges`. */
  type RequestRanges = types.RequestRanges
  /** Creates routes that do not belong to a router. */
  type RouteConstructor = types.RouteConstructor
  /** One route in the list that `webapp.routes` returns. */
  type RouteInfo = types.RouteInfo
  /** Creates routers, with or without `new`. */
  type RouterConstructor = types.RouterConstructor
  /** Options for a router whose requests have the parameters of the parent router. */
  type MergingOptions = types.MergingOptions
  /** Options for a router. */
  type RouterOptions = types.RouterOptions
  /** Options for `res.sendFile`. */
  type SendFileOptions = types.SendFileOptions
  /** Options for `webapp.static`. */
  type ServeStaticOptions = types.ServeStaticOptions
  /** The type of `app.fetch`. */
  type Fetch = types.Fetch
  /** Options for `app.fetch`. */
  type FetchOptions = types.FetchOptions
  /** The type of `app.inject`. */
  type Inject = types.Inject
  /** A body for `app.inject`. */
  type InjectBody = types.InjectBody
  /** The status and the header fields of a response to `app.inject`. */
  type InjectedHead = types.InjectedHead
  /** A response to `app.inject`. */
  type InjectedResponse = types.InjectedResponse
  /** A response to `app.inject` whose body is a stream. */
  type InjectedStream = types.InjectedStream
  /** A request for `app.inject`. */
  type InjectOptions = types.InjectOptions
  /** The type of `app.listen`. */
  type Listen<Callback> = types.Listen<Callback>
  /** A value in the query of `app.inject`. */
  type QueryValue = types.QueryValue
  /** The type of `app.settings`. */
  type SettingsTable = types.SettingsTable
  /** The name of a setting: one that the framework reads, or any other. */
  type SettingName = types.SettingName
  /** The settings that the framework reads, with their usual values. */
  type Settings = types.Settings
  /** Reads a setting by name. */
  type SettingReader = types.SettingReader
  /** Options for `webapp.shutdown`. */
  type ShutdownOptions = types.ShutdownOptions
  /** Renders a template file and passes the text to the callback. */
  type TemplateEngine = types.TemplateEngine
  /** Options for `webapp.text`. */
  type TextOptions = types.TextOptions
  /** Options for `webapp.urlencoded`. */
  type UrlencodedOptions = types.UrlencodedOptions
  /** The 5.x factory function and its members. */
  type Webapp = types.Webapp
}

// The internal types are looser than the public types: all dialects share the implementation, and
// the factory assembles its prototypes at run time.
const webapp = factory as unknown as types.Webapp

export = webapp
