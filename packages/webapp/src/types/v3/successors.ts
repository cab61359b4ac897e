// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { Stats } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NextHandleFunction } from '../shared/handlers.ts'
import type { CookieOptions } from '../shared/options.ts'

/**
 * The middleware of 3.x that packages of their own have become. A member loads its package when it
 * is first read; where that is not installed it throws an error that names it.
 */
export interface SuccessorMiddleware {
  /** Makes middleware that compresses answers; the package `compression`. */
  compress(options?: CompressOptions): NextHandleFunction
  /** Makes middleware that keeps the session in a cookie; the package `cookie-session`. */
  cookieSession(options?: CookieSessionOptions): NextHandleFunction
  /** Makes middleware that asks forms for a token of the session; the package `csurf`. */
  csrf(options?: CsrfOptions): NextHandleFunction
  /** Makes middleware that lists directories; the package `serve-index`. */
  directory(root: string, options?: DirectoryOptions): NextHandleFunction
  /** Makes middleware that serves the icon of the site; the package `serve-favicon`. */
  favicon(path: string | Buffer, options?: FaviconOptions): NextHandleFunction
  /** Makes middleware that tells how long an answer took; the package `response-time`. */
  responseTime(options?: ResponseTimeOptions | ResponseTimeListener): NextHandleFunction
  /** Makes middleware that keeps sessions; the package `express-session`. */
  session: SessionConstructor
  /**
   * Throws: the cache of 3.x has no successor.
   * @deprecated Remove it; `static` answers conditional requests.
   */
  readonly staticCache: never
  /** Makes middleware that fails requests after a time; the package `connect-timeout`. */
  timeout(time?: number | string, options?: TimeoutOptions): NextHandleFunction
  /** Makes middleware for one host, with `*` for any text; the package `vhost`. */
  vhost(hostname: string | RegExp, handle: HostHandler): NextHandleFunction
}

/** How `webapp.compress` compresses. */
export interface CompressOptions {
  /** Smallest body that is compressed, in bytes or as text; `1kb` by default. */
  threshold?: number | string | undefined
  /** Tells whether an answer is compressed. */
  filter?: { call(req: IncomingMessage, res: ServerResponse): boolean }['call'] | undefined
  /** Effort, from 0 to 9. */
  level?: number | undefined
  /** Any other option of Node's zlib. */
  [option: string]: any
}

/** How `webapp.cookieSession` keeps a session. */
export interface CookieSessionOptions {
  /** Name of the cookie; `connect.sess` by default. */
  key?: string | undefined
  /** Signs the cookie; the secret of `cookieParser` by default. */
  secret?: string | undefined
  /** Attributes of the cookie. */
  cookie?: CookieOptions | undefined
}

/** How `webapp.csrf` finds tokens. */
export interface CsrfOptions {
  /** Keeps the secret in a cookie and not in the session. */
  cookie?: boolean | (CookieOptions & { key?: string | undefined }) | undefined
  /** Methods that need no token; GET, HEAD and OPTIONS by default. */
  ignoreMethods?: readonly string[] | undefined
  /** Member of the request that is the session; `session` by default. */
  sessionKey?: string | undefined
  /** Finds the token in a request. */
  value?: { call(req: any): unknown }['call'] | undefined
}

/** How `webapp.directory` lists a directory. */
export interface DirectoryOptions {
  /** Tells whether a file is listed. */
  filter?:
    | ((name: string, index: number, files: string[], directory: string) => boolean)
    | undefined
  /** Lists files whose name starts with a dot; off by default. */
  hidden?: boolean | undefined
  /** Shows icons; off by default. */
  icons?: boolean | undefined
  /** File with the style sheet. */
  stylesheet?: string | undefined
  /** File with the page, or a function that makes it. */
  template?:
    | string
    | ((locals: DirectoryLocals, callback: (err: any, html?: string) => void) => void)
    | undefined
  /** How files are shown; `tiles` by default. */
  view?: 'tiles' | 'details' | undefined
}

/** What the page of a directory is made of. */
export interface DirectoryLocals {
  /** Path of the directory as the client asked for it. */
  directory: string
  /** Whether icons are wanted. */
  displayIcons: boolean
  /** The files, in order. */
  fileList: { name: string; stat: Stats | undefined }[]
  /** Path of the directory on disk. */
  path: string
  /** The style sheet. */
  style: string
  /** How files are shown. */
  viewName: string
}

/** How `webapp.favicon` serves the icon. */
export interface FaviconOptions {
  /** Lifetime in caches, in milliseconds or as text such as `1d`; a year by default. */
  maxAge?: number | string | undefined
}

/** How `webapp.responseTime` tells the time. */
export interface ResponseTimeOptions {
  /** Digits after the point; 3 by default. */
  digits?: number | undefined
  /** Header field; `X-Response-Time` by default. */
  header?: string | undefined
  /** Appends `ms`; on by default. */
  suffix?: boolean | undefined
}

/** Told of the time in milliseconds. */
// Written as a method: a function that asks for narrower types is accepted.
export type ResponseTimeListener = {
  call(req: IncomingMessage, res: ServerResponse, time: number): void
}['call']

/** How `webapp.timeout` fails a request. */
export interface TimeoutOptions {
  /** Fails the request with 503, and does not only emit `timeout`; on by default. */
  respond?: boolean | undefined
}

/** Handles the requests of one host: an application or a listener. */
export type HostHandler = { call(req: any, res: any, next: any): unknown }['call']

/** Makes middleware that keeps sessions, with the classes that stores are made from. */
export interface SessionConstructor {
  (options?: SessionOptions): NextHandleFunction
  // any: these classes are the package's own, which has types of its own.
  /** The cookie of a session. */
  Cookie: any
  /** A store in memory; not for production. */
  MemoryStore: any
  /** A session. */
  Session: any
  /** What stores inherit from. */
  Store: any
}

/** How `webapp.session` keeps sessions. */
export interface SessionOptions {
  /** Signs the cookie; several sign with the first and accept all. */
  secret?: string | readonly string[] | undefined
  /** Name of the cookie; `connect.sid` by default. */
  name?: string | undefined
  /** Name of the cookie. */
  key?: string | undefined
  /** Attributes of the cookie. */
  cookie?: CookieOptions | undefined
  // any: a store is known by its methods, and packages declare it each in its own way.
  /** Where sessions are kept; in memory by default. */
  store?: any
  /** Makes the name of a new session. */
  genid?: { call(req: any): string }['call'] | undefined
  /** Trusts X-Forwarded-Proto; by default as `trust proxy` says. */
  proxy?: boolean | undefined
  /** Stores sessions that were not changed. */
  resave?: boolean | undefined
  /** Sets the cookie anew with each answer; off by default. */
  rolling?: boolean | undefined
  /** Stores new sessions that nothing was put into. */
  saveUninitialized?: boolean | undefined
  /** What becomes of a session that is unset; `keep` by default. */
  unset?: 'destroy' | 'keep' | undefined
}
