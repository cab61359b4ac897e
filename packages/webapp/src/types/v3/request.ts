import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { MediaType, RequestBase } from '../shared/request.ts'
import type { AddedToRequest } from '../shared/serve-static-core.ts'
import type { Route, RouteParams } from './route.ts'

/** The members of requests. */
export interface RequestInterface<P, ResBody, ReqBody, ReqQuery, LocalsObj extends LocalsRecord>
  extends RequestBase<'3.x', ResBody, LocalsObj>,
    Unclaimed<MiddlewareMembers>,
    AddedToRequest {
  /** The parsed body; `{}` if a body parser found none to parse. Validate it before use. */
  body: ReqBody
  /** The parsed query string; middleware can replace it. */
  query: ReqQuery
  /** The decoded route parameters: unnamed captures by number, the others by name. */
  params: RouteParams<P>
  /** The matched route. */
  route: Route
  /** The Host header without its port; the forwarded host if `trust proxy` applies. */
  readonly host: string

  /** Accepted media types, most preferred first. */
  readonly accepted: AcceptedType[]
  /** Accepted character sets, most preferred first. */
  readonly acceptedCharsets: string[]
  /** Accepted content codings, as listed in the Accept-Encoding header. */
  readonly acceptedEncodings: string[]
  /** Accepted languages, most preferred first. */
  readonly acceptedLanguages: string[]
  /** The offered type that the client prefers; undefined if it accepts none. */
  accepts(types: readonly string[]): string | undefined
  /** The offered type that the client prefers; undefined if it accepts none. */
  accepts(type: string, ...types: string[]): string | undefined
  /** Returns whether a character set is accepted; always true if the client lists none. */
  acceptsCharset(charset: string): boolean
  /** Returns whether a content coding is accepted. */
  acceptsEncoding(encoding: string): boolean
  /** Returns whether a language is accepted; always true if the client lists none. */
  acceptsLanguage(lang: string): boolean

  /** Returns whether the body matches a media type, a file extension or a wildcard. */
  is(type: string): boolean
  /** The value from `params`, else from `body`, else from `query`, else the default. */
  param(name: string, defaultValue?: any): any
}

/** One media type in an Accept header, with its parameters. */
export interface AcceptedType extends MediaType {
  /** The parameters of the type, without `q`. */
  params: Record<string, string>
  /** The position in the header. */
  originalIndex: number
}

/** User name and password from the request. */
export interface Credentials {
  /** Name of the user. */
  username: string
  /** The password. */
  password: string
}

/** Uploaded files by field name. */
export interface UploadedFiles {
  // any: a file, an array of files, or nested objects for a field name such as `a[b]`.
  [field: string]: any
}

/** One uploaded file. */
export interface UploadedFile {
  /** Name of the form field. */
  fieldName: string
  /** File name that the client sent. */
  name: string
  /** File name that the client sent. */
  originalFilename: string
  /** Path of the stored file; the application must move or remove it. */
  path: string
  /** Size in bytes. */
  size: number
  /** Content-Type that the client sent for the file; null if it sent none. */
  type: string | null
  /** Header fields of the file's part of the body. */
  headers: Record<string, string>
  /** Digest of the file, if the `hash` option is set. */
  hash?: string | undefined
}

/** Members from the built-in middleware, with names that packages also declare. */
interface MiddlewareMembers {
  /** Unverified credentials from Basic authentication; undefined if there are none. */
  readonly auth: Credentials | undefined
  /** Uploaded files, from `multipart` or `bodyParser`. */
  files: UploadedFiles
  // any: authentication middleware decides what a user is.
  /** The user from `basicAuth`: the name, or the value that its callback received. */
  user?: any
  /** The user, from `basicAuth`. */
  remoteUser?: any
  /** The original method of the request, from `methodOverride`. */
  originalMethod?: string | undefined
  // any: the application decides what a session holds.
  /** The session, from `session` or `cookieSession`. */
  session: any
  /** ID of the session, from `session`. */
  sessionID: string
  /** Creates the token that a form must send back, from `csrf`. */
  csrfToken(): string
  /** Cancels the timer of `timeout`. */
  clearTimeout(): void
  /** True once `timeout` has expired. */
  timedout: boolean
}

/** Omits members that a package or the program adds to every request. */
type Unclaimed<Members> = {
  [Name in keyof Members as Name extends keyof Express.Request | keyof AddedToRequest
    ? never
    : Name]: Members[Name]
}
