import type { IncomingMessage } from 'node:http'

/** Whether a request announces a body. In HTTP/2 it needs no header for that. */
export function hasBody(req: IncomingMessage): boolean {
  const { headers, httpVersionMajor } = req
  const length = headers['content-length']
  if (headers['transfer-encoding'] !== undefined || Number(length) > 0) return true
  if (length !== undefined) return false
  const { stream } = req as { readonly stream?: { readonly endAfterHeaders?: boolean } }
  return httpVersionMajor >= 2 && stream?.endAfterHeaders === false
}
