import type { ServerResponse } from 'node:http'
import type { NoCharset } from './absent.ts'
import type { ApplicationOf, Dialect, RequestOf, ResponseOf } from './dialect.ts'
import type { Locals, LocalsRecord } from './express-namespace.ts'
import type { NextFunction } from './handlers.ts'
import type { CookieOptions } from './options.ts'

/** Called with the rendered view, or with an error. */
export type RenderCallback = (err: Error, html: string) => void

/** A value that a header field can be set to. */
export type HeaderValue = string | number | boolean | readonly (string | number)[]

/** Members of responses since 4.x. */
// The most complete overload comes last: `call` and `Parameters` only see the last one.
export interface ResponseMembers<D extends Dialect, LocalsObj extends LocalsRecord>
  extends ResponseBase<D>,
    NoCharset {
  /** Template variables for this response only. */
  locals: LocalsObj & Locals

  /** Appends a value to a header field. */
  append(field: string, value?: string | readonly string[]): this
}

/** Members of responses in every dialect. */
export interface ResponseBase<D extends Dialect> extends ServerResponse, Express.Response {
  /** The application that handles the request. */
  app: ApplicationOf<D>
  /** The request that this response belongs to. */
  req: RequestOf<D>
  /** True once the response headers are sent. */
  headersSent: boolean

  /** Sets the status code. */
  status(code: number): this

  /** Sets Content-Type from a media type or a file extension. */
  type(type: string): this
  /** Sets Content-Type from a media type or a file extension. */
  contentType(type: string): this
  /**
   * Runs the callback for the media type that the client prefers, else `default`, else fails with
   * 406.
   */
  format(handlers: FormatHandlers<D>): this
  /** Sets Content-Disposition to `attachment`, with the given file name. */
  attachment(filename?: string): this
  /** Sets all header fields of an object. */
  set(fields: object): this
  /** Sets a header field. */
  set(field: string, value: HeaderValue | undefined): this
  /** Sets all header fields of an object. */
  header(fields: object): this
  /** Sets a header field. */
  header(field: string, value: HeaderValue | undefined): this
  /** Reads a header field of the response. */
  get(field: string): string | undefined

  /** Sets a cookie; an object is sent as JSON. */
  cookie(name: string, value: unknown, options?: CookieOptions): this
  /** Removes a cookie; the options must match those it was set with. */
  clearCookie(name: string, options?: CookieOptions): this

  /** Renders a view and sends it, or passes the text to the callback. */
  render(view: string, callback?: RenderCallback): void
  /** Renders a view with the given variables and sends it, or passes the text to the callback. */
  render(view: string, locals?: object, callback?: RenderCallback): void
}

/** Callbacks for `res.format` by media type or file extension. */
export interface FormatHandlers<D extends Dialect = '5.x'> {
  /** Runs if no type matches. */
  default?: FormatHandler<D> | undefined
  [type: string]: FormatHandler<D> | undefined
}

// Method syntax makes the parameters bivariant: a callback with a narrower response type is
// accepted.
type FormatHandler<D extends Dialect> = {
  call(req: RequestOf<D>, res: ResponseOf<D>, next: NextFunction): unknown
}['call']
