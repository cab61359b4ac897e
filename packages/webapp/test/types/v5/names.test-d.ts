// The same types by name, `import { type Request }`, and in the namespace, `webapp.Request`.
import type * as esm from '../../../src/v5.mts'
import type cjs from '../../../src/v5.ts'
import type { Equal, Expect } from '../equal.ts'

export type Names = [
  Expect<Equal<esm.Application<{ c: 3 }>, cjs.Application<{ c: 3 }>>>,
  Expect<Equal<esm.ApplicationRequestHandler<1>, cjs.ApplicationRequestHandler<1>>>,
  Expect<Equal<esm.BodyParserOptions, cjs.BodyParserOptions>>,
  Expect<Equal<esm.ByteRange, cjs.ByteRange>>,
  Expect<Equal<esm.CloseOptions, cjs.CloseOptions>>,
  Expect<Equal<esm.CloseReport, cjs.CloseReport>>,
  Expect<Equal<esm.CookieOptions, cjs.CookieOptions>>,
  Expect<Equal<esm.Dictionary<1>, cjs.Dictionary<1>>>,
  Expect<Equal<esm.DownloadOptions, cjs.DownloadOptions>>,
  Expect<Equal<esm.Errback, cjs.Errback>>,
  Expect<
    Equal<
      esm.ErrorRequestHandler<{ a: string }, 1, 2, { b: string }, { c: 3 }>,
      cjs.ErrorRequestHandler<{ a: string }, 1, 2, { b: string }, { c: 3 }>
    >
  >,
  Expect<Equal<esm.Express, cjs.Express>>,
  Expect<Equal<esm.FormatHandlers, cjs.FormatHandlers>>,
  Expect<Equal<esm.Handler, cjs.Handler>>,
  Expect<Equal<esm.HeaderValue, cjs.HeaderValue>>,
  Expect<Equal<esm.ILayer, cjs.ILayer>>,
  Expect<Equal<esm.IRoute<'/:id'>, cjs.IRoute<'/:id'>>>,
  Expect<Equal<esm.IRouter<{ a: string }>, cjs.IRouter<{ a: string }>>>,
  Expect<Equal<esm.IRouterHandler<1, '/:id'>, cjs.IRouterHandler<1, '/:id'>>>,
  Expect<Equal<esm.IRouterMatcher<1, 'get'>, cjs.IRouterMatcher<1, 'get'>>>,
  Expect<Equal<esm.IRouterUse<1>, cjs.IRouterUse<1>>>,
  Expect<Equal<esm.JsonOptions, cjs.JsonOptions>>,
  Expect<Equal<esm.Layer, cjs.Layer>>,
  Expect<Equal<esm.LayerHandle, cjs.LayerHandle>>,
  Expect<Equal<esm.ListenCallback, cjs.ListenCallback>>,
  Expect<Equal<esm.Locals, cjs.Locals>>,
  Expect<Equal<esm.LocalsRecord, cjs.LocalsRecord>>,
  Expect<Equal<esm.MediaType, cjs.MediaType>>,
  Expect<Equal<esm.MergingOptions, cjs.MergingOptions>>,
  Expect<Equal<esm.Method, cjs.Method>>,
  Expect<Equal<esm.NextFunction, cjs.NextFunction>>,
  Expect<Equal<esm.NextHandleFunction, cjs.NextHandleFunction>>,
  Expect<Equal<esm.Params, cjs.Params>>,
  Expect<Equal<esm.ParamsDictionary, cjs.ParamsDictionary>>,
  Expect<Equal<esm.ParamsFlatDictionary, cjs.ParamsFlatDictionary>>,
  Expect<Equal<esm.ParsedQs, cjs.ParsedQs>>,
  Expect<Equal<esm.PathParams, cjs.PathParams>>,
  Expect<Equal<esm.Query, cjs.Query>>,
  Expect<Equal<esm.Range, cjs.Range>>,
  Expect<Equal<esm.RangeOptions, cjs.RangeOptions>>,
  Expect<Equal<esm.RangeResult, cjs.RangeResult>>,
  Expect<Equal<esm.Ranges, cjs.Ranges>>,
  Expect<Equal<esm.RawOptions, cjs.RawOptions>>,
  Expect<Equal<esm.RenderCallback, cjs.RenderCallback>>,
  Expect<
    Equal<
      esm.Request<{ a: string }, 1, 2, { b: string }, { c: 3 }>,
      cjs.Request<{ a: string }, 1, 2, { b: string }, { c: 3 }>
    >
  >,
  Expect<
    Equal<
      esm.RequestHandler<{ a: string }, 1, 2, { b: string }, { c: 3 }>,
      cjs.RequestHandler<{ a: string }, 1, 2, { b: string }, { c: 3 }>
    >
  >,
  Expect<
    Equal<
      esm.RequestHandlerParams<{ a: string }, 1, 2, { b: string }, { c: 3 }>,
      cjs.RequestHandlerParams<{ a: string }, 1, 2, { b: string }, { c: 3 }>
    >
  >,
  Expect<Equal<esm.RequestParamHandler, cjs.RequestParamHandler>>,
  Expect<Equal<esm.RequestRanges, cjs.RequestRanges>>,
  Expect<Equal<esm.Response<1, { c: 3 }>, cjs.Response<1, { c: 3 }>>>,
  Expect<Equal<esm.RouteConstructor, cjs.RouteConstructor>>,
  Expect<
    Equal<
      esm.RouteBehind<'/:id', unknown, '5.x', { a: 1 }>,
      cjs.RouteBehind<'/:id', unknown, '5.x', { a: 1 }>
    >
  >,
  Expect<
    Equal<
      esm.RouterBehind<object, unknown, '5.x', { a: 1 }>,
      cjs.RouterBehind<object, unknown, '5.x', { a: 1 }>
    >
  >,
  Expect<Equal<esm.RouteInfo, cjs.RouteInfo>>,
  Expect<Equal<esm.RouteNaming, cjs.RouteNaming>>,
  Expect<Equal<esm.UrlArguments<'5.x', '/:id'>, cjs.UrlArguments<'5.x', '/:id'>>>,
  Expect<Equal<esm.UrlOptions, cjs.UrlOptions>>,
  Expect<Equal<esm.UrlParameters, cjs.UrlParameters>>,
  Expect<Equal<esm.RouteParameters<'/:id'>, cjs.RouteParameters<'/:id'>>>,
  Expect<Equal<esm.Router<{ a: string }>, cjs.Router<{ a: string }>>>,
  Expect<Equal<esm.RouterConstructor, cjs.RouterConstructor>>,
  Expect<Equal<esm.RouterOptions, cjs.RouterOptions>>,
  Expect<Equal<esm.RunningApplication<{ c: 3 }>, cjs.RunningApplication<{ c: 3 }>>>,
  Expect<Equal<esm.Send<1, 2>, cjs.Send<1, 2>>>,
  Expect<Equal<esm.SendFileOptions, cjs.SendFileOptions>>,
  Expect<Equal<esm.ServeStaticOptions, cjs.ServeStaticOptions>>,
  Expect<Equal<esm.Fetch, cjs.Fetch>>,
  Expect<Equal<esm.FetchOptions, cjs.FetchOptions>>,
  Expect<Equal<esm.Inject, cjs.Inject>>,
  Expect<Equal<esm.InjectBody, cjs.InjectBody>>,
  Expect<Equal<esm.InjectedHead, cjs.InjectedHead>>,
  Expect<Equal<esm.InjectedResponse, cjs.InjectedResponse>>,
  Expect<Equal<esm.InjectedStream, cjs.InjectedStream>>,
  Expect<Equal<esm.InjectOptions, cjs.InjectOptions>>,
  Expect<Equal<esm.Listen<() => void>, cjs.Listen<() => void>>>,
  Expect<Equal<esm.QueryValue, cjs.QueryValue>>,
  Expect<Equal<esm.SettingsTable, cjs.SettingsTable>>,
  Expect<Equal<esm.SettingName, cjs.SettingName>>,
  Expect<Equal<esm.SettingReader, cjs.SettingReader>>,
  Expect<Equal<esm.Settings, cjs.Settings>>,
  Expect<Equal<esm.ShutdownOptions, cjs.ShutdownOptions>>,
  Expect<Equal<esm.TemplateEngine, cjs.TemplateEngine>>,
  Expect<Equal<esm.TextOptions, cjs.TextOptions>>,
  Expect<Equal<esm.UrlencodedOptions, cjs.UrlencodedOptions>>,
  Expect<Equal<esm.Webapp, cjs.Webapp>>,
]
