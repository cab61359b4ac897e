import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FactoryThis, NextHandleFunction } from '../shared/handlers.ts'
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

/** The built-in middleware of 3.x. */
export interface BuiltInMiddleware {
  /** Creates middleware for HTTP Basic authentication, which sets `req.user`. */
  basicAuth: BasicAuth
  /** Creates middleware that reads JSON, URL-encoded and multipart bodies. */
  bodyParser(this: FactoryThis, options?: BodyParserOptions): NextHandleFunction
  /** Creates middleware that parses cookies, and signed cookies if a secret is given. */
  cookieParser: CookieParser
  /** Creates an error handler that sends the error as HTML, JSON or text; not for production. */
  errorHandler: ErrorHandlerConstructor
  /** Creates middleware that reads JSON bodies. */
  json(this: FactoryThis, options?: JsonOptions): NextHandleFunction
  /**
   * Creates middleware that rejects larger bodies; the limit is in bytes or a string such as `5mb`.
   */
  limit(this: FactoryThis, bytes: number | string): NextHandleFunction
  /** Creates middleware that logs a line for each request. */
  logger: Logger
  /** Creates middleware that lets a form field or a header override the method. */
  methodOverride(
    this: FactoryThis,
    key?: string,
    options?: MethodOverrideOptions,
  ): NextHandleFunction
  /** Creates middleware that reads multipart forms with files. */
  multipart(this: FactoryThis, options?: MultipartOptions): NextHandleFunction
  /** Creates middleware that parses the query string; every application already has one. */
  query(): NextHandleFunction
  /** Creates middleware that serves static files from a directory. */
  static: StaticConstructor
  /** Creates middleware that reads URL-encoded form bodies. */
  urlencoded(this: FactoryThis, options?: UrlencodedOptions): NextHandleFunction
}

/** Creates middleware for HTTP Basic authentication. */
export interface BasicAuth {
  /** Accepts one user. */
  (this: FactoryThis, user: string, password: string, realm?: string): NextHandleFunction
  /** Accepts the users that the function accepts. */
  (this: FactoryThis, verify: VerifyUser, realm?: string): NextHandleFunction
}

/**
 * Checks a user and a password. The result is the return value or the promised value. A function
 * with three parameters calls the last one with the user instead.
 */
export type VerifyUser = (
  user: string,
  password: string,
  done: (err: any, user?: any) => void,
) => unknown

/** Creates middleware that parses cookies. */
export interface CookieParser {
  (this: FactoryThis, secret?: string, options?: CookieParserOptions): NextHandleFunction
  /** The value of a JSON cookie; undefined for any other cookie. */
  JSONCookie(text: string): any
  /** Replaces JSON cookies by their values. */
  JSONCookies<T extends object>(cookies: T): T
  /** The value of a signed cookie, false if the signature is invalid; any other text unchanged. */
  signedCookie(text: string, secret: string): string | false
  /** Moves the signed cookies into a separate object and returns it. */
  signedCookies(cookies: Record<string, any>, secret: string): Record<string, any>
}

/** Creates an error handler that sends the error to the client. */
export interface ErrorHandlerConstructor {
  (this: FactoryThis, options?: ErrorHandlerOptions): ErrorHandleFunction
  /** Heading of the page. */
  title: string
}

/** Options for `webapp.errorHandler`. */
export interface ErrorHandlerOptions {
  /** Whether to write errors to standard error, or a function that logs them. */
  log?:
    | boolean
    | ((err: any, text: string, req: IncomingMessage, res: ServerResponse) => void)
    | undefined
}

/** An error handler that only needs Node's own request and response. */
export type ErrorHandleFunction = (
  err: any,
  req: IncomingMessage,
  res: ServerResponse,
  next: (err?: any) => void,
) => void

/** Creates middleware that serves static files from a directory. */
export interface StaticConstructor {
  (this: FactoryThis, root: string, options?: ServeStaticOptions): NextHandleFunction
  /** The table of media types, which can be extended. */
  mime: Mime
}
