// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import { webapp as factory } from './dialects/v3/factory.ts'
import type * as types from './types/v3.ts'

/** The public types, as `webapp.Request` and so on; the one list that both entries share. */
declare namespace webapp {
  type Request<
    P = types.ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = types.ParsedQs,
    LocalsObj extends types.LocalsRecord = types.LocalsRecord,
  > = types.Request<P, ResBody, ReqBody, ReqQuery, LocalsObj>
  type Response<
    ResBody = any,
    LocalsObj extends types.LocalsRecord = types.LocalsRecord,
  > = types.Response<ResBody, LocalsObj>
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
  type Application<LocalsObj extends types.LocalsRecord = types.LocalsRecord> =
    types.Application<LocalsObj>
  type CallableLocals<LocalsObj extends types.LocalsRecord = types.LocalsRecord> =
    types.CallableLocals<LocalsObj>
  type IRouterMatcher<T, Method extends types.Method | 'all' = any> = types.IRouterMatcher<
    T,
    Method
  >
  type RouteParameters<Path extends string> = types.RouteParameters<Path>
  type RouteParams<P = types.ParamsDictionary> = types.RouteParams<P>
  type Dictionary<T> = types.Dictionary<T>
  type Send<ResBody = any, T = types.Response<ResBody>> = types.Send<ResBody, T>
  type SendStatus<T> = types.SendStatus<T>
  type Use<T> = types.Use<T>

  type AcceptedType = types.AcceptedType
  type BasicAuth = types.BasicAuth
  type BodyParserOptions = types.BodyParserOptions
  type ByteRange = types.ByteRange
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
  type RouteKey = types.RouteKey
  type RouteMap = types.RouteMap
  type RouteOptions = types.RouteOptions
  type Router = types.Router
  type RouterConstructor = types.RouterConstructor
  type RouterOptions = types.RouterOptions
  type SendFileOptions = types.SendFileOptions
  type ServeStaticOptions = types.ServeStaticOptions
  type SessionConstructor = types.SessionConstructor
  type SessionOptions = types.SessionOptions
  type SettingReader = types.SettingReader
  type StackEntry = types.StackEntry
  type StaticConstructor = types.StaticConstructor
  type SuccessorMiddleware = types.SuccessorMiddleware
  type TemplateEngine = types.TemplateEngine
  type TimeoutOptions = types.TimeoutOptions
  type UploadedFile = types.UploadedFile
  type UploadedFiles = types.UploadedFiles
  type UrlencodedOptions = types.UrlencodedOptions
  type VerifyUser = types.VerifyUser
  type Webapp = types.Webapp
}

// The engine's own types are looser than the public ones: its members are written once for all
// dialects, and sit on prototypes that only the factory puts together.
const webapp = factory as unknown as types.Webapp

export = webapp
