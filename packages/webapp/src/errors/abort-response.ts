import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'

/** The HTTP/2 error code (RFC 9113, 7). */
const INTERNAL_ERROR = 2

/**
 * Aborts a response that cannot be completed, so that the client does not take it for complete.
 * HTTP/1: closes the connection. HTTP/2: resets the stream, because other requests share the
 * connection.
 */
export function abortResponse(req: IncomingMessage, res: ServerResponse): void {
  if (req.httpVersionMajor < 2 || !res.writableEnded) cutOff(req, res)
}

/** The same for a response that was ended, and that the client has not received. */
export function cutOff(req: IncomingMessage, res: ServerResponse): void {
  if (req.httpVersionMajor < 2) {
    req.socket?.destroy()
    // In workers of Cloudflare, responses have no connection that would end with that of the request.
    if (!res.socket && !res.writableFinished) res.destroy()
  } else (res as unknown as Http2ServerResponse).stream.close(INTERNAL_ERROR)
}
