// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any as in @types/express.

import type { Stats } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NextHandleFunction } from '../shared/handlers.ts'
import type { CookieOptions } from '../shared/options.ts'

/**
 * The middleware of 3.x that moved to separate packages. A member loads its package when it is
 * first read. If the package is not installed, the member throws an error that names it.
 */
export interface SuccessorMiddleware {
  /** Creates middleware that compresses responses; requires the package `compression`. */
  compress(options?: CompressOptions): NextHandleFunction
  /**
   * Creates middleware that stores the session in a cookie; requires the package `cookie-session`.
   */
  cookieSession(options?: CookieSessionOptions): NextHandleFunction
  /** Creates middleware for CSRF protection; requires the package `csurf`. */
  csrf(options?: CsrfOptions): NextHandleFunction
  /** Creates middleware that lists directories; requires the package `serve-index`. */
  directory(root: string, options?: DirectoryOptions): NextHandleFunction
  /** Creates middleware that serves the favicon; requires the package `serve-favicon`. */
  favicon(path: string | Buffer, options?: FaviconOptions): NextHandleFunction
  /** Creates middleware that measures response times; requires the package `response-time`. */
  responseTime(options?: ResponseTimeOptions | ResponseTimeListener): NextHandleFunction
  /** Creates session middleware; requires the package `express-session`. */
  session: SessionConstructor
  /**
   * Throws: the static cache of 3.x has no successor.
   * @deprecated Remove it; `static` supports conditional requests.
   */
  readonly staticCache: never
  /**
   * Creates middleware that fails requests after a timeout; requires the package `connect-timeout`.
   */
  timeout(time?: number | string, options?: TimeoutOptions): NextHandleFunction
  /** Creates middleware for one host, with `*` as a wildcard; requires the package `vhost`. */
  vhost(hostname: string | RegExp, handle: HostHandler): NextHandleFunction
}

/** Options for `webapp.compress`. */
export interface CompressOptions {
  /** Smallest body to compress, in bytes or as a string; `1kb` by default. */
  threshold?: number | string | undefined
  /** Returns whether to compress a response. */
  filter?: { call(req: IncomingMessage, res: ServerResponse): boolean }['call'] | undefined
  /** Compression level, from 0 to 9. */
  level?: number | undefined
  /** Any other option of Node's zlib. */
  [option: string]: any
}

/** Options for `webapp.cookieSession`. */
export interface CookieSessionOptions {
  /** Name of the cookie; `connect.sess` by default. */
  key?: string | undefined
  /** Secret that signs the cookie; the secret of `cookieParser` by default. */
  secret?: string | undefined
  /** Attributes of the cookie. */
  cookie?: CookieOptions | undefined
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
}

/** Options for `webapp.directory`. */
export interface DirectoryOptions {
  /** Returns whether to list a file. */
  filter?:
    | ((name: string, index: number, files: string[], directory: string) => boolean)
    | undefined
  /** Lists files whose name starts with a dot; off by default. */
  hidden?: boolean | undefined
  /** Shows icons; off by default. */
  icons?: boolean | undefined
  /** Path of the style sheet. */
  stylesheet?: string | undefined
  /** Path of the page template, or a function that renders the page. */
  template?:
    | string
    | ((locals: DirectoryLocals, callback: (err: any, html?: string) => void) => void)
    | undefined
  /** Layout of the list; `tiles` by default. */
  view?: 'tiles' | 'details' | undefined
}

/** Template variables of a directory page. */
export interface DirectoryLocals {
  /** Path of the directory in the request URL. */
  directory: string
  /** Whether to show icons. */
  displayIcons: boolean
  /** The files, in order. */
  fileList: { name: string; stat: Stats | undefined }[]
  /** Path of the directory on disk. */
  path: string
  /** The style sheet. */
  style: string
  /** Layout of the list. */
  viewName: string
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

/** Creates session middleware; also has the classes for session stores. */
export interface SessionConstructor {
  (options?: SessionOptions): NextHandleFunction
  // any: the package declares these classes in its own types.
  /** The cookie of a session. */
  Cookie: any
  /** An in-memory store; not for production. */
  MemoryStore: any
  /** A session. */
  Session: any
  /** The base class of stores. */
  Store: any
}

/** Options for `webapp.session`. */
export interface SessionOptions {
  /** Secret that signs the cookie; of several, the first one signs and all are accepted. */
  secret?: string | readonly string[] | undefined
  /** Name of the cookie; `connect.sid` by default. */
  name?: string | undefined
  /** Name of the cookie. */
  key?: string | undefined
  /** Attributes of the cookie. */
  cookie?: CookieOptions | undefined
  // any: each store package declares its own type.
  /** The session store; in memory by default. */
  store?: any
  /** Creates the ID of a new session. */
  genid?: { call(req: any): string }['call'] | undefined
  /** Trusts X-Forwarded-Proto; the `trust proxy` setting decides by default. */
  proxy?: boolean | undefined
  /** Saves sessions that did not change. */
  resave?: boolean | undefined
  /** Sets the cookie again with each response; off by default. */
  rolling?: boolean | undefined
  /** Saves new sessions that are still empty. */
  saveUninitialized?: boolean | undefined
  /** What to do with a session that is unset; `keep` by default. */
  unset?: 'destroy' | 'keep' | undefined
}
