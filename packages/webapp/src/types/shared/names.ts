// The names that the types of every dialect export.
export type { Fetch, FetchOptions } from '../../adapters/fetch-types.ts'
export type {
  Inject,
  InjectBody,
  InjectedHead,
  InjectedResponse,
  InjectedStream,
  InjectOptions,
  QueryValue,
} from '../../adapters/inject-types.ts'
export type { Listen, SettingReader, TemplateEngine } from './application.ts'
export type { RouteBehind, RouterBehind } from './behind.ts'
export type { Locals, LocalsRecord } from './express-namespace.ts'
export type { NextFunction, NextHandleFunction } from './handlers.ts'
export type { RouteInfo } from './introspection.ts'
export type { CloseOptions, CloseReport, ShutdownOptions } from './lifecycle.ts'
export type { CookieOptions } from './options.ts'
export type { ParsedQs, Query } from './query.ts'
export type { ByteRange, Range, RangeOptions, RangeResult, Ranges, RequestRanges } from './range.ts'
export type { MediaType } from './request.ts'
export type { HeaderValue, RenderCallback } from './response.ts'
export type { Method, PathParams } from './route-keys.ts'
export type {
  Dictionary,
  Params,
  ParamsDictionary,
  ParamsFlatDictionary,
} from './route-parameters.ts'
export type { RouteNaming, UrlArguments, UrlOptions, UrlParameters } from './route-urls.ts'
export type { SettingName, Settings, SettingsTable } from './settings.ts'
