import type { EventEmitter } from 'node:events'
import type { Http2ServerRequest } from 'node:http2'

// Those that dispatch writes, as requests of HTTP/1 are born with them.
const FIELDS = ['res', 'next', 'baseUrl', 'originalUrl', 'params']

/** For a request of HTTP/2 that an application takes in: before it shows the members of one. */
export function prepareRequest(message: object): void {
  completeHeaders(message as Http2ServerRequest)
  startFields(message, FIELDS)
}

type Destroy = (error: Error | null, done: (error?: Error | null) => void) => void

/** Node's members of HTTP/2 requests, made to fit what applications for HTTP/1 do with a request. */
export function createRequestGround(native: { readonly _destroy: Destroy }): object {
  const ground = {
    /** By HTTP/1, Node drops the error of `req.destroy(error)` if `error` has no listener. */
    _destroy(this: EventEmitter, ...args: Parameters<Destroy>): void {
      if (args[0] && this.listenerCount('error') === 0) this.once('error', () => {})
      native._destroy.apply(this, args)
    },
  }
  return Object.setPrototypeOf(ground, native) as object
}

/** Gives a message fields of its own, which then need not be looked for behind its face. */
export function startFields(message: object, names: readonly PropertyKey[]): void {
  const fields = message as Record<PropertyKey, unknown>
  for (const name of names) fields[name] ??= undefined
}

/**
 * Completes the headers of a request as a gateway does that passes it on by HTTP/1, so that whatever
 * was written for HTTP/1 reads them: the host, and that there is a body although nobody told its
 * length.
 */
function completeHeaders({ headers, stream }: Http2ServerRequest): void {
  const authority = headers[':authority']
  // Where both are sent, the host is not to be used (RFC 9113, 8.3.1).
  if (authority) headers.host = authority
  if (stream.endAfterHeaders || headers['content-length'] !== undefined) return
  // Not to be listed, nor passed on: HTTP/2 itself has no such header.
  Object.defineProperty(headers, 'transfer-encoding', {
    configurable: true,
    writable: true,
    value: 'chunked',
  })
}
