import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest, IncomingHttpHeaders } from 'node:http2'
import { initTarget } from '../http/target.ts'
import { leaveStreamToNode } from '../node/index.ts'

/** Prepares an HTTP/2 request before it gets the members of an application. */
export function prepareRequest(message: object): void {
  completeHeaders(message as Http2ServerRequest)
  startFields(message as Record<PropertyKey, unknown>)
  initTarget(message as IncomingMessage)
}

/**
 * Whether a request over HTTP/2 has a method with lower-case letters. Methods are case-sensitive:
 * Node's HTTP/1 parser refuses `get`, and a route would take it for GET.
 */
export function hasLowerCaseMethod({ httpVersionMajor, method = '' }: IncomingMessage): boolean {
  return httpVersionMajor === 2 && /[a-z]/.test(method)
}

type Destroy = (error: Error | null, done: (error?: Error | null) => void) => void

/** Node's members of HTTP/2 requests, adapted to what applications for HTTP/1 do with a request. */
export function createRequestBase(native: { readonly _destroy: Destroy }): object {
  const base = {
    /** By HTTP/1, Node drops the error of `req.destroy(error)` if `error` has no listener. */
    _destroy(this: EventEmitter, ...args: Parameters<Destroy>): void {
      if (args[0] && this.listenerCount('error') === 0) this.once('error', () => {})
      native._destroy.apply(this, args)
    },
  }
  return Object.setPrototypeOf(base, native) as object
}

/**
 * Creates the fields that dispatch reads and writes, before the request gets its members. To add a
 * field later, V8 searches the prototypes of the application and their proxy, which is slow. Not
 * `route`, because programs ask whether a request has one.
 */
function startFields(req: Record<PropertyKey, unknown>): void {
  req.res ??= undefined
  req.next ??= undefined
  req.baseUrl ??= undefined
  req.originalUrl ??= undefined
  req.params ??= undefined
  leaveStreamToNode(req)
}

/**
 * Gives a request the headers that a gateway to HTTP/1 would give it, so that proxies can pass
 * `req.headers` on to an HTTP/1 server.
 */
function completeHeaders({ headers, stream }: Http2ServerRequest): void {
  const authority = headers[':authority']
  // If a client sends both, `:authority` replaces `host` (RFC 9113, 8.3.1).
  if (authority) headers.host = authority
  hidePseudoHeaders(headers)
  if (stream.endAfterHeaders || headers['content-length'] !== undefined) return
  // Enumerable: without this header, Node's client would send the body of a forwarded GET or DELETE
  // unframed, and the upstream server would take the body for a request of its own.
  headers['transfer-encoding'] = 'chunked'
}

/**
 * Keeps pseudo-headers readable, but not enumerable: HTTP/1 refuses their names. The same applies to
 * the symbol `http2.sensitiveHeaders`, because `new Headers()` refuses symbols.
 */
function hidePseudoHeaders(headers: IncomingHttpHeaders): void {
  for (const name of Reflect.ownKeys(headers)) {
    if (typeof name === 'symbol' || name.startsWith(':')) {
      Object.defineProperty(headers, name, { enumerable: false })
    }
  }
}
