import type { ServerResponse } from 'node:http'
import { heldHeaders, learnTail, markWritten, plainHead } from './default-head.ts'
import { giveToNode, type HeaderList, markSent, node } from './deferred-headers.ts'
import { writeEncoded } from './encode-buffer.ts'

/** Answers that may be larger than what a connection takes at once are left to `end`. */
const SMALL = 8192

/**
 * Sends a whole answer, whose headers are all in this list, on a response that nobody touched
 * (`isUntouched`) and whose status has a body. The bytes of a large text are those that were encoded
 * last.
 */
export function answerAtOnce(
  res: ServerResponse,
  headers: HeaderList,
  text: string,
  encoding: 'latin1' | 'utf8',
  bytes?: Buffer,
): void {
  const body = res.req.method === 'HEAD' ? '' : text
  const isSmall = body.length <= SMALL
  const head = isSmall || bytes !== undefined ? plainHead(res, headers) : undefined
  if (head === undefined || !write(res, head, body, encoding, isSmall ? undefined : bytes)) {
    writeHead(res, headers)
    markSent(res, headers)
    learnTail(res)
    endWith(res, body, encoding)
    return
  }
  markWritten(res, Number(headers[headers.indexOf('Content-Length') + 1]), head)
  markSent(res, headers)
  res.end()
}

/** The same with ASCII text, where Node holds the headers. */
export function answerHeld(res: ServerResponse, text: string): void {
  const body = res.req.method === 'HEAD' ? '' : text
  const headers = body.length <= SMALL ? heldHeaders(res) : undefined
  const head = headers === undefined ? undefined : plainHead(res, headers)
  if (head === undefined || !write(res, head, body, 'latin1', undefined)) {
    node.writeHead.call(res, res.statusCode)
    learnTail(res)
    endWith(res, body, 'latin1')
    return
  }
  markWritten(res, Number(node.getHeader.call(res, 'Content-Length')), head)
  res.end()
}

/** Lets Node write a head with these headers, some of which it may hold already. */
function writeHead(res: ServerResponse, headers: HeaderList): void {
  if (node.getHeaderNames.call(res).length === 0) {
    node.writeHead.call(res, res.statusCode, headers as string[])
    return
  }
  giveToNode(res, headers)
  node.writeHead.call(res, res.statusCode)
}

/** Writes head and body in one piece; false where that cannot be done. */
function write(
  { socket }: ServerResponse,
  head: string,
  body: string,
  encoding: 'latin1' | 'utf8',
  bytes: Buffer | undefined,
): boolean {
  if (socket === null) return false
  if (bytes !== undefined) return writeEncoded(socket, head, bytes)
  socket.write(body === '' ? head : head + body, encoding)
  return true
}

/**
 * Ends a response, whose headers are sent, with a body. `end` alone writes twice, the body and the
 * news that it is over; without a body it has nothing to write when the connection took everything
 * before.
 */
function endWith(res: ServerResponse, text: string, encoding: 'latin1' | 'utf8'): void {
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
