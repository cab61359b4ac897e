import { ServerResponse as NodeResponse, type ServerResponse } from 'node:http'

/** What takes the bytes of a response without an HTTP parser behind it. */
export interface HeadTaker {
  /** Takes the head as Node composed it, before any byte of it is written. */
  announceHead(head: string): void
}

interface StoringResponse extends ServerResponse {
  chunkedEncoding: boolean
  readonly socket: (ServerResponse['socket'] & HeadTaker) | null
  readonly req: ServerResponse['req'] & { readonly socket: HeadTaker }
  readonly _header: string
  _storeHeader: unknown
}

interface NodesResponse {
  _storeHeader(this: object, statusLine: string, headers: unknown): void
}

/** Makes a response announce its head to its connection, and leave its body unframed. */
export function announceHeadOf(res: ServerResponse): void {
  ;(res as StoringResponse)._storeHeader = storeAnnounced
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
  this.req.socket.announceHead(this._header)
}
