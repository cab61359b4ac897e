import fs from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { OpenFile } from './open.ts'
import type { Span } from './range.ts'

/** Up to this many bytes are read at once and sent in one piece. */
const ONE_PIECE = 64 * 1024
const CHUNK = 256 * 1024

/**
 * Sends a part of an open file and closes it, whatever happens.
 *
 * The length was announced: a file that has become shorter cuts the connection, because an answer
 * that ends early must not look complete.
 */
export function streamFile(
  res: ServerResponse,
  file: OpenFile,
  span: Span,
  onError: (error: Error) => void,
): void {
  if (isGone(res)) {
    fs.close(file.fd, () => {})
    return
  }
  if (span.length > ONE_PIECE) {
    pump(res, file, span, onError)
    return
  }
  readWhole(file.fd, span, (error, body) => {
    fs.close(file.fd, () => {})
    if (isGone(res)) return
    if (error !== null) fail(res, error, onError)
    else sendWhole(res, body)
  })
}

// The client left while the file was opened or read: nobody would hear another 'close'.
function isGone(res: ServerResponse): boolean {
  return res.destroyed || res.closed || res.writableEnded
}

function sendWhole(res: ServerResponse, body: Buffer): void {
  if (body.length === 0) {
    res.end()
    return
  }
  // Given the body with `end`, Node breaks the Latin-1 letters of a Content-Disposition.
  if (!res.hasHeader('Content-Disposition')) res.end(body)
  else {
    res.write(body)
    res.end()
  }
}

function readWhole(
  fd: number,
  span: Span,
  callback: (error: Error | null, body: Buffer) => void,
): void {
  const body = Buffer.allocUnsafe(span.length)
  let filled = 0
  const readOn = (): void => {
    if (filled === span.length) callback(null, body)
    else fs.read(fd, body, filled, span.length - filled, span.offset + filled, onRead)
  }
  const onRead = (error: Error | null, count: number): void => {
    filled += count
    if (error !== null) callback(error, body)
    else if (count === 0) callback(tooShort(filled, span), body)
    else readOn()
  }
  readOn()
}

function pump(
  res: ServerResponse,
  file: OpenFile,
  span: Span,
  onError: (error: Error) => void,
): void {
  let sent = 0
  const source = fs.createReadStream('', {
    fd: file.fd,
    start: span.offset,
    end: span.offset + span.length - 1,
    highWaterMark: CHUNK,
  })
  const stop = () => source.destroy()
  res.once('close', stop)
  source.on('data', (chunk) => {
    sent += chunk.length
  })
  source.on('error', (error) => {
    res.removeListener('close', stop)
    fail(res, error, onError)
  })
  source.on('end', () => {
    res.removeListener('close', stop)
    if (sent === span.length) res.end()
    else fail(res, tooShort(sent, span), onError)
  })
  source.pipe(res, { end: false })
}

function tooShort(sent: number, span: Span): Error {
  return new Error(`the file became shorter while it was sent: ${sent} of ${span.length} bytes`)
}

function fail(res: ServerResponse, error: Error, onError: (error: Error) => void): void {
  if (res.headersSent) res.destroy()
  onError(error)
}
