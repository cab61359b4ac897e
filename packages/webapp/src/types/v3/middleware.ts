// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NextHandleFunction } from '../shared/handlers.ts'
import type { Mime } from '../v4/mime.ts'
import type { Logger } from './logger.ts'
import type {
  BodyParserOptions,
  CookieParserOptions,
  JsonOptions,
  MethodOverrideOptions,
  MultipartOptions,
  ServeStaticOptions,
  UrlencodedOptions,
} from './options.ts'

/** The middleware of 3.x that is built in. */
export interface BuiltInMiddleware {
  /** Makes middleware that asks for a user and a password, and sets `req.user`. */
  basicAuth: BasicAuth
  /** Makes middleware that reads JSON, forms, and forms with files. */
  bodyParser(options?: BodyParserOptions): NextHandleFunction
  /** Makes middleware that reads cookies, and with a secret the signed ones. */
  cookieParser: CookieParser
  /** Makes an error handler that shows the error as page, JSON or text; not for production. */
  errorHandler: ErrorHandlerConstructor
  /** Makes middleware that reads JSON bodies. */
  json(options?: JsonOptions): NextHandleFunction
  /** Makes middleware that refuses larger bodies, given in bytes or as text such as `5mb`. */
  limit(bytes: number | string): NextHandleFunction
  /** Makes middleware that writes a line for each request. */
  logger: Logger
  /** Makes middleware that lets a form field or a header name another method. */
  methodOverride(key?: string, options?: MethodOverrideOptions): NextHandleFunction
  /** Makes middleware that receives forms with files. */
  multipart(options?: MultipartOptions): NextHandleFunction
  /** Makes middleware that parses the query string; every application begins with one. */
  query(): NextHandleFunction
  /** Makes middleware that serves the files under a directory. */
  static: StaticConstructor
  /** Makes middleware that reads bodies of forms. */
  urlencoded(options?: UrlencodedOptions): NextHandleFunction
}

/** Makes middleware that asks for a user and a password. */
export interface BasicAuth {
  /** Lets one user in. */
  (user: string, password: string, realm?: string): NextHandleFunction
  /** Lets in whom the function accepts. */
  (verify: VerifyUser, realm?: string): NextHandleFunction
}

/**
 * Tells whether user and password are right: by what it returns or promises, or if it takes three
 * parameters by calling the last with the user.
 */
export type VerifyUser = (
  user: string,
  password: string,
  done: (err: any, user?: any) => void,
) => unknown

/** Makes middleware that reads cookies. */
export interface CookieParser {
  (secret?: string, options?: CookieParserOptions): NextHandleFunction
  /** The value of a cookie that holds JSON; undefined for any other. */
  JSONCookie(text: string): any
  /** Puts values in the place of the JSON that cookies hold. */
  JSONCookies<T extends object>(cookies: T): T
  /** The value of a signed cookie; false when it was changed, any other text as it is. */
  signedCookie(text: string, secret: string): string | false
  /** Moves the signed cookies into a table of their own. */
  signedCookies(cookies: Record<string, any>, secret: string): Record<string, any>
}

/** Makes an error handler that shows the error. */
export interface ErrorHandlerConstructor {
  (options?: ErrorHandlerOptions): ErrorHandleFunction
  /** Heading of the page. */
  title: string
}

/** How `webapp.errorHandler` tells of errors. */
export interface ErrorHandlerOptions {
  /** Writes errors to standard error or nowhere, or hands them to the function. */
  log?:
    | boolean
    | ((err: any, text: string, req: IncomingMessage, res: ServerResponse) => void)
    | undefined
}

/** An error handler that needs no more than Node's own request and response. */
export type ErrorHandleFunction = (
  err: any,
  req: IncomingMessage,
  res: ServerResponse,
  next: (err?: any) => void,
) => void

/** Makes middleware that serves the files under a directory. */
export interface StaticConstructor {
  (root: string, options?: ServeStaticOptions): NextHandleFunction
  /** The table of media types, to which types can be added. */
  mime: Mime
}
