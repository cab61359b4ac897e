import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'

/** RFC 9113, 7. */
const INTERNAL_ERROR = 2

/**
 * Ends an answer that cannot be completed, so that it does not look complete: by the end of the
 * connection, or in HTTP/2, where others use the connection too, of its stream.
 */
export function cutAnswer(req: IncomingMessage, res: ServerResponse): void {
  if (req.httpVersionMajor < 2) req.socket?.destroy()
  else if (!res.writableEnded) {
    ;(res as unknown as Http2ServerResponse).stream.close(INTERNAL_ERROR)
  }
}
