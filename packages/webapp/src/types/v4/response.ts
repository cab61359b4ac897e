// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { DownloadOptions, SendFileOptions } from '../shared/options.ts'
import type { ResponseMembers } from '../shared/response.ts'

/** Told of the end of a transfer, with an error when it failed. */
// Promises an error in any case, which is how people know it.
export type Errback = (err: Error) => void

/** Sends a body and gives the response back. */
// The plain form comes last: it is the one that `call`, `apply` and `Parameters` see.
export interface Send<ResBody = any, T = Response<ResBody>> {
  /** @deprecated Use `res.status(status)` before. */
  (status: number, body: ResBody): T
  /** @deprecated Use `res.status(status)` before. */
  (body: ResBody, status: number): T
  /** Sends a body. */
  (body?: ResBody): T
}

/** Node's response with the members of the framework. */
export interface Response<
  ResBody = any,
  LocalsObj extends LocalsRecord = LocalsRecord,
  StatusCode extends number = number,
> extends ResponseMembers<'4.x', LocalsObj> {
  /** Sets the status code. */
  status(code: StatusCode): this
  /** Sets the status code and sends its name as the body. */
  sendStatus(code: StatusCode): this
  /**
   * Sends text, bytes or anything JSON can tell, with the fitting header. A number alone is a
   * status, sent with its name as the body; that form is deprecated for `sendStatus`.
   */
  send: Send<ResBody, this>
  /** Sends JSON. */
  json: Send<ResBody, this>
  /** Sends JSON, wrapped in the call that the query string asks for. */
  jsonp: Send<ResBody, this>

  /** Adds values to the Link header, by relation. */
  links(links: Record<string, string>): this
  /** Adds a field to Vary unless it is there. */
  vary(field: string | readonly string[]): this
  /** @deprecated Provide a field name; without one nothing happens. */
  vary(): this
  /** Sets Location; `back` stands for the referring page, and is deprecated. */
  location(url: string): this
  /** Redirects, with 302 unless a status is given; `back` is deprecated as in `location`. */
  redirect(url: string): void
  /** @deprecated Use `res.redirect(status, url)`. */
  redirect(url: string, status: number): void
  /** Redirects with a status. */
  redirect(status: number, url: string): void

  /** Sends a file; the path is absolute, or relative to the `root` option. */
  sendFile(path: string, fn?: Errback): void
  /** Sends a file with options; the path is absolute, or relative to `root`. */
  sendFile(path: string, options?: SendFileOptions, fn?: Errback): void
  /** Sends a file as an attachment. */
  download(path: string, fn?: Errback): void
  /** Sends a file as an attachment with a name of its own. */
  download(path: string, filename: string, fn?: Errback): void
  /** Sends a file as an attachment, with options. */
  download(path: string, options: DownloadOptions, fn?: Errback): void
  /** Sends a file as an attachment with a name of its own, with options. */
  download(path: string, filename?: string, options?: DownloadOptions, fn?: Errback): void
  /**
   * Sends a file; a relative path is found from the working directory.
   * @deprecated Use `sendFile`.
   */
  sendfile(path: string, fn?: Errback): void
  /** @deprecated Use `sendFile`. */
  sendfile(path: string, options?: SendFileOptions, fn?: Errback): void
}
