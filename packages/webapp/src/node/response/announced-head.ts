import { ServerResponse as NodeResponse, type ServerResponse } from 'node:http'

/** What takes the bytes of a response without an HTTP parser behind it. */
export interface HeadTaker {
  /** Takes the head as Node composed it, before any byte of it is written. */
  announceHead(head: string): void
}

const kTaker = Symbol('webapp.taker')

interface StoringResponse extends ServerResponse {
  [kTaker]: HeadTaker
  chunkedEncoding: boolean
  readonly _header: string
  _storeHeader: unknown
}

interface NodesResponse {
  _storeHeader(this: object, statusLine: string, headers: unknown): void
}

/** Makes a response announce its head to its connection, and leave its body unframed. */
export function announceHeadOf(response: ServerResponse, taker: HeadTaker): void {
  const res = response as StoringResponse
  res[kTaker] = taker
  res._storeHeader = storeAnnounced
}

/** Whether this is the only change to how a response stores its head. */
export function isAnnouncing(member: unknown): boolean {
  return member === storeAnnounced
}

// Node composes the head: its checks, its own headers and its state stay as they are. The body has no
// need of the chunks that the head may announce.
function storeAnnounced(this: StoringResponse, statusLine: string, headers: unknown): void {
  const node = NodeResponse.prototype as unknown as NodesResponse
  node._storeHeader.call(this, statusLine, headers)
  this.chunkedEncoding = false
  this[kTaker].announceHead(this._header)
}
