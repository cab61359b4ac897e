// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { LocalsRecord } from '../shared/express-namespace.ts'
import type { ResponseBase } from '../shared/response.ts'
import type { Errback } from '../v4/response.ts'
import type { CallableLocals } from './locals.ts'
import type { SendFileOptions } from './options.ts'

/** Sends a body, with or without a status, and gives the response back. */
// The plain form comes last: it is the one that `call`, `apply` and `Parameters` see.
export interface Send<ResBody = any, T = Response<ResBody>> {
  /** Sends a body with a status. */
  (status: number, body: ResBody): T
  /** @deprecated Give the status first. */
  (body: ResBody, status: number): T
  /** Sends a body. */
  (body?: ResBody): T
}

/** Sends the name of a status as the body, with that status. */
export type SendStatus<T> = (status: number) => T

/** Node's response with the members of the framework. */
export interface Response<ResBody = any, LocalsObj extends LocalsRecord = LocalsRecord>
  extends ResponseBase<'3.x'> {
  /** Template variables of this request only; called with an object it takes them over. */
  locals: CallableLocals<LocalsObj>
  /** Character set that goes into Content-Type; `utf-8` for texts and JSON that are sent. */
  charset?: string | undefined
  /** True once the header has gone out. */
  readonly headerSent: boolean

  /**
   * Sends text, bytes or anything JSON can tell, with the fitting header. A number alone is a
   * status, sent with its name as the body.
   */
  send: SendStatus<this> & Send<ResBody, this>
  /** Sends JSON. */
  json: Send<ResBody, this>
  /** Sends JSON, wrapped in the call that the query string asks for. */
  jsonp: Send<ResBody, this>

  /** Adds values to the Link header, by relation. */
  links(links: Record<string, string>): this
  /** Adds a field to Vary unless it is there. */
  vary(field?: string | readonly string[]): this
  /** Sets Location; `back` stands for the referring page, a bare name for one below the mount. */
  location(url: string): this
  /** Redirects, with 302 unless a status is given, to where `location` points. */
  redirect(url: string): void
  /** @deprecated Use `res.redirect(status, url)`. */
  redirect(url: string, status: number): void
  /** Redirects with a status. */
  redirect(status: number, url: string): void

  /** Sends a file; a relative path is found from the working directory, or in `root`. */
  sendfile(path: string, fn?: Errback): void
  /** Sends a file with options. */
  sendfile(path: string, options?: SendFileOptions, fn?: Errback): void
  /** Sends a file as an attachment, under its own name unless one is given. */
  download(path: string, fn?: Errback): void
  /** Sends a file as an attachment with a name of its own. */
  download(path: string, filename?: string | null, fn?: Errback): void
  /** The same with options of the transfer. */
  download(
    path: string,
    filename: string | null | undefined,
    options: SendFileOptions,
    fn?: Errback,
  ): void
}
