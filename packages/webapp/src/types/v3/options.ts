import type * as shared from '../shared/options.ts'

/** How `res.sendfile` transfers a file. */
export interface SendFileOptions extends shared.SendFileOptions {
  /** Sends files whose name starts with a dot; off by default. */
  hidden?: boolean | undefined
}

/** How `webapp.static` finds and serves files. */
export interface ServeStaticOptions extends shared.ServeStaticOptions<'3.x'> {
  /** Serves files whose name starts with a dot; off by default. */
  hidden?: boolean | undefined
}

/** How `webapp.json` reads a body. */
export interface JsonOptions extends shared.JsonOptions<'3.x'> {
  /** Largest body, in bytes or as text such as `5mb`; `1mb` by default. */
  limit?: number | string | undefined
}

/** How `webapp.urlencoded` reads a body. */
export interface UrlencodedOptions extends shared.BodyParserOptions<'3.x'> {
  /** Largest body, in bytes or as text such as `5mb`; `1mb` by default. */
  limit?: number | string | undefined
  /** Reads nested objects and lists; on by default. */
  extended?: boolean | undefined
  /** Most parameters that are accepted; 1000 by default. */
  parameterLimit?: number | undefined
  /** Deepest nesting that is accepted when `extended`; 32 by default. */
  depth?: number | undefined
}

/** How `webapp.multipart` receives forms with files. */
export interface MultipartOptions {
  /** Directory that files are stored in; the one for temporary files by default. */
  uploadDir?: string | undefined
  /** Keeps the extension that the client gave a file. */
  keepExtensions?: boolean | undefined
  /** Digest to compute of each file; `true` for sha1. */
  hash?: string | boolean | undefined
  /** Largest body, in bytes or as text such as `5mb`; `100mb` by default. */
  limit?: number | string | undefined
  /** Most fields that are accepted; 1000 by default. */
  maxFields?: number | undefined
  /** Most bytes of all fields together; `2mb` by default. */
  maxFieldsSize?: number | string | undefined
  /** Most files that are accepted; 1000 by default. */
  maxFiles?: number | undefined
  /** Most bytes of all files together; only bounded by `limit` by default. */
  maxFilesSize?: number | string | undefined
  /** Hands the request on at once, with the form that is being received as `req.form`. */
  defer?: boolean | undefined
}

/** How `webapp.bodyParser` reads a body; each of its parsers takes the options it knows. */
export interface BodyParserOptions extends JsonOptions, UrlencodedOptions, MultipartOptions {
  /** Largest body of any kind; by default `1mb`, and `100mb` for forms with files. */
  limit?: number | string | undefined
}

/** How `webapp.cookieParser` reads cookies. */
export interface CookieParserOptions {
  /** Decodes a value; `decodeURIComponent` by default. */
  decode?: ((text: string) => string) | undefined
}

/** How `webapp.methodOverride` replaces the method of a request. */
export interface MethodOverrideOptions {
  /** Methods that may be replaced; all but GET and HEAD by default, `null` for all. */
  methods?: readonly string[] | null | undefined
}
