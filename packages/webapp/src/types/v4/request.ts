// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { ParsedQs } from '../shared/query.ts'
import type { RequestMembers } from '../shared/request.ts'
import type { ParamsDictionary } from '../shared/route-parameters.ts'

/** Node's request with the members of the framework. */
export interface Request<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
> extends RequestMembers<'4.x', P, ResBody, LocalsObj> {
  /** The parsed body; `{}` after a body parser that found none to read, and never to be trusted. */
  body: ReqBody
  /** Query string as parsed by the `query parser` setting; middleware may replace it. */
  query: ReqQuery
  /**
   * Host header without its port.
   * @deprecated Use `hostname`; in 5.x this one has the port.
   */
  readonly host: string

  /**
   * The value of that name in `params`, else in `body`, else in `query`, else the default.
   * @deprecated Use `params`, `body` or `query`.
   */
  param(name: string, defaultValue?: any): any

  /** @deprecated Use `acceptsCharsets`. */
  acceptsCharset(): string[]
  /** @deprecated Use `acceptsCharsets`. */
  acceptsCharset(charset: string): string | false
  /** @deprecated Use `acceptsCharsets`. */
  acceptsCharset(charsets: readonly string[]): string | false
  /** @deprecated Use `acceptsCharsets`. */
  acceptsCharset(...charsets: string[]): string | false
  /** @deprecated Use `acceptsEncodings`. */
  acceptsEncoding(): string[]
  /** @deprecated Use `acceptsEncodings`. */
  acceptsEncoding(encoding: string): string | false
  /** @deprecated Use `acceptsEncodings`. */
  acceptsEncoding(encodings: readonly string[]): string | false
  /** @deprecated Use `acceptsEncodings`. */
  acceptsEncoding(...encodings: string[]): string | false
  /** @deprecated Use `acceptsLanguages`. */
  acceptsLanguage(): string[]
  /** @deprecated Use `acceptsLanguages`. */
  acceptsLanguage(lang: string): string | false
  /** @deprecated Use `acceptsLanguages`. */
  acceptsLanguage(langs: readonly string[]): string | false
  /** @deprecated Use `acceptsLanguages`. */
  acceptsLanguage(...langs: string[]): string | false
}
