import type { Http2ServerRequest } from 'node:http2'

/**
 * Completes the headers of a request as a gateway does that passes it on by HTTP/1, so that whatever
 * was written for HTTP/1 reads them: the host, and that there is a body although nobody told its
 * length.
 */
export function completeRequest(message: object): void {
  const { headers, stream } = message as Http2ServerRequest
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
