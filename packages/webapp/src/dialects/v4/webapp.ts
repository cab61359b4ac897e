import type { ApplicationInterface } from '../../types/v4/application.ts'
import type * as types from '../../types/v4/names.ts'
import type { RequestInterface } from '../../types/v4/request.ts'
import type { ResponseInterface } from '../../types/v4/response.ts'
import { webapp as factory } from './factory.ts'

/** The public types as members of the namespace, such as `webapp.Request`. */
// Programs add members with `declare module`, which needs interfaces: the compiler does not merge an
// interface with a type alias. The comments of the other types stand at their declarations.
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
  type RequestHandler<
    P = types.ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = types.ParsedQs,
    LocalsObj extends types.LocalsRecord = types.LocalsRecord,
  > = types.RequestHandler<P, ResBody, ReqBody, ReqQuery, LocalsObj>
  type ErrorRequestHandler<
    P = types.ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = types.ParsedQs,
    LocalsObj extends types.LocalsRecord = types.LocalsRecord,
  > = types.ErrorRequestHandler<P, ResBody, ReqBody, ReqQuery, LocalsObj>
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
  type Router<Parent = unknown> = types.Router<Parent>
  type IRouter<Parent = unknown> = types.IRouter<Parent>
  type IRoute<Path extends string = string, Parent = unknown> = types.IRoute<Path, Parent>
  type IRouterMatcher<
    T,
    Method extends types.Method | 'all' = any,
    Parent = unknown,
  > = types.IRouterMatcher<T, Method, Parent>
  type IRouterHandler<T, Route extends string = string, Parent = unknown> = types.IRouterHandler<
    T,
    Route,
    Parent
  >
  type IRouterUse<T, Parent = unknown> = types.IRouterUse<T, Parent>
  type ApplicationRequestHandler<T> = types.ApplicationRequestHandler<T>
  type RouteParameters<Path extends string | RegExp> = types.RouteParameters<Path>
  type Dictionary<T> = types.Dictionary<T>
  type Send<ResBody = any, T = Response<ResBody>> = types.Send<ResBody, T>

  type BodyParserOptions = types.BodyParserOptions
  type ByteRange = types.ByteRange
  type CloseOptions = types.CloseOptions
  type CloseReport = types.CloseReport
  type CookieOptions = types.CookieOptions
  type DownloadOptions = types.DownloadOptions
  type Errback = types.Errback
  type Express = types.Express
  type FormatHandlers = types.FormatHandlers
  type Handler = types.Handler
  type HeaderValue = types.HeaderValue
  type ILayer = types.ILayer
  type JsonOptions = types.JsonOptions
  type Layer = types.Layer
  type LayerHandle = types.LayerHandle
  type LayerKey = types.LayerKey
  type LayerRegExp = types.LayerRegExp
  type ListenCallback = types.ListenCallback
  type Locals = types.Locals
  type LocalsRecord = types.LocalsRecord
  type MediaType = types.MediaType
  type Method = types.Method
  type Mime = types.Mime
  type NextFunction = types.NextFunction
  type NextHandleFunction = types.NextHandleFunction
  type ParamAdapter = types.ParamAdapter
  type ParamOption = types.ParamOption
  type Params = types.Params
  type ParamsDictionary = types.ParamsDictionary
  type ParamsFlatDictionary = types.ParamsFlatDictionary
  type ParsedQs = types.ParsedQs
  type PathParams = types.PathParams
  type Query = types.Query
  type QueryOptions = types.QueryOptions
  type QueryParser = types.QueryParser
  type Range = types.Range
  type RangeOptions = types.RangeOptions
  type RangeResult = types.RangeResult
  type Ranges = types.Ranges
  type RawOptions = types.RawOptions
  type RenderCallback = types.RenderCallback
  type RequestParamHandler = types.RequestParamHandler
  type RequestRanges = types.RequestRanges
  type RouteConstructor = types.RouteConstructor
  type RouteBehind<
    Path extends string,
    Parent,
    D extends '5.x' | '4.x' | '3.x',
    Context,
  > = types.RouteBehind<Path, Parent, D, Context>
  type RouterBehind<T, Parent, D extends '5.x' | '4.x' | '3.x', Context> = types.RouterBehind<
    T,
    Parent,
    D,
    Context
  >
  type RouteInfo = types.RouteInfo
  type RouteNaming = types.RouteNaming
  type RouterConstructor = types.RouterConstructor
  type MergingOptions = types.MergingOptions
  type RouterOptions = types.RouterOptions
  type SendFileOptions = types.SendFileOptions
  type ServeStaticOptions = types.ServeStaticOptions
  type Fetch = types.Fetch
  type FetchOptions = types.FetchOptions
  type Inject = types.Inject
  type InjectBody = types.InjectBody
  type InjectedHead = types.InjectedHead
  type InjectedResponse = types.InjectedResponse
  type InjectedStream = types.InjectedStream
  type InjectOptions<Stream extends boolean = false> = types.InjectOptions<Stream>
  type Listen<Callback> = types.Listen<Callback>
  type QueryValue = types.QueryValue
  type SettingsTable = types.SettingsTable
  type SettingName = types.SettingName
  type Settings = types.Settings
  type SettingReader = types.SettingReader
  type ShutdownOptions = types.ShutdownOptions
  type StaticConstructor = types.StaticConstructor
  type TemplateEngine = types.TemplateEngine
  type UrlArguments<D extends '5.x' | '4.x' | '3.x', Path extends string> = types.UrlArguments<
    D,
    Path
  >
  type UrlOptions = types.UrlOptions
  type UrlParameters = types.UrlParameters
  type TextOptions = types.TextOptions
  type UrlencodedOptions = types.UrlencodedOptions
  type Webapp = types.Webapp
}

// The internal types are looser than the public types: all dialects share the implementation, and
// the factory assembles its prototypes at run time.
const webapp = factory as unknown as types.Webapp

export = webapp
