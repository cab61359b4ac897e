import type { ResponseOf } from '../shared/dialect.ts'
import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { ResponseBase } from '../shared/response.ts'
import type { AddedToResponse } from '../shared/serve-static-core.ts'
import type { Errback } from '../v4/response.ts'
import type { CallableLocals } from './locals.ts'
import type { SendFileOptions } from './options.ts'

/** Sends a body, with or without a status, and returns the response. */
// The plain overload comes last: `call`, `apply` and `Parameters` only see the last one.
export interface Send<ResBody = any, T = ResponseOf<'3.x', ResBody>> {
  /** Sends a body with a status. */
  (status: number, body: ResBody): T
  /** @deprecated Pass the status first. */
  (body: ResBody, status: number): T
  /** Sends a body. */
  (body?: ResBody): T
}

/** Sends a status with its reason phrase as the body. */
export type SendStatus<T> = (status: number) => T

/** The members of responses. */
export interface ResponseInterface<ResBody, LocalsObj extends LocalsRecord>
  extends ResponseBase<'3.x'>,
    AddedToResponse {
  /** Template variables for this response only; call `locals` with an object to add variables. */
  locals: CallableLocals<LocalsObj>
  /** Character set for Content-Type; set to `utf-8` when text or JSON is sent. */
  charset?: string | undefined
  /** True once the response headers are sent. */
  readonly headerSent: boolean

  /**
   * Sends a string, bytes or a JSON value, and sets Content-Type to match. A single number is sent
   * as a status code with its reason phrase as the body.
   */
  send: SendStatus<this> & Send<ResBody, this>
  /** Sends JSON. */
  json: Send<ResBody, this>
  /** Sends JSON, wrapped in the callback that the query string names (JSONP). */
  jsonp: Send<ResBody, this>

  /** Adds links to the Link header, by relation. */
  links(links: Record<string, string>): this
  /** Adds a field to the Vary header if it is not listed yet. */
  vary(field?: string | readonly string[]): this
  /**
   * Sets the Location header; `back` means the referring page, a bare name a page below the mount
   * path.
   */
  location(url: string): this
  /** Redirects with 302; the URL is resolved as in `location`. */
  redirect(url: string): void
  /** @deprecated Use `res.redirect(status, url)`. */
  redirect(url: string, status: number): void
  /** Redirects with the given status code. */
  redirect(status: number, url: string): void

  /** Sends a file; a relative path is resolved from the working directory, or from `root`. */
  sendfile(path: string, fn?: Errback): void
  /** Sends a file with options. */
  sendfile(path: string, options?: SendFileOptions, fn?: Errback): void
  /** Sends a file as an attachment under its own name. */
  download(path: string, fn?: Errback): void
  /** Sends a file as an attachment with the given file name. */
  download(path: string, filename?: string | null, fn?: Errback): void
  /** Sends a file as an attachment, with options. */
  download(
    path: string,
    filename: string | null | undefined,
    options: SendFileOptions,
    fn?: Errback,
  ): void
}
