import type { ApplicationInterface } from '../../types/v3/application.ts'
import type * as types from '../../types/v3/names.ts'
import type { RequestInterface } from '../../types/v3/request.ts'
import type { ResponseInterface } from '../../types/v3/response.ts'
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
  interface Response<ResBody = any, LocalsObj extends types.LocalsRecord = types.LocalsRecord>
    extends ResponseInterface<ResBody, LocalsObj> {}
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
  /** An application: a request handler function with middleware, routes, settings and views. */
  interface Application<LocalsObj extends types.LocalsRecord = types.LocalsRecord>
    extends ApplicationInterface<LocalsObj> {}
  type CallableLocals<LocalsObj extends types.LocalsRecord = types.LocalsRecord> =
    types.CallableLocals<LocalsObj>
  type IRouterMatcher<T, Method extends types.Method | 'all' = any> = types.IRouterMatcher<
    T,
    Method
  >
  type RouteParameters<Path extends string> = types.RouteParameters<Path>
  type RouteParams<P = types.ParamsDictionary> = types.RouteParams<P>
  type Dictionary<T> = types.Dictionary<T>
  type Send<ResBody = any, T = Response<ResBody>> = types.Send<ResBody, T>
  type SendStatus<T> = types.SendStatus<T>
  type Use<T> = types.Use<T>

  type AcceptedType = types.AcceptedType
  type BasicAuth = types.BasicAuth
  type BodyParserOptions = types.BodyParserOptions
  type ByteRange = types.ByteRange
  type CloseOptions = types.CloseOptions
  type CloseReport = types.CloseReport
  type CompressOptions = types.CompressOptions
  type CookieOptions = types.CookieOptions
  type CookieParser = types.CookieParser
  type CookieParserOptions = types.CookieParserOptions
  type CookieSessionOptions = types.CookieSessionOptions
  type Credentials = types.Credentials
  type CsrfOptions = types.CsrfOptions
  type DirectoryLocals = types.DirectoryLocals
  type DirectoryOptions = types.DirectoryOptions
  type Errback = types.Errback
  type ErrorHandleFunction = types.ErrorHandleFunction
  type ErrorHandlerConstructor = types.ErrorHandlerConstructor
  type ErrorHandlerOptions = types.ErrorHandlerOptions
  type Express = types.Express
  type FaviconOptions = types.FaviconOptions
  type FormatHandlers = types.FormatHandlers
  type Handler = types.Handler
  type HandlingObject = types.HandlingObject
  type HeaderValue = types.HeaderValue
  type HostHandler = types.HostHandler
  type IRoute = types.IRoute
  type IRouter = types.IRouter
  type JsonOptions = types.JsonOptions
  type ListenCallback = types.ListenCallback
  type Locals = types.Locals
  type LocalsRecord = types.LocalsRecord
  type Logger = types.Logger
  type LoggerFormat = types.LoggerFormat
  type LoggerFormatFunction = types.LoggerFormatFunction
  type LoggerOptions = types.LoggerOptions
  type LoggerToken = types.LoggerToken
  type LoggerTokens = types.LoggerTokens
  type MediaType = types.MediaType
  type Method = types.Method
  type MethodOverrideOptions = types.MethodOverrideOptions
  type Middleware = types.Middleware
  type Mime = types.Mime
  type MultipartOptions = types.MultipartOptions
  type NamedRoute<Path extends string = string> = types.NamedRoute<Path>
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
  type Range = types.Range
  type RangeOptions = types.RangeOptions
  type RangeResult = types.RangeResult
  type Ranges = types.Ranges
  type RenderCallback = types.RenderCallback
  type RequestParamHandler = types.RequestParamHandler
  type RequestRanges = types.RequestRanges
  type ResponseTimeListener = types.ResponseTimeListener
  type ResponseTimeOptions = types.ResponseTimeOptions
  type Route = types.Route
  type RouteConstructor = types.RouteConstructor
  type ApplicationBehind<T, Context> = types.ApplicationBehind<T, Context>
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
  type RouteKey = types.RouteKey
  type RouteMap = types.RouteMap
  type RouteOptions = types.RouteOptions
  type Router = types.Router
  type RouterConstructor = types.RouterConstructor
  type RouterOptions = types.RouterOptions
  type SeldomMiddleware = types.SeldomMiddleware
  type SendFileOptions = types.SendFileOptions
  type ServeStaticOptions = types.ServeStaticOptions
  type SessionConstructor = types.SessionConstructor
  type SessionOptions = types.SessionOptions
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
  type StackEntry = types.StackEntry
  type StaticConstructor = types.StaticConstructor
  type SuccessorMiddleware = types.SuccessorMiddleware
  type TemplateEngine = types.TemplateEngine
  type UrlArguments<D extends '5.x' | '4.x' | '3.x', Path extends string> = types.UrlArguments<
    D,
    Path
  >
  type UrlOptions = types.UrlOptions
  type UrlParameters = types.UrlParameters
  type TimeoutOptions = types.TimeoutOptions
  type UploadedFile = types.UploadedFile
  type UploadedFiles = types.UploadedFiles
  type UrlencodedOptions = types.UrlencodedOptions
  type VerifyUser = types.VerifyUser
  type Webapp = types.Webapp
}

// The internal types are looser than the public types: all dialects share the implementation, and
// the factory assembles its prototypes at run time.
const webapp = factory as unknown as types.Webapp

export = webapp
