import type { ServerResponse } from 'node:http'
import { nodesOwn } from './deferred-headers.ts'

/** Private fields of Node's responses that decide how a body is framed. */
interface FramedResponse extends ServerResponse {
  _implicitHeader?: () => void
  _hasBody?: boolean
  _removedConnection?: boolean
  _removedContLen?: boolean
  _removedTE?: boolean
}

/**
 * Removes a header as if it had never been set. After `removeHeader('Transfer-Encoding')` Node does
 * not send chunks. If a wrapper such as `compression` then removes Content-Length, nothing would
 * say where the body ends, on a connection that is kept alive.
 */
export function forgetHeader(res: FramedResponse, name: string): void {
  if (!hasHeader(res, name)) return
  const { sendDate, _removedConnection, _removedContLen, _removedTE } = res
  res.removeHeader(name)
  Object.assign(res, { sendDate, _removedConnection, _removedContLen, _removedTE })
}

/**
 * Whether a response of HTTP/1 has a header. Asks Node itself: Express does not ask, so a
 * program that replaced `hasHeader` sees no call. A mock may have headers of its own.
 */
export function hasHeader(res: FramedResponse, name: string): boolean {
  return res._hasBody !== undefined && nodesOwn.hasHeader.call(res, name)
}

/** Makes Node drop the body of a response, as it does for the statuses 204 and 304. */
export function dropBody(res: FramedResponse): boolean {
  if (res._hasBody === undefined) return false
  res._hasBody = false
  return true
}

/**
 * Calls `check`, which may throw, before Node writes the head of a response to HTTP/1 for a body. If
 * `writeHead` of the response did nothing instead, Node would send the body without a head.
 */
export function checkBeforeHead(res: FramedResponse, check: () => void): void {
  if (res._hasBody === undefined) return
  const { _implicitHeader } = res
  res._implicitHeader = function () {
    check()
    _implicitHeader?.call(this)
  }
}
