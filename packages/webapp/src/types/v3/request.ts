// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { ParsedQs } from '../shared/query.ts'
import type { MediaType, RequestBase } from '../shared/request.ts'
import type { ParamsDictionary } from '../shared/route-parameters.ts'
import type { Route, RouteParams } from './route.ts'

/** Node's request with the members of the framework. */
export interface Request<
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
> extends RequestBase<'3.x', ResBody, LocalsObj>,
    Unclaimed<MiddlewareMembers> {
  /** The parsed body; `{}` after a body parser that found none to read, and never to be trusted. */
  body: ReqBody
  /** Query string, parsed; middleware may replace it. */
  query: ReqQuery
  /** Route parameters, decoded: captures without a name by number, the others by name. */
  params: RouteParams<P>
  /** The route that matched. */
  route: Route
  /** Host header without its port; under `trust proxy` as forwarded. */
  readonly host: string

  /** Accepted media types, the best first. */
  readonly accepted: AcceptedType[]
  /** Accepted character sets, the best first. */
  readonly acceptedCharsets: string[]
  /** Accepted content codings, as they were sent. */
  readonly acceptedEncodings: string[]
  /** Accepted languages, the best first. */
  readonly acceptedLanguages: string[]
  /** The best of the types that are offered; undefined when the client accepts none. */
  accepts(types: readonly string[]): string | undefined
  /** The best of the types that are offered; undefined when the client accepts none. */
  accepts(type: string, ...types: string[]): string | undefined
  /** Tells whether a character set is accepted; all are where the client names none. */
  acceptsCharset(charset: string): boolean
  /** Tells whether a content coding is accepted. */
  acceptsEncoding(encoding: string): boolean
  /** Tells whether a language is accepted; all are where the client names none. */
  acceptsLanguage(lang: string): boolean

  /** Tells whether the body has a media type, given as a type, an extension or a wildcard. */
  is(type: string): boolean
  /** The value of that name in `params`, else in `body`, else in `query`, else the default. */
  param(name: string, defaultValue?: any): any
}

/** One media type of an Accept header, with its parameters. */
export interface AcceptedType extends MediaType {
  /** The parameters of the type, without `q`. */
  params: Record<string, string>
  /** Its place in the header. */
  originalIndex: number
}

/** User and password as they were sent. */
export interface Credentials {
  /** Name of the user. */
  username: string
  /** The password. */
  password: string
}

/** Uploaded files by the names of their fields. */
export interface UploadedFiles {
  // any: a file, a list of them, or more of these where the name of the field is like `a[b]`.
  [field: string]: any
}

/** One uploaded file. */
export interface UploadedFile {
  /** Name of the field that it was sent in. */
  fieldName: string
  /** Name of the file as the client told it. */
  name: string
  /** Name of the file as the client told it. */
  originalFilename: string
  /** Where it is stored; the application moves or removes it. */
  path: string
  /** Number of bytes. */
  size: number
  /** Media type as the client told it. */
  type: string
  /** Header fields of the part that held it. */
  headers: Record<string, string>
  /** Digest of the file, if the `hash` option asks for it. */
  hash?: string | undefined
}

/** What is there with the built-in middleware, and by names that packages also use. */
interface MiddlewareMembers {
  /** User and password of Basic authentication, not checked; undefined without them. */
  readonly auth: Credentials | undefined
  /** Uploaded files, from `multipart` or `bodyParser`. */
  files: UploadedFiles
  // any: what authentication middleware makes of a user.
  /** The user, from `basicAuth`: the name, or what its callback was given. */
  user?: any
  /** The user, from `basicAuth`. */
  remoteUser?: any
  /** Method of the request as it came in, from `methodOverride`. */
  originalMethod?: string | undefined
  // any: an application puts into a session what it likes.
  /** The session, from `session` or `cookieSession`. */
  session: any
  /** Name of the session, from `session`. */
  sessionID: string
  /** Makes a token that a form has to send back, from `csrf`. */
  csrfToken(): string
  /** Stops the clock of `timeout`. */
  clearTimeout(): void
  /** True once the time of `timeout` is over. */
  timedout: boolean
}

/** Leaves out what a package or the application has declared for requests in its own way. */
type Unclaimed<Members> = {
  [Name in keyof Members as Name extends keyof Express.Request ? never : Name]: Members[Name]
}
