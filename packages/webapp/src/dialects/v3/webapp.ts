import type { ApplicationInterface } from '../../types/v3/application.ts'
import type * as types from '../../types/v3/names.ts'
import type { RequestInterface } from '../../types/v3/request.ts'
import type { ResponseInterface } from '../../types/v3/response.ts'
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
  interface Response<ResBody = any, LocalsObj extends types.LocalsRecord = types.LocalsRecord>
    extends ResponseInterface<ResBody, LocalsObj> {}
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
  /** An argument of the method functions: handlers and error handlers, nested to any depth. */
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
  /** Template variables, on a function that adds more of them. */
  type CallableLocals<LocalsObj extends types.LocalsRecord = types.LocalsRecord> =
    types.CallableLocals<LocalsObj>
  /** Registers handlers for a path; `T` is the return type. */
  type IRouterMatcher<T, Method extends types.Method | 'all' = any> = types.IRouterMatcher<
    T,
    Method
  >
  /** Route parameters of a 3.x path literal. */
  type RouteParameters<Path extends string> = types.RouteParameters<Path>
  /** Route parameters: an array of the unnamed captures, with a property for each name. */
  type RouteParams<P = types.ParamsDictionary> = types.RouteParams<P>
  /** Values by name. */
  type Dictionary<T> = types.Dictionary<T>
  /** Sends a body, with or without a status, and returns the response. */
  type Send<ResBody = any, T = Response<ResBody>> = types.Send<ResBody, T>
  /** Sends a status with its reason phrase as the body. */
  type SendStatus<T> = types.SendStatus<T>
  /** Mounts one middleware, at `/` by default; a path is matched literally. */
  type Use<T> = types.Use<T>

  /** One media type in an Accept header, with its parameters. */
  type AcceptedType = types.AcceptedType
  /** Creates middleware for HTTP Basic authentication. */
  type BasicAuth = types.BasicAuth
  /** Options for `webapp.bodyParser`; each parser uses the options it knows. */
  type BodyParserOptions = types.BodyParserOptions
  /** Alias of `Range`. */
  type ByteRange = types.ByteRange
  /** Options for `app.close`. */
  type CloseOptions = types.CloseOptions
  /** The result of `app.close`. */
  type CloseReport = types.CloseReport
  /** Options for `webapp.compress`. */
  type CompressOptions = types.CompressOptions
  /** Attributes of a cookie set by `res.cookie` or removed by `res.clearCookie`. */
  type CookieOptions = types.CookieOptions
  /** Creates middleware that parses cookies. */
  type CookieParser = types.CookieParser
  /** Options for `webapp.cookieParser`. */
  type CookieParserOptions = types.CookieParserOptions
  /** Options for `webapp.cookieSession`. */
  type CookieSessionOptions = types.CookieSessionOptions
  /** User name and password from the request. */
  type Credentials = types.Credentials
  /** Options for `webapp.csrf`. */
  type CsrfOptions = types.CsrfOptions
  /** Template variables of a directory page. */
  type DirectoryLocals = types.DirectoryLocals
  /** Options for `webapp.directory`. */
  type DirectoryOptions = types.DirectoryOptions
  /** Called once when a transfer ends, with an error if it failed. */
  type Errback = types.Errback
  /** An error handler that only needs Node's own request and response. */
  type ErrorHandleFunction = types.ErrorHandleFunction
  /** Creates an error handler that sends the error to the client. */
  type ErrorHandlerConstructor = types.ErrorHandlerConstructor
  /** Options for `webapp.errorHandler`. */
  type ErrorHandlerOptions = types.ErrorHandlerOptions
  /** The application that `webapp()` creates. */
  type Express = types.Express
  /** Options for `webapp.favicon`. */
  type FaviconOptions = types.FaviconOptions
  /** Callbacks for `res.format` by media type or file extension. */
  type FormatHandlers = types.FormatHandlers
  /** A request handler with the default type arguments. */
  type Handler = types.Handler
  /** An object with a method that handles requests. */
  type HandlingObject = types.HandlingObject
  /** A value that a header field can be set to. */
  type HeaderValue = types.HeaderValue
  /** Handles the requests of one host: an application or a request listener. */
  type HostHandler = types.HostHandler
  /** Alias of `Route`, with its name in other dialects. */
  type IRoute = types.IRoute
  /** Alias of `Router`, with its name in other dialects. */
  type IRouter = types.IRouter
  /** Options for `webapp.json`. */
  type JsonOptions = types.JsonOptions
  /** Called once when the server is listening; errors go to the `error` event of the server. */
  type ListenCallback = types.ListenCallback
  /** Template variables that every `res.locals` and `app.locals` holds. */
  type Locals = types.Locals
  /** Any set of template variables; the application chooses the values. */
  type LocalsRecord = types.LocalsRecord
  /** Creates middleware that logs a line for each request. */
  type Logger = types.Logger
  /** Name of a format, a string with tokens, or a function that returns the line. */
  type LoggerFormat = types.LoggerFormat
  /** Returns the line for a request; `null` or `undefined` skips the line. */
  type LoggerFormatFunction = types.LoggerFormatFunction
  /** Options for `webapp.logger`. */
  type LoggerOptions = types.LoggerOptions
  /** Returns the text of a token; an empty result is logged as `-`. */
  type LoggerToken = types.LoggerToken
  /** The tokens by name. */
  type LoggerTokens = types.LoggerTokens
  /** One media type in an Accept header. */
  type MediaType = types.MediaType
  /** An HTTP method in lower case: the name of the function that registers handlers for it. */
  type Method = types.Method
  /** Options for `webapp.methodOverride`. */
  type MethodOverrideOptions = types.MethodOverrideOptions
  /** An argument of `use`: a handler, an error handler, an application or a server. */
  type Middleware = types.Middleware
  /** The table of media types that `res.type` and the file functions of 4.x use. */
  type Mime = types.Mime
  /** Options for `webapp.multipart`. */
  type MultipartOptions = types.MultipartOptions
  /** Passes the request to the next handler, out of the route or router, or to error handlers. */
  type NextFunction = types.NextFunction
  /** Middleware that only needs Node's own request and response. */
  type NextHandleFunction = types.NextHandleFunction
  /** A function for `param(fn)`: creates parameter handlers from the options of `param`. */
  type ParamAdapter = types.ParamAdapter
  /** An option that an adapter turns into a handler; a function already is a handler. */
  type ParamOption = types.ParamOption
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
  /** Called with the rendered view, or with an error. */
  type RenderCallback = types.RenderCallback
  /** Runs when a route parameter is present, before the handlers of the route. */
  type RequestParamHandler = types.RequestParamHandler
  /** Alias of `Ranges`. */
  type RequestRanges = types.RequestRanges
  /** Called with the response time in milliseconds. */
  type ResponseTimeListener = types.ResponseTimeListener
  /** Options for `webapp.responseTime`. */
  type ResponseTimeOptions = types.ResponseTimeOptions
  /** A route: one entry of `app.routes`. */
  type Route = types.Route
  /** Creates routes that do not belong to a router. */
  type RouteConstructor = types.RouteConstructor
  /** One route in the list that `webapp.routes` returns. */
  type RouteInfo = types.RouteInfo
  /** A named parameter of a path. */
  type RouteKey = types.RouteKey
  /** Routes by method in lower case; a route that is removed from here is no longer served. */
  type RouteMap = types.RouteMap
  /** Options for a route. */
  type RouteOptions = types.RouteOptions
  /** A router: routes by method, which its `middleware` serves. */
  type Router = types.Router
  /** Creates routers. */
  type RouterConstructor = types.RouterConstructor
  /** Options for a router. */
  type RouterOptions = types.RouterOptions
  /** The middleware of 3.x that few programs use. */
  type SeldomMiddleware = types.SeldomMiddleware
  /** Options for `res.sendfile`. */
  type SendFileOptions = types.SendFileOptions
  /** Options for `webapp.static`. */
  type ServeStaticOptions = types.ServeStaticOptions
  /** Creates session middleware; also has the classes for session stores. */
  type SessionConstructor = types.SessionConstructor
  /** Options for `webapp.session`. */
  type SessionOptions = types.SessionOptions
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
  /** One entry of `app.stack`. */
  type StackEntry = types.StackEntry
  /** Creates middleware that serves static files from a directory. */
  type StaticConstructor = types.StaticConstructor
  /** The middleware of 3.x that moved to separate packages. */
  type SuccessorMiddleware = types.SuccessorMiddleware
  /** Renders a template file and passes the text to the callback. */
  type TemplateEngine = types.TemplateEngine
  /** Options for `webapp.timeout`. */
  type TimeoutOptions = types.TimeoutOptions
  /** One uploaded file. */
  type UploadedFile = types.UploadedFile
  /** Uploaded files by field name. */
  type UploadedFiles = types.UploadedFiles
  /** Options for `webapp.urlencoded`. */
  type UrlencodedOptions = types.UrlencodedOptions
  /** Checks a user and a password. */
  type VerifyUser = types.VerifyUser
  /** The 3.x factory function and its members. */
  type Webapp = types.Webapp
}

// The internal types are looser than the public types: all dialects share the implementation, and
// the factory assembles its prototypes at run time.
const webapp = factory as unknown as types.Webapp

export = webapp
