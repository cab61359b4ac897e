import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FactoryThis, NextHandleFunction } from '../shared/handlers.ts'
import type { CookieOptions } from '../shared/options.ts'

/** The middleware of 3.x that few programs use. A member is loaded when it is first read. */
export interface SeldomMiddleware {
  /** Creates middleware that stores the session in a signed cookie, in the format of Express 3. */
  cookieSession(this: FactoryThis, options?: CookieSessionOptions): NextHandleFunction
  /** Creates middleware for CSRF protection, which adds `req.csrfToken()`; requires a session. */
  csrf(this: FactoryThis, options?: CsrfOptions): NextHandleFunction
  /** Creates middleware that serves the favicon: a file, a buffer, or an icon of its own. */
  favicon(
    this: FactoryThis,
    path?: string | Buffer | null,
    options?: FaviconOptions,
  ): NextHandleFunction
  /** Creates middleware that measures response times. */
  responseTime(
    this: FactoryThis,
    options?: ResponseTimeOptions | ResponseTimeListener | number,
  ): NextHandleFunction
  /**
   * Creates middleware that sets `X-Cache: MISS`, as in Express 3.21.
   * @deprecated Use a reverse proxy that caches.
   */
  staticCache(
    this: FactoryThis,
    options?: { maxObjects?: number; maxLength?: number },
  ): NextHandleFunction
  /** Creates middleware that fails requests with 503 after a time, in milliseconds or as `5s`. */
  timeout(this: FactoryThis, time?: number | string, options?: TimeoutOptions): NextHandleFunction
  /** Creates middleware for one host, with `*` as a wildcard. */
  vhost(this: FactoryThis, hostname: string | RegExp, handle: HostHandler): NextHandleFunction
}

/** Options for `webapp.cookieSession`. */
export interface CookieSessionOptions {
  /** Name of the cookie; `connect.sess` by default. */
  key?: string | undefined
  /** Secret that signs the cookie; the secret of `cookieParser` by default. */
  secret?: string | undefined
  /** Attributes of the cookie. */
  cookie?: CookieOptions | undefined
  /**
   * Trusts X-Forwarded-Proto for secure cookies, or Forwarded with the setting `forwarded header`; off by
   * default.
   */
  proxy?: boolean | undefined
}

/** Options for `webapp.csrf`. */
export interface CsrfOptions {
  /** Keeps the secret in a cookie instead of the session. */
  cookie?: boolean | (CookieOptions & { key?: string | undefined }) | undefined
  /** Methods that do not require a token; GET, HEAD and OPTIONS by default. */
  ignoreMethods?: readonly string[] | undefined
  /** Property of the request that holds the session; `session` by default. */
  sessionKey?: string | undefined
  /** Reads the token from a request. */
  value?: { call(req: any): unknown }['call'] | undefined
  /** Number of characters of the salt in a token; 8 by default. */
  saltLength?: number | undefined
  /** Number of random bytes in a secret; 18 by default. */
  secretLength?: number | undefined
}

/** Options for `webapp.favicon`. */
export interface FaviconOptions {
  /** Lifetime in caches, in milliseconds or as a string such as `1d`; one year by default. */
  maxAge?: number | string | undefined
}

/** Options for `webapp.responseTime`. */
export interface ResponseTimeOptions {
  /** Number of decimal places; 3 by default. */
  digits?: number | undefined
  /** Name of the header field; `X-Response-Time` by default. */
  header?: string | undefined
  /** Appends `ms`; on by default. */
  suffix?: boolean | undefined
}

/** Called with the response time in milliseconds. */
// Method syntax makes the parameters bivariant: a function with narrower types is accepted.
export type ResponseTimeListener = {
  call(req: IncomingMessage, res: ServerResponse, time: number): void
}['call']

/** Options for `webapp.timeout`. */
export interface TimeoutOptions {
  /** Fails the request with 503 instead of only emitting `timeout`; on by default. */
  respond?: boolean | undefined
}

/** Handles the requests of one host: an application or a request listener. */
export type HostHandler = { call(req: any, res: any, next: any): unknown }['call']
