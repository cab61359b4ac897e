// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { NoSendfile } from '../shared/absent.ts'
import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { DownloadOptions, SendFileOptions } from '../shared/options.ts'
import type { ResponseMembers } from '../shared/response.ts'

/** Sends a body and gives the response back. */
export type Send<ResBody = any, T = Response<ResBody>> = (body?: ResBody) => T

/** Told of the end of a transfer, with an error when it failed. */
// Written as a method: a function that asks for an error in any case is accepted.
export type Errback = { call(err?: Error): void }['call']

/** Node's response with the members of the framework. */
export interface Response<
  ResBody = any,
  LocalsObj extends LocalsRecord = LocalsRecord,
  StatusCode extends number = number,
> extends ResponseMembers<'5.x', LocalsObj>,
    NoSendfile {
  /** Sets the status code, an integer from 100 to 999; anything else throws. */
  status(code: StatusCode): this
  /** Sets the status code and sends its name as the body. */
  sendStatus(code: StatusCode): this
  /** Sends text, bytes or anything JSON can tell, with the fitting header. */
  send: Send<ResBody, this>
  /** Sends JSON. */
  json: Send<ResBody, this>
  /** Sends JSON, wrapped in the call that the query string asks for. */
  jsonp: Send<ResBody, this>
  /** Adds values to the Link header, by relation. */
  links(links: Record<string, string | string[]>): this
  /** Adds a field to Vary unless it is there. */
  vary(field: string | readonly string[]): this
  /** Sets Location. */
  location(url: string): this
  /** Redirects with 302. */
  redirect(url: string): void
  /** Redirects with a status. */
  redirect(status: number, url: string): void

  // The forms with `never` fit the callbacks of 4.x, which are promised an error in any case.
  /** Sends a file; the path is absolute. */
  sendFile(path: string, ...rest: never[]): void
  /** Sends a file; the path is absolute. */
  sendFile(path: string, fn?: Errback): void
  /** Sends a file with options; the path is absolute, or relative to `root`. */
  sendFile(path: string, options?: SendFileOptions, fn?: Errback): void
  /** Sends a file as an attachment. */
  download(path: string, ...rest: never[]): void
  /** Sends a file as an attachment. */
  download(path: string, fn?: Errback): void
  /** Sends a file as an attachment with a name of its own. */
  download(path: string, filename: string, fn?: Errback): void
  /** Sends a file as an attachment, with options. */
  download(path: string, options: DownloadOptions, fn?: Errback): void
  /** Sends a file as an attachment with a name of its own, with options. */
  download(path: string, filename?: string, options?: DownloadOptions, fn?: Errback): void
}
