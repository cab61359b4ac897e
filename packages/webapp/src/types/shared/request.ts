// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { IncomingMessage } from 'node:http'
import type { NoAccepted } from './absent.ts'
import type { ApplicationOf, Dialect, ResponseOf } from './dialect.ts'
import type { LocalsRecord } from './express-namespace.ts'
import type { NextFunction } from './handlers.ts'
import type { RangeOptions, RangeResult } from './range.ts'

/** What requests have since 4.x. */
export interface RequestMembers<D extends Dialect, P, ResBody, LocalsObj extends LocalsRecord>
  extends RequestBase<D, ResBody, LocalsObj>,
    NoAccepted {
  /** The part of the URL that the routers above have matched. */
  baseUrl: string
  /** Host header without its port; under `trust proxy` as forwarded. */
  readonly hostname: string
  /** Route parameters, decoded. */
  params: P

  /** All media types the client accepts, the best first. */
  accepts(): string[]
  /** The media type offered that the client likes best; false for none. */
  accepts(types: string | readonly string[]): string | false
  /** The media type offered that the client likes best; false for none. */
  accepts(...types: string[]): string | false
  /** All character sets the client accepts, the best first. */
  acceptsCharsets(): string[]
  /** The character set offered that the client likes best; false for none. */
  acceptsCharsets(charsets: string | readonly string[]): string | false
  /** The character set offered that the client likes best; false for none. */
  acceptsCharsets(...charsets: string[]): string | false
  /** All content codings the client accepts, the best first. */
  acceptsEncodings(): string[]
  /** The content coding offered that the client likes best; false for none. */
  acceptsEncodings(encodings: string | readonly string[]): string | false
  /** The content coding offered that the client likes best; false for none. */
  acceptsEncodings(...encodings: string[]): string | false
  /** All languages the client accepts, the best first. */
  acceptsLanguages(): string[]
  /** The language offered that the client likes best; false for none. */
  acceptsLanguages(langs: string | readonly string[]): string | false
  /** The language offered that the client likes best; false for none. */
  acceptsLanguages(...langs: string[]): string | false

  /** The first given type that the body has, false for none, null for no body. */
  is(type: string | readonly string[]): string | false | null
  /** The first given type that the body has, false for none, null for no body. */
  is(...types: string[]): string | false | null
}

/** What requests of every dialect have. */
export interface RequestBase<D extends Dialect, ResBody, LocalsObj extends LocalsRecord>
  extends IncomingMessage,
    Express.Request {
  /** The application that handles the request. */
  app: ApplicationOf<D>
  // any: cookie-parsing middleware decides what these hold.
  /** Cookies of the request, from cookie-parsing middleware. */
  cookies: any
  /** Cookies whose signature was right, from cookie-parsing middleware. */
  signedCookies: any
  /** True when the copy in the client's cache is still good. */
  readonly fresh: boolean
  /** True when the copy in the client's cache is out of date. */
  readonly stale: boolean
  /** Address of the client; under `trust proxy` as forwarded. */
  readonly ip: string | undefined
  /** Forwarded addresses under `trust proxy`, the client first; else empty. */
  readonly ips: string[]
  /** Method of the request, in upper case. */
  method: string
  /** URL as it came in, whatever routers have made of `url`. */
  originalUrl: string
  /** URL as this router sees it, without the path it is mounted on. */
  url: string
  /** Path of `url`, without the query string. */
  readonly path: string
  /** `http` or `https`; under `trust proxy` as forwarded. */
  readonly protocol: string
  /** The response to this request. */
  res?: ResponseOf<D, ResBody, LocalsObj> | undefined
  /** Hands the request on, as the `next` of the handler in turn does. */
  next?: NextFunction | undefined
  // any: a route, or what other dialects put there; loggers read `route.path` without narrowing.
  /** The route that matched. */
  route: any
  /** True when the request came over TLS. */
  readonly secure: boolean
  /** Aborts when the client leaves before the answer is finished. */
  signal: AbortSignal
  /** Subdomains of the host, the most significant last. */
  readonly subdomains: string[]
  /** True when the request says it was made by a script in a page. */
  readonly xhr: boolean

  /** Reads the fields of that name. */
  get(name: 'set-cookie'): string[] | undefined
  /** Reads a header field, whatever the case of its name. */
  get(name: string): string | undefined
  /** Reads the fields of that name. */
  header(name: 'set-cookie'): string[] | undefined
  /** Reads a header field, whatever the case of its name. */
  header(name: string): string | undefined
  /** Ranges asked for of a resource of `size` units; undefined without a Range header. */
  range(size: number, options?: RangeOptions): RangeResult | undefined
}

/** One media type of an Accept header. */
export interface MediaType {
  /** The whole type, such as `text/html`. */
  value: string
  /** Its weight, from 0 to 1. */
  quality: number
  /** The part before the slash. */
  type: string
  /** The part after the slash. */
  subtype: string
}
