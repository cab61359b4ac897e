import type { ServerResponse } from 'node:http'
import { isToHead } from '../server/connection.ts'
import { endWritten, type WhenSent, whenSent } from '../server/response-end.ts'
import { composeHead, learnDefaultHeaders, markHeadWritten } from './default-head.ts'
import { type HeaderList, nodesOwn, recordSent, setOnNode } from './deferred-headers.ts'
import { writeEncoded } from './encode-buffer.ts'
import { isPristine } from './pristine.ts'

/** Larger bodies may exceed what a socket takes at once, so they are left to `end`. */
const SMALL = 8192

/**
 * Whether a response may be written as a whole: no member was replaced, and the connection is open.
 * Nothing is sent to a client that left, so Node decides what `headersSent` and `writableFinished` say.
 */
export function mayWriteWhole(res: ServerResponse): boolean {
  return !res.destroyed && res.socket?.destroyed !== true && isPristine(res)
}

/**
 * Sends a whole response, all headers of which are in this list, Content-Length among them.
 * `mayWriteWhole` must allow it, and the status must allow a body. `bytes` is the text as encoded by
 * `encodeText`.
 */
export function writeWholeResponse(
  res: ServerResponse,
  headers: HeaderList,
  text: string,
  bytes?: Buffer,
): void {
  const length = lengthIn(headers)
  // Text with one byte for each character needs no conversion.
  const encoding = length === text.length ? 'latin1' : 'utf8'
  const body = isToHead(res) ? '' : text
  const chunk = body.length <= SMALL ? body : bytes
  const head = chunk === undefined ? undefined : composeHead(res, headers)
  const callback = whenSent(res)
  if (chunk === undefined || head === undefined || !write(res, head, chunk, encoding, callback)) {
    writeHead(res, headers)
    recordSent(res, headers)
    learnDefaultHeaders(res)
    endWith(res, body, encoding)
    return
  }
  markHeadWritten(res, length, head)
  recordSent(res, headers)
  endWritten(res, callback)
}

/** The Content-Length in a list of names and values. */
function lengthIn(headers: HeaderList): number {
  let at = 0
  while (at < headers.length && headers[at] !== 'Content-Length') at += 2
  return Number(headers[at + 1])
}

/** Lets Node write a head with these headers, some of which it may hold already. */
function writeHead(res: ServerResponse, headers: HeaderList): void {
  if (nodesOwn.getHeaderNames.call(res).length === 0) {
    nodesOwn.writeHead.call(res, res.statusCode, headers as string[])
    return
  }
  setOnNode(res, headers)
  nodesOwn.writeHead.call(res, res.statusCode)
}

/** Writes head and body in one call. Returns false if that is not possible. */
function write(
  { socket }: ServerResponse,
  head: string,
  chunk: string | Buffer,
  encoding: 'latin1' | 'utf8',
  callback: WhenSent | undefined,
): boolean {
  if (socket === null) return false
  if (typeof chunk !== 'string') return writeEncoded(socket, head, chunk, callback)
  socket.write(chunk === '' ? head : head + chunk, encoding, callback)
  return true
}

/**
 * Ends a response whose head is written. `res.end(text)` writes to the socket twice. A corked write
 * followed by an empty `end` writes once, if the socket took everything before.
 */
function endWith(res: ServerResponse, text: string, encoding: 'latin1' | 'utf8'): void {
  const { socket } = res
  // For a client that left, Node emits 'finish' after an empty `end` but not after one with text.
  if (socket === null || !socket.writable || text === '' || text.length > SMALL) {
    res.end(text, encoding)
    return
  }
  socket.cork()
  res.write(text, encoding)
  socket.uncork()
  res.end()
}
