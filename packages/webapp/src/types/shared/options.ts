import type { Stats } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Dialect, RequestOf, ResponseOf } from './dialect.ts'

/** Options for a router. */
export interface RouterOptions {
  /** Treats `/Foo` and `/foo` as different paths; off by default. */
  caseSensitive?: boolean | undefined
  /** Keeps the parameters of the parent router; on conflict the child's value wins. */
  mergeParams?: boolean | undefined
  /** Responds 405 if a path has routes for other methods alone; as the application by default. */
  methodNotAllowed?: boolean | undefined
  /** Treats `/foo` and `/foo/` as different paths; off by default. */
  strict?: boolean | undefined
}

/** Options for a router whose requests have the parameters of the parent router. */
export interface MergingOptions extends RouterOptions {
  /** Keeps the parameters of the parent router; on conflict the child's value wins. */
  mergeParams: true
}

/** Attributes of a cookie set by `res.cookie` or removed by `res.clearCookie`. */
export interface CookieOptions {
  /** Lifetime from now, in milliseconds. */
  maxAge?: number | undefined
  /** Signs the value with the secret of the cookie-parsing middleware. */
  signed?: boolean | undefined
  /** Expiry date; without one the cookie lasts for the browser session. */
  expires?: Date | undefined
  /** Hides the cookie from scripts. */
  httpOnly?: boolean | undefined
  /** Path that the cookie is sent to; `/` by default. */
  path?: string | undefined
  /** Domain that the cookie is sent to; the responding host by default. */
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

/** Options that `res.sendFile`, `res.download` and the static middleware share. */
interface TransferOptions {
  /** Supports range requests; on by default. */
  acceptRanges?: boolean | undefined
  /** Sets Cache-Control; on by default. */
  cacheControl?: boolean | undefined
  /** How to handle files whose name starts with a dot; `ignore` by default. */
  dotfiles?: 'allow' | 'deny' | 'ignore' | undefined
  /** Sends a weak ETag; on by default. */
  etag?: boolean | undefined
  /** Adds the immutable directive to Cache-Control; set `maxAge` too. */
  immutable?: boolean | undefined
  /** Sends Last-Modified; on by default. */
  lastModified?: boolean | undefined
  /** Lifetime in caches, in milliseconds or as a string such as `1d`; 0 by default. */
  maxAge?: number | string | undefined
  /** @deprecated Use `maxAge`. */
  maxage?: number | string | undefined
}

/** Options for `res.sendFile`. */
export interface SendFileOptions extends TransferOptions {
  /** Header fields to send with the file. */
  headers?: Record<string, unknown> | undefined
  /** Directory that relative paths are resolved in; a path cannot leave it. */
  root?: string | undefined
  /** File extensions to try if the file does not exist. */
  extensions?: readonly string[] | string | boolean | undefined
  /** First byte to send. */
  start?: number | undefined
  /** Last byte to send. */
  end?: number | undefined
}

/** Options for `res.download`. */
export interface DownloadOptions extends SendFileOptions {}

/** Options for `webapp.static`. */
export interface ServeStaticOptions<D extends Dialect = '5.x'>
  extends Omit<TransferOptions, 'dotfiles'> {
  // Any string is accepted, so that options can come from a variable or a settings file.
  /** How to handle files whose name starts with a dot; `ignore` by default. */
  dotfiles?: 'allow' | 'deny' | 'ignore' | (string & {}) | undefined
  /** File extensions to try if the file does not exist; the first match is served. */
  extensions?: readonly string[] | string | false | undefined
  /** Calls the next handler for client errors such as a missing file; on by default. */
  fallthrough?: boolean | undefined
  /** File served for a directory; `index.html` by default, `false` for none. */
  index?: readonly string[] | string | boolean | undefined
  /**
   * Sends a compressed variant of a file that stands beside it, such as `app.js.br`, if the client
   * accepts its coding. On equal terms the first of the list wins; off by default.
   */
  precompressed?: readonly PrecompressedSuffix[] | false | undefined
  /** Redirects a directory to the path with a trailing slash; on by default. */
  redirect?: boolean | undefined
  /** Sets header fields before a file is sent; must be synchronous. */
  setHeaders?: SetHeaders<D> | undefined
}

/** The end of the name of a compressed variant: Brotli, Zstandard or gzip. */
export type PrecompressedSuffix = 'br' | 'zst' | 'gz'

/** Sets header fields of a response before the file is sent. */
// Method syntax makes the parameters bivariant: a function with a narrower response type is
// accepted.
export type SetHeaders<D extends Dialect = '5.x'> = {
  call(res: ResponseOf<D>, path: string, stat: Stats): unknown
}['call']

/** Options that all body parsers share. */
export interface BodyParserOptions<D extends Dialect = '5.x'> {
  /** Accepts compressed bodies; on by default. */
  inflate?: boolean | undefined
  /** Largest accepted body, in bytes or as a string such as `1mb`; `100kb` by default. */
  limit?: number | string | undefined
  /** Media types to parse: a type, an extension, a wildcard, an array of these, or a predicate. */
  type?: string | readonly string[] | ((req: IncomingMessage) => unknown) | undefined
  /** Checks the body before it is parsed; throw an error to reject it. */
  verify?: VerifyBody<D> | undefined
}

/** Checks the raw body, in 3.x its text, before it is parsed; throw an error to reject it. */
// Method syntax makes the parameters bivariant: a function with a narrower request type is
// accepted.
export type VerifyBody<D extends Dialect = '5.x'> = {
  call(req: RequestOf<D>, res: ResponseOf<D>, ...body: VerifiedBody<D>): unknown
}['call']

type VerifiedBody<D extends Dialect> = D extends '3.x'
  ? [text: string]
  : [buf: Buffer, encoding: string]

/** Options for `webapp.json`. */
export interface JsonOptions<D extends Dialect = '5.x'> extends BodyParserOptions<D> {
  /** The reviver that is passed to `JSON.parse`. */
  reviver?: ((this: any, key: string, value: any) => any) | null | undefined
  /** Accepts only objects and arrays at the top level; on by default. */
  strict?: boolean | undefined
  /**
   * How to handle members that could replace a prototype when objects are merged: `__proto__`, and
   * `constructor` with a `prototype`. `ignore` keeps them, `remove` deletes them, `error` responds
   * with 400.
   *
   * @default 'ignore'
   */
  protoAction?: 'ignore' | 'remove' | 'error' | null | undefined
}

/** Options that `webapp.urlencoded` has in every dialect. */
export interface UrlencodedMembers<D extends Dialect> extends BodyParserOptions<D> {
  /** Largest number of parameters; 1000 by default. */
  parameterLimit?: number | undefined
  /** Largest nesting depth if `extended` is on; 32 by default. */
  depth?: number | undefined
}

/** Options for `webapp.raw`. */
export interface RawOptions<D extends Dialect = '5.x'> extends BodyParserOptions<D> {}

/** Options for `webapp.text`. */
export interface TextOptions<D extends Dialect = '5.x'> extends BodyParserOptions<D> {
  /** Character set of a body whose Content-Type has none; `utf-8` by default. */
  defaultCharset?: string | undefined
}
