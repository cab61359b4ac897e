import type { Stats } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FactoryThis, NextHandleFunction } from '../shared/handlers.ts'
import type { CookieOptions } from '../shared/options.ts'

/**
 * The middleware of 3.x that moved to separate packages. A member loads its package when it is
 * first read. If the package is not installed, the member throws an error that names it.
 */
export interface SuccessorMiddleware {
  /** Creates middleware that compresses responses; requires the package `compression`. */
  compress(this: FactoryThis, options?: CompressOptions): NextHandleFunction
  /** Creates middleware that lists directories; requires the package `serve-index`. */
  directory(this: FactoryThis, root: string, options?: DirectoryOptions): NextHandleFunction
  /** Creates session middleware; requires the package `express-session`. */
  session: SessionConstructor
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

/** Creates session middleware; also has the classes for session stores. */
export interface SessionConstructor {
  (this: FactoryThis, options?: SessionOptions): NextHandleFunction
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
