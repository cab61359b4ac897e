import type { ServerResponse } from 'node:http'

/** A response as Node keeps it: Node does not add these headers again once they were removed. */
interface NodeResponse extends ServerResponse {
  _removedConnection?: boolean
  _removedContLen?: boolean
  _removedTE?: boolean
}

/**
 * Removes a header as if it had never been set. After `removeHeader('Transfer-Encoding')` Node does
 * not send chunks. If a wrapper such as `compression` then removes Content-Length, nothing would
 * say where the body ends, on a connection that is kept alive.
 */
export function forgetHeader(res: NodeResponse, name: string): void {
  if (!res.hasHeader(name)) return
  const { sendDate, _removedConnection, _removedContLen, _removedTE } = res
  res.removeHeader(name)
  Object.assign(res, { sendDate, _removedConnection, _removedContLen, _removedTE })
}
