// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import { webapp as factory } from './dialects/v5/factory.ts'
import type * as types from './types/v5.ts'

/** The public types, as `webapp.Request` and so on; the one list that every entry shares. */
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
    StatusCode extends number = number,
  > = types.Response<ResBody, LocalsObj, StatusCode>
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
  type RunningApplication<LocalsObj extends types.LocalsRecord = types.LocalsRecord> =
    types.RunningApplication<LocalsObj>
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
  type Send<ResBody = any, T = types.Response<ResBody>> = types.Send<ResBody, T>

  type BodyParserOptions = types.BodyParserOptions
  type ByteRange = types.ByteRange
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
  type ListenCallback = types.ListenCallback
  type Locals = types.Locals
  type LocalsRecord = types.LocalsRecord
  type MediaType = types.MediaType
  type Method = types.Method
  type NextFunction = types.NextFunction
  type NextHandleFunction = types.NextHandleFunction
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
  type RawOptions = types.RawOptions
  type RenderCallback = types.RenderCallback
  type RequestParamHandler = types.RequestParamHandler
  type RequestRanges = types.RequestRanges
  type RouteConstructor = types.RouteConstructor
  type RouterConstructor = types.RouterConstructor
  type RouterOptions = types.RouterOptions
  type SendFileOptions = types.SendFileOptions
  type ServeStaticOptions = types.ServeStaticOptions
  type SettingReader = types.SettingReader
  type TemplateEngine = types.TemplateEngine
  type TextOptions = types.TextOptions
  type UrlencodedOptions = types.UrlencodedOptions
  type Webapp = types.Webapp
}

// The engine's own types are looser than the public ones: its members are written once for all
// dialects, and sit on prototypes that only the factory puts together.
const webapp = factory as unknown as types.Webapp

export = webapp
