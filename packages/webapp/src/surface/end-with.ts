import type { ServerResponse } from 'node:http'

/** Answers that may be larger than what a connection takes at once are left to `end`. */
const SMALL = 8192

/**
 * Ends a response, whose headers are sent, with a body. `end` alone writes twice, the body and the
 * news that it is over; without a body it has nothing to write when the connection took everything
 * before.
 */
export function endWith(res: ServerResponse, text: string, encoding: 'latin1' | 'utf8'): void {
  const { socket } = res
  if (socket === null || text === '' || text.length > SMALL) {
    res.end(text, encoding)
    return
  }
  socket.cork()
  res.write(text, encoding)
  socket.uncork()
  res.end()
}
