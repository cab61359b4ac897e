import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { RequestMembers } from '../shared/request.ts'
import type { AddedToRequest } from '../shared/serve-static-core.ts'

/** The members of requests. */
export interface RequestInterface<P, ResBody, ReqBody, ReqQuery, LocalsObj extends LocalsRecord>
  extends RequestMembers<'4.x', P, ResBody, LocalsObj>,
    AddedToRequest {
  /** The parsed body; `{}` if a body parser found none to parse. Validate it before use. */
  body: ReqBody
  /** The query string, parsed by the `query parser` setting; middleware can replace it. */
  query: ReqQuery
  /**
   * The Host header without its port.
   * @deprecated Use `hostname`; in 5.x `host` includes the port.
   */
  readonly host: string

  /**
   * The value from `params`, else from `body`, else from `query`, else the default.
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
