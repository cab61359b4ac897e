import type { ResponseOf } from '../shared/dialect.ts'
import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { DownloadOptions, SendFileOptions } from '../shared/options.ts'
import type { ResponseMembers } from '../shared/response.ts'
import type { AddedToResponse } from '../shared/serve-static-core.ts'

/** Called when a transfer ends, with an error if it failed. */
// `err` is required, as in `@types/express`.
export type Errback = (err: Error) => void

/** Sends a body and returns the response. */
// The plain overload comes last: `call`, `apply` and `Parameters` only see the last one.
export interface Send<ResBody = any, T = ResponseOf<'4.x', ResBody>> {
  // any: an interface with a narrower `json` or `send` can then extend a response.
  /** @deprecated Call `res.status(status)` first. */
  (status: any, body: ResBody): T
  /** @deprecated Call `res.status(status)` first. */
  (body: ResBody, status: number): T
  /** Sends a body. */
  (body?: ResBody): T
}

/** The members of responses. */
export interface ResponseInterface<
  ResBody,
  LocalsObj extends LocalsRecord,
  StatusCode extends number,
> extends ResponseMembers<'4.x', LocalsObj>,
    AddedToResponse {
  /** Sets the status code. */
  status(code: StatusCode): this
  /** Sets the status code and sends its reason phrase as the body. */
  sendStatus(code: StatusCode): this
  /**
   * Sends a string, bytes or a JSON value, and sets Content-Type to match. A single number is sent
   * as a status code with its reason phrase as the body; this form is deprecated, use `sendStatus`.
   */
  send: Send<ResBody, this>
  /** Sends JSON. */
  json: Send<ResBody, this>
  /** Sends JSON, wrapped in the callback that the query string names (JSONP). */
  jsonp: Send<ResBody, this>

  /** Adds links to the Link header, by relation. */
  links(links: Record<string, string>): this
  /** Adds a field to the Vary header if it is not listed yet. */
  vary(field: string | readonly string[]): this
  /** @deprecated Pass a field name; without one the call has no effect. */
  vary(): this
  /** Sets the Location header; `back` means the referring page and is deprecated. */
  location(url: string): this
  /** Redirects with 302; `back` is deprecated as in `location`. */
  redirect(url: string): void
  /** @deprecated Use `res.redirect(status, url)`. */
  redirect(url: string, status: number): void
  /** Redirects with the given status code. */
  redirect(status: number, url: string): void

  /** Sends a file; the path must be absolute. */
  sendFile(path: string, fn?: Errback): void
  /** Sends a file with options; the path must be absolute, or relative to `root`. */
  sendFile(path: string, options?: SendFileOptions, fn?: Errback): void
  /** Sends a file as an attachment. */
  download(path: string, fn?: Errback): void
  /** Sends a file as an attachment with the given file name. */
  download(path: string, filename: string, fn?: Errback): void
  /** Sends a file as an attachment, with options. */
  download(path: string, options: DownloadOptions, fn?: Errback): void
  /** Sends a file as an attachment with the given file name, with options. */
  download(path: string, filename?: string, options?: DownloadOptions, fn?: Errback): void
  /**
   * Sends a file; a relative path is resolved from the working directory.
   * @deprecated Use `sendFile`.
   */
  sendfile(path: string, fn?: Errback): void
  /** @deprecated Use `sendFile`. */
  sendfile(path: string, options?: SendFileOptions, fn?: Errback): void
}
