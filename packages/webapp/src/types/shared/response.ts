// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { ServerResponse } from 'node:http'
import type { NoCharset } from './absent.ts'
import type { ApplicationOf, Dialect, RequestOf, ResponseOf } from './dialect.ts'
import type { Locals, LocalsRecord } from './express-namespace.ts'
import type { NextFunction } from './handlers.ts'
import type { CookieOptions } from './options.ts'

/** Receives a rendered view. */
export type RenderCallback = (err: Error, html: string) => void

/** What a header field may be set to. */
export type HeaderValue = string | number | boolean | readonly (string | number)[]

/** What responses have since 4.x. */
// Of several forms the fullest comes last: it is the one that `call` and `Parameters` see.
export interface ResponseMembers<D extends Dialect, LocalsObj extends LocalsRecord>
  extends ResponseBase<D>,
    NoCharset {
  /** Template variables of this request only. */
  locals: LocalsObj & Locals

  /** Adds a value to a header field. */
  append(field: string, value?: string | readonly string[]): this
}

/** What responses of every dialect have. */
export interface ResponseBase<D extends Dialect> extends ServerResponse, Express.Response {
  /** The application that handles the request. */
  app: ApplicationOf<D>
  /** The request that is answered. */
  req: RequestOf<D>
  /** True once the header has gone out. */
  headersSent: boolean

  /** Sets the status code. */
  status(code: number): this

  /** Sets Content-Type from a media type or a file extension. */
  type(type: string): this
  /** Sets Content-Type from a media type or a file extension. */
  contentType(type: string): this
  /** Runs the callback whose media type the client likes best, else `default`, else fails with 406. */
  format(handlers: FormatHandlers<D>): this
  /** Marks the answer as an attachment, under the given file name. */
  attachment(filename?: string): this
  /** Sets all header fields of an object. */
  set(fields: object): this
  /** Sets a header field. */
  set(field: string, value: HeaderValue | undefined): this
  /** Sets all header fields of an object. */
  header(fields: object): this
  /** Sets a header field. */
  header(field: string, value: HeaderValue | undefined): this
  /** Reads a header field that was set. */
  get(field: string): string | undefined

  /** Sets a cookie; what is not a string is sent as JSON. */
  cookie(name: string, value: unknown, options?: CookieOptions): this
  /** Makes the client forget a cookie that was set with the same options. */
  clearCookie(name: string, options?: CookieOptions): this

  /** Renders a view and sends it, or hands the text to the callback. */
  render(view: string, callback?: RenderCallback): void
  /** Renders a view with the given variables and sends it, or hands the text to the callback. */
  render(view: string, locals?: object, callback?: RenderCallback): void
}

/** Callbacks of `res.format` by media type or extension. */
export interface FormatHandlers<D extends Dialect = '5.x'> {
  /** Runs when no type fits. */
  default?: FormatHandler<D> | undefined
  [type: string]: FormatHandler<D> | undefined
}

// Written as a method: a callback typed for a particular response is accepted.
type FormatHandler<D extends Dialect> = {
  call(req: RequestOf<D>, res: ResponseOf<D>, next: NextFunction): unknown
}['call']
