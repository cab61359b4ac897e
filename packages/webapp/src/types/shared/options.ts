// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { Stats } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Dialect, RequestOf, ResponseOf } from './dialect.ts'

/** How a router compares paths. */
export interface RouterOptions {
  /** Treats `/Foo` and `/foo` as different paths; off by default. */
  caseSensitive?: boolean | undefined
  /** Keeps the parameters of the parent router; on conflict the child's value wins. */
  mergeParams?: boolean | undefined
  /** Treats `/foo` and `/foo/` as different paths; off by default. */
  strict?: boolean | undefined
}

/** Attributes of a cookie set by `res.cookie` or removed by `res.clearCookie`. */
export interface CookieOptions {
  /** Lifetime from now, in milliseconds. */
  maxAge?: number | undefined
  /** Signs the value with the secret of the cookie-parsing middleware. */
  signed?: boolean | undefined
  /** Moment of expiry; a cookie without one lasts for the session. */
  expires?: Date | undefined
  /** Hides the cookie from scripts in the page. */
  httpOnly?: boolean | undefined
  /** Path that the cookie is sent to; `/` by default. */
  path?: string | undefined
  /** Domain that the cookie is sent to; the answering host by default. */
  domain?: string | undefined
  /** Sends the cookie over TLS only. */
  secure?: boolean | undefined
  /** Encodes the value, synchronously; `encodeURIComponent` by default. */
  encode?: ((value: string) => string) | undefined
  /** Value of the SameSite attribute; `true` means `strict`. */
  sameSite?: boolean | 'lax' | 'strict' | 'none' | undefined
  /** Value of the Priority attribute. */
  priority?: 'low' | 'medium' | 'high' | undefined
  /** Keeps the cookie in storage partitioned by top-level site. */
  partitioned?: boolean | undefined
}

/** What the file members and the static middleware have in common. */
interface TransferOptions {
  /** Answers range requests; on by default. */
  acceptRanges?: boolean | undefined
  /** Sets Cache-Control; on by default. */
  cacheControl?: boolean | undefined
  /** What to do with files whose name starts with a dot; `ignore` by default. */
  dotfiles?: 'allow' | 'deny' | 'ignore' | undefined
  /** Sends a weak ETag; on by default. */
  etag?: boolean | undefined
  /** Adds the immutable directive to Cache-Control; set `maxAge` too. */
  immutable?: boolean | undefined
  /** Sends Last-Modified; on by default. */
  lastModified?: boolean | undefined
  /** Lifetime in caches, in milliseconds or as text such as `1d`; 0 by default. */
  maxAge?: number | string | undefined
  /** @deprecated Use `maxAge`. */
  maxage?: number | string | undefined
}

/** How `res.sendFile` transfers a file. */
export interface SendFileOptions extends TransferOptions {
  /** Header fields to send with the file. */
  headers?: Record<string, unknown> | undefined
  /** Directory that a relative path is resolved in and may not leave. */
  root?: string | undefined
  /** Extensions to try when the file is missing. */
  extensions?: readonly string[] | string | boolean | undefined
  /** First byte to send. */
  start?: number | undefined
  /** Last byte to send. */
  end?: number | undefined
}

/** How `res.download` transfers a file. */
export interface DownloadOptions extends SendFileOptions {}

/** How `webapp.static` finds and serves files. */
export interface ServeStaticOptions<D extends Dialect = '5.x'>
  extends Omit<TransferOptions, 'dotfiles'> {
  // Any text is taken, so that options may come from a variable or a file of settings.
  /** What to do with files whose name starts with a dot; `ignore` by default. */
  dotfiles?: 'allow' | 'deny' | 'ignore' | (string & {}) | undefined
  /** Extensions to try when the file is missing; the first that exists is served. */
  extensions?: readonly string[] | string | false | undefined
  /** Passes client errors, missing files too, to the next handler; on by default. */
  fallthrough?: boolean | undefined
  /** File served for a directory; `index.html` by default, `false` for none. */
  index?: readonly string[] | string | boolean | undefined
  /** Redirects a directory to the path with a trailing slash; on by default. */
  redirect?: boolean | undefined
  /** Adds header fields, synchronously, before a file is sent. */
  setHeaders?: SetHeaders<D> | undefined
}

/** Adds header fields to a response that is about to carry the file. */
// Written as a method: a function that asks for a narrower response is accepted.
export type SetHeaders<D extends Dialect = '5.x'> = {
  call(res: ResponseOf<D>, path: string, stat: Stats): unknown
}['call']

/** What all body parsers have in common. */
export interface BodyParserOptions<D extends Dialect = '5.x'> {
  /** Accepts compressed bodies; on by default. */
  inflate?: boolean | undefined
  /** Largest body, in bytes or as text such as `1mb`; `100kb` by default. */
  limit?: number | string | undefined
  /** Media types to parse: a type, an extension, a wildcard, a list, or a decision by function. */
  type?: string | readonly string[] | ((req: IncomingMessage) => unknown) | undefined
  /** Sees the body before it is parsed; throwing refuses it. */
  verify?: VerifyBody<D> | undefined
}

/** Examines the raw body, or in 3.x its text; throwing refuses it. */
// Written as a method: a function that asks for a narrower request is accepted.
export type VerifyBody<D extends Dialect = '5.x'> = {
  call(req: RequestOf<D>, res: ResponseOf<D>, ...body: VerifiedBody<D>): unknown
}['call']

type VerifiedBody<D extends Dialect> = D extends '3.x'
  ? [text: string]
  : [buf: Buffer, encoding: string]

/** How `webapp.json` reads a body. */
export interface JsonOptions<D extends Dialect = '5.x'> extends BodyParserOptions<D> {
  /** Second argument of `JSON.parse`. */
  reviver?: ((this: any, key: string, value: any) => any) | null | undefined
  /** Accepts only objects and arrays at the top; on by default. */
  strict?: boolean | undefined
  /**
   * What becomes of members that could turn into a prototype when objects are merged, `__proto__`
   * and `constructor` with a `prototype`: kept as they are (`ignore`), removed, or 400 (`error`).
   *
   * @default 'ignore'
   */
  protoAction?: 'ignore' | 'remove' | 'error' | null | undefined
}

/** How `webapp.raw` reads a body. */
export interface RawOptions<D extends Dialect = '5.x'> extends BodyParserOptions<D> {}

/** How `webapp.text` reads a body. */
export interface TextOptions<D extends Dialect = '5.x'> extends BodyParserOptions<D> {
  /** Character set of a body that names none; `utf-8` by default. */
  defaultCharset?: string | undefined
}
