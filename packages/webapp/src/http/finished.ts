import type { ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'

/** A response of HTTP/1, or one of HTTP/2 with its stream. */
export interface AnyResponse extends ServerResponse {
  readonly stream?: ServerHttp2Stream
}

/**
 * Whether the response was sent. In HTTP/2 a closed response is always `writableFinished`, so only its
 * stream shows it. A stream that the client resets is both finished and aborted.
 */
export function isFinished({ stream, writableFinished }: AnyResponse): boolean {
  return stream === undefined ? writableFinished : stream.writableFinished && !stream.aborted
}

/** Whether the response is closed, sent or not. Responses of HTTP/2 have no `destroyed`. */
export function isClosed(res: AnyResponse): boolean {
  return (res.stream ?? res).destroyed
}
