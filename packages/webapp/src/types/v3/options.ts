import type * as shared from '../shared/options.ts'

/** Options for `res.sendfile`. */
export interface SendFileOptions extends shared.SendFileOptions {
  /** @deprecated Use `root`. */
  from?: string | undefined
  /** Sends files whose name starts with a dot; off by default. */
  hidden?: boolean | undefined
}

/** Options for `webapp.static`. */
export interface ServeStaticOptions extends shared.ServeStaticOptions<'3.x'> {
  /** Serves files whose name starts with a dot; off by default. */
  hidden?: boolean | undefined
}

/** Options for `webapp.json`. */
export interface JsonOptions extends shared.JsonOptions<'3.x'> {
  /** Largest accepted body, in bytes or as a string such as `5mb`; `1mb` by default. */
  limit?: number | string | undefined
}

/** Options for `webapp.urlencoded`. */
export interface UrlencodedOptions extends shared.UrlencodedMembers<'3.x'> {
  /** Largest accepted body, in bytes or as a string such as `5mb`; `1mb` by default. */
  limit?: number | string | undefined
  /** Parses nested objects and arrays; on by default. */
  extended?: boolean | undefined
}

/** Options for `webapp.multipart`. */
export interface MultipartOptions {
  /** Directory for uploaded files; the directory for temporary files by default. */
  uploadDir?: string | undefined
  /** Keeps the file extension that the client sent. */
  keepExtensions?: boolean | undefined
  /** Hash algorithm for a digest of each file; `true` for sha1. */
  hash?: string | boolean | undefined
  /** Largest accepted body, in bytes or as a string such as `5mb`; `100mb` by default. */
  limit?: number | string | undefined
  /** Largest number of fields and files together; 1000 by default. */
  maxFields?: number | undefined
  /** Largest total size of all fields; `2mb` by default. */
  maxFieldsSize?: number | string | undefined
  /** Largest number of files; 1000 by default. */
  maxFiles?: number | undefined
  /** Largest total size of all files; limited only by `limit` by default. */
  maxFilesSize?: number | string | undefined
  /** Calls the next handler at once; `req.form` is the form that is still being received. */
  defer?: boolean | undefined
}

/** Options for `webapp.bodyParser`; each parser uses the options it knows. */
export interface BodyParserOptions extends JsonOptions, UrlencodedOptions, MultipartOptions {
  /** Largest accepted body; by default `1mb`, and `100mb` for multipart forms. */
  limit?: number | string | undefined
}

/** Options for `webapp.cookieParser`. */
export interface CookieParserOptions {
  /** Decodes a value; `decodeURIComponent` by default. */
  decode?: ((text: string) => string) | undefined
}

/** Options for `webapp.methodOverride`. */
export interface MethodOverrideOptions {
  /** Methods that can be overridden; all except GET and HEAD by default, `null` for all. */
  methods?: readonly string[] | null | undefined
}
