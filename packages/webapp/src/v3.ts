// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import { webapp as factory } from './dialects/v3/factory.ts'
import type * as types from './types/v3/public.ts'

/** The public types, as `webapp.Request` and so on; the one list that both entries share. */
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
  > = types.Response<ResBody, LocalsObj>
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
  /** What the method functions take: handlers and error handlers, nested to any depth. */
  type RequestHandlerParams<
    P = types.ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = types.ParsedQs,
    LocalsObj extends types.LocalsRecord = types.LocalsRecord,
  > = types.RequestHandlerParams<P, ResBody, ReqBody, ReqQuery, LocalsObj>
  /** An application. */
  type Application<LocalsObj extends types.LocalsRecord = types.LocalsRecord> =
    types.Application<LocalsObj>
  /** Template variables on a function that takes more of them. */
  type CallableLocals<LocalsObj extends types.LocalsRecord = types.LocalsRecord> =
    types.CallableLocals<LocalsObj>
  /** Registers handlers for a path; `T` is what it returns. */
  type IRouterMatcher<T, Method extends types.Method | 'all' = any> = types.IRouterMatcher<
    T,
    Method
  >
  /** Route parameters of a 3.x path literal. */
  type RouteParameters<Path extends string> = types.RouteParameters<Path>
  /** Route parameters: a list of the captures without a name, with a property for each name. */
  type RouteParams<P = types.ParamsDictionary> = types.RouteParams<P>
  /** Values by name. */
  type Dictionary<T> = types.Dictionary<T>
  /** Sends a body, with or without a status, and gives the response back. */
  type Send<ResBody = any, T = types.Response<ResBody>> = types.Send<ResBody, T>
  /** Sends the name of a status as the body, with that status. */
  type SendStatus<T> = types.SendStatus<T>
  /** Mounts one middleware, at `/` unless a path is given; such a path is plain text. */
  type Use<T> = types.Use<T>

  /** One media type of an Accept header, with its parameters. */
  type AcceptedType = types.AcceptedType
  /** Makes middleware that asks for a user and a password. */
  type BasicAuth = types.BasicAuth
  /** How `webapp.bodyParser` reads a body; each of its parsers takes the options it knows. */
  type BodyParserOptions = types.BodyParserOptions
  /** One range, by its other name. */
  type ByteRange = types.ByteRange
  /** How `app.close` closes. */
  type CloseOptions = types.CloseOptions
  /** How `app.close` ended. */
  type CloseReport = types.CloseReport
  /** How `webapp.compress` compresses. */
  type CompressOptions = types.CompressOptions
  /** Attributes of a cookie set by `res.cookie` or removed by `res.clearCookie`. */
  type CookieOptions = types.CookieOptions
  /** Makes middleware that reads cookies. */
  type CookieParser = types.CookieParser
  /** How `webapp.cookieParser` reads cookies. */
  type CookieParserOptions = types.CookieParserOptions
  /** How `webapp.cookieSession` keeps a session. */
  type CookieSessionOptions = types.CookieSessionOptions
  /** User and password as they were sent. */
  type Credentials = types.Credentials
  /** How `webapp.csrf` finds tokens. */
  type CsrfOptions = types.CsrfOptions
  /** What the page of a directory is made of. */
  type DirectoryLocals = types.DirectoryLocals
  /** How `webapp.directory` lists a directory. */
  type DirectoryOptions = types.DirectoryOptions
  /** Told of the end of a transfer, with an error when it failed. */
  type Errback = types.Errback
  /** An error handler that needs no more than Node's own request and response. */
  type ErrorHandleFunction = types.ErrorHandleFunction
  /** Makes an error handler that shows the error. */
  type ErrorHandlerConstructor = types.ErrorHandlerConstructor
  /** How `webapp.errorHandler` tells of errors. */
  type ErrorHandlerOptions = types.ErrorHandlerOptions
  /** What the factory makes. */
  type Express = types.Express
  /** How `webapp.favicon` serves the icon. */
  type FaviconOptions = types.FaviconOptions
  /** Callbacks of `res.format` by media type or extension. */
  type FormatHandlers = types.FormatHandlers
  /** A request handler with the general parameter types. */
  type Handler = types.Handler
  /** Something that handles requests by a method. */
  type HandlingObject = types.HandlingObject
  /** What a header field may be set to. */
  type HeaderValue = types.HeaderValue
  /** Handles the requests of one host: an application or a listener. */
  type HostHandler = types.HostHandler
  /** A route, by the name it has in other dialects. */
  type IRoute = types.IRoute
  /** A router, by the name it has in other dialects. */
  type IRouter = types.IRouter
  /** How `webapp.json` reads a body. */
  type JsonOptions = types.JsonOptions
  /** Told that the server listens; an error goes to the `error` event of the server. */
  type ListenCallback = types.ListenCallback
  /** Template variables that every `res.locals` and `app.locals` holds. */
  type Locals = types.Locals
  /** Any set of template variables; values are whatever the application puts there. */
  type LocalsRecord = types.LocalsRecord
  /** Makes middleware that writes a line for each request. */
  type Logger = types.Logger
  /** Name of a format, a text with tokens, or a function that makes the line. */
  type LoggerFormat = types.LoggerFormat
  /** Makes the line of a request; none for null or undefined. */
  type LoggerFormatFunction = types.LoggerFormatFunction
  /** How `webapp.logger` writes. */
  type LoggerOptions = types.LoggerOptions
  /** Makes the text of a token; nothing is shown as `-`. */
  type LoggerToken = types.LoggerToken
  /** The tokens by name. */
  type LoggerTokens = types.LoggerTokens
  /** One media type of an Accept header. */
  type MediaType = types.MediaType
  /** An HTTP method in lower case, as the members that route it are named. */
  type Method = types.Method
  /** How `webapp.methodOverride` replaces the method of a request. */
  type MethodOverrideOptions = types.MethodOverrideOptions
  /** What `use` takes: a handler, an error handler, an application, a server. */
  type Middleware = types.Middleware
  /** The table of media types behind `res.type` and the file members of 4.x. */
  type Mime = types.Mime
  /** How `webapp.multipart` receives forms with files. */
  type MultipartOptions = types.MultipartOptions
  /** Hands the request on; with an argument it leaves the route, the router, or fails. */
  type NextFunction = types.NextFunction
  /** Middleware that needs no more than Node's own request and response. */
  type NextHandleFunction = types.NextHandleFunction
  /** What `param(fn)` takes. */
  type ParamAdapter = types.ParamAdapter
  /** What an adapter may make a handler of; functions are handlers already. */
  type ParamOption = types.ParamOption
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
  /** Receives a rendered view. */
  type RenderCallback = types.RenderCallback
  /** Runs when a route parameter is present, before the handlers of the route. */
  type RequestParamHandler = types.RequestParamHandler
  /** The ranges asked for, by their other name. */
  type RequestRanges = types.RequestRanges
  /** Told of the time in milliseconds. */
  type ResponseTimeListener = types.ResponseTimeListener
  /** How `webapp.responseTime` tells the time. */
  type ResponseTimeOptions = types.ResponseTimeOptions
  /** A route: one record of `app.routes`. */
  type Route = types.Route
  /** Makes routes that belong to no router. */
  type RouteConstructor = types.RouteConstructor
  /** One route, as `webapp.routes` lists it. */
  type RouteInfo = types.RouteInfo
  /** A named parameter of a path. */
  type RouteKey = types.RouteKey
  /** Routes by method in lower case; a record that is taken out is no longer served. */
  type RouteMap = types.RouteMap
  /** How a route compares paths. */
  type RouteOptions = types.RouteOptions
  /** A router: routes by method, which its `middleware` serves. */
  type Router = types.Router
  /** Makes routers. */
  type RouterConstructor = types.RouterConstructor
  /** How a router compares paths. */
  type RouterOptions = types.RouterOptions
  /** How `res.sendfile` transfers a file. */
  type SendFileOptions = types.SendFileOptions
  /** How `webapp.static` finds and serves files. */
  type ServeStaticOptions = types.ServeStaticOptions
  /** Makes middleware that keeps sessions, with the classes that stores are made from. */
  type SessionConstructor = types.SessionConstructor
  /** How `webapp.session` keeps sessions. */
  type SessionOptions = types.SessionOptions
  /** Reads a setting by name. */
  type SettingReader = types.SettingReader
  /** How `webapp.shutdown` ends a process. */
  type ShutdownOptions = types.ShutdownOptions
  /** One entry of `app.stack`. */
  type StackEntry = types.StackEntry
  /** Makes middleware that serves the files under a directory. */
  type StaticConstructor = types.StaticConstructor
  /** The middleware of 3.x that packages of their own have become. */
  type SuccessorMiddleware = types.SuccessorMiddleware
  /** Renders a template file and hands the text to the callback. */
  type TemplateEngine = types.TemplateEngine
  /** How `webapp.timeout` fails a request. */
  type TimeoutOptions = types.TimeoutOptions
  /** One uploaded file. */
  type UploadedFile = types.UploadedFile
  /** Uploaded files by the names of their fields. */
  type UploadedFiles = types.UploadedFiles
  /** How `webapp.urlencoded` reads a body. */
  type UrlencodedOptions = types.UrlencodedOptions
  /** Tells whether user and password are right. */
  type VerifyUser = types.VerifyUser
  /** The 3.x factory, with what hangs on it. */
  type Webapp = types.Webapp
}

// The engine's own types are looser than the public ones: its members are written once for all
// dialects, and sit on prototypes that only the factory puts together.
const webapp = factory as unknown as types.Webapp

export = webapp
