import type { IncomingMessage } from 'node:http'
import type { NoAccepted } from './absent.ts'
import type { ApplicationOf, Dialect, ResponseOf } from './dialect.ts'
import type { LocalsRecord } from './express-namespace.ts'
import type { NextFunction } from './handlers.ts'
import type { RangeOptions, RangeResult } from './range.ts'

/** Members of requests since 4.x. */
export interface RequestMembers<D extends Dialect, P, ResBody, LocalsObj extends LocalsRecord>
  extends RequestBase<D, ResBody, LocalsObj>,
    NoAccepted {
  /** The URL prefix that the parent routers matched. */
  baseUrl: string
  /** The Host header without its port; the forwarded host if `trust proxy` applies. */
  readonly hostname: string
  /** The decoded route parameters. */
  params: P

  /** All media types that the client accepts, most preferred first. */
  accepts(): string[]
  /** The offered media type that the client prefers; false if it accepts none. */
  accepts(types: string | readonly string[]): string | false
  /** The offered media type that the client prefers; false if it accepts none. */
  accepts(...types: string[]): string | false
  /** All character sets that the client accepts, most preferred first. */
  acceptsCharsets(): string[]
  /** The offered character set that the client prefers; false if it accepts none. */
  acceptsCharsets(charsets: string | readonly string[]): string | false
  /** The offered character set that the client prefers; false if it accepts none. */
  acceptsCharsets(...charsets: string[]): string | false
  /** All content codings that the client accepts, most preferred first. */
  acceptsEncodings(): string[]
  /** The offered content coding that the client prefers; false if it accepts none. */
  acceptsEncodings(encodings: string | readonly string[]): string | false
  /** The offered content coding that the client prefers; false if it accepts none. */
  acceptsEncodings(...encodings: string[]): string | false
  /** All languages that the client accepts, most preferred first. */
  acceptsLanguages(): string[]
  /** The offered language that the client prefers; false if it accepts none. */
  acceptsLanguages(langs: string | readonly string[]): string | false
  /** The offered language that the client prefers; false if it accepts none. */
  acceptsLanguages(...langs: string[]): string | false

  /** The first given type that matches the body; false for no match, null without a body. */
  is(type: string | readonly string[]): string | false | null
  /** The first given type that matches the body; false for no match, null without a body. */
  is(...types: string[]): string | false | null
}

/** Members of requests in every dialect. */
export interface RequestBase<D extends Dialect, ResBody, LocalsObj extends LocalsRecord>
  extends IncomingMessage,
    Express.Request {
  /** The application that handles the request. */
  app: ApplicationOf<D>
  // any: cookie-parsing middleware decides what the cookies hold.
  /** Cookies of the request, from cookie-parsing middleware. */
  cookies: any
  /** Cookies with a valid signature, from cookie-parsing middleware. */
  signedCookies: any
  /** True if the client's cached copy is still fresh. */
  readonly fresh: boolean
  /** True if the client's cached copy is out of date. */
  readonly stale: boolean
  /** Address of the client; the forwarded address if `trust proxy` applies. */
  readonly ip: string | undefined
  /** Forwarded addresses if `trust proxy` applies, the client first; otherwise empty. */
  readonly ips: string[]
  /** Method of the request, in upper case. */
  method: string
  /** The original URL; routers change `url` but not `originalUrl`. */
  originalUrl: string
  /** The URL without the path that the current router is mounted at. */
  url: string
  /** Path of `url`, without the query string. */
  readonly path: string
  /** `http` or `https`; the forwarded protocol if `trust proxy` applies. */
  readonly protocol: string
  /** The response to this request. */
  res?: ResponseOf<D, ResBody, LocalsObj> | undefined
  /** The `next` function of the current handler. */
  next?: NextFunction | undefined
  // any: the route differs between dialects, and loggers read `route.path` without narrowing.
  /** The matched route. */
  route: any
  /** True if the request came over TLS. */
  readonly secure: boolean
  /** Aborts when the client disconnects before the response is finished. */
  signal: AbortSignal
  /** Subdomains of the host in reverse order: `['b', 'a']` for `a.b.example.com`. */
  readonly subdomains: string[]
  /** True if the X-Requested-With header is `XMLHttpRequest`. */
  readonly xhr: boolean

  /** Reads the Set-Cookie header fields. */
  get(name: 'set-cookie'): string[] | undefined
  /** Reads a header field; the name is case-insensitive. */
  get(name: string): string | undefined
  /** Reads the Set-Cookie header fields. */
  header(name: 'set-cookie'): string[] | undefined
  /** Reads a header field; the name is case-insensitive. */
  header(name: string): string | undefined
  /** Parses the Range header for a resource of `size` units; undefined without the header. */
  range(size: number, options?: RangeOptions): RangeResult | undefined
}

/** One media type in an Accept header. */
export interface MediaType {
  /** The whole type, such as `text/html`. */
  value: string
  /** The quality value, from 0 to 1. */
  quality: number
  /** The part before the slash. */
  type: string
  /** The part after the slash. */
  subtype: string
}
