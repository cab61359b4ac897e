import type { NoSendfile } from '../shared/absent.ts'
import type { ResponseOf } from '../shared/dialect.ts'
import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { DownloadOptions, SendFileOptions } from '../shared/options.ts'
import type { ResponseMembers } from '../shared/response.ts'
import type { AddedToResponse } from '../shared/serve-static-core.ts'

/** Sends a body and returns the response. */
export type Send<ResBody = any, T = ResponseOf<'5.x', ResBody>> = (body?: ResBody) => T

/** Called when a transfer ends, with an error if it failed. */
// Method syntax makes the parameter bivariant: a callback with a required `err` is accepted.
export type Errback = { call(err?: Error): void }['call']

/** The members of responses. */
export interface ResponseInterface<
  ResBody,
  LocalsObj extends LocalsRecord,
  StatusCode extends number,
> extends ResponseMembers<'5.x', LocalsObj>,
    NoSendfile,
    AddedToResponse {
  /** Sets the status code, an integer from 100 to 999; any other value throws. */
  status(code: StatusCode): this
  /** Sets the status code and sends its reason phrase as the body. */
  sendStatus(code: StatusCode): this
  /** Sends a string, bytes or a JSON value, and sets Content-Type to match. */
  send: Send<ResBody, this>
  /** Sends JSON. */
  json: Send<ResBody, this>
  /** Sends JSON, wrapped in the callback that the query string names (JSONP). */
  jsonp: Send<ResBody, this>
  /** Adds links to the Link header, by relation. */
  links(links: Record<string, string | string[]>): this
  /** Adds a field to the Vary header if it is not listed yet. */
  vary(field: string | readonly string[]): this
  /** Sets the Location header. */
  location(url: string): this
  /** Redirects with 302. */
  redirect(url: string): void
  /** Redirects with the given status code. */
  redirect(status: number, url: string): void

  // The overloads with `never` keep this type compatible with the callbacks of 4.x, whose `err` is
  // required.
  /** Sends a file; the path must be absolute. */
  sendFile(path: string, ...rest: never[]): void
  /** Sends a file; the path must be absolute. */
  sendFile(path: string, fn?: Errback): void
  /** Sends a file with options; the path must be absolute, or relative to `root`. */
  sendFile(path: string, options?: SendFileOptions, fn?: Errback): void
  /** Sends a file as an attachment. */
  download(path: string, ...rest: never[]): void
  /** Sends a file as an attachment. */
  download(path: string, fn?: Errback): void
  /** Sends a file as an attachment with the given file name. */
  download(path: string, filename: string, fn?: Errback): void
  /** Sends a file as an attachment, with options. */
  download(path: string, options: DownloadOptions, fn?: Errback): void
  /** Sends a file as an attachment with the given file name, with options. */
  download(path: string, filename?: string, options?: DownloadOptions, fn?: Errback): void
}
