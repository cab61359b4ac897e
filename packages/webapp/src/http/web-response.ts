import type { ReadableStream } from 'node:stream/web'

/** The members that are used of a web Response, which may be Node's or a library's. */
export interface WebResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: Iterable<[name: string, value: string]>
  readonly body: ReadableStream | null
  readonly bodyUsed: boolean
  /** The URL that it was fetched from. Empty if a program constructed it. */
  readonly url: string
}

/** Checks a Response that a handler returned. Calls `send` with the one to send, unless it fails. */
export type CheckReturned = (response: WebResponse, send: (response: WebResponse) => void) => void

/** Where a response keeps this function. Registered, for several copies of the package. */
export const kCheckReturned = Symbol.for('webapp.response.check-returned')
