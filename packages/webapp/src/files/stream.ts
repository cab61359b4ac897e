import fs from 'node:fs'
import type { ServerResponse } from 'node:http'
import { isPristine } from '../node/response/pristine.ts'
import { keptFiles } from './kept-files.ts'
import type { FoundFile, OpenFile } from './open.ts'
import { Pump } from './pump.ts'
import { type Span, tooShort } from './range.ts'

/** Up to this many bytes are read at once and sent in one piece. */
const ONE_PIECE = 64 * 1024

/**
 * Sends a part of a file and closes it, whatever happens.
 *
 * The length was announced: a file that has become shorter cuts the connection, because an answer
 * that ends early must not look complete.
 */
export function streamFile(
  res: ServerResponse,
  file: FoundFile,
  span: Span,
  onError: (error: Error) => void,
): void {
  if ('body' in file) sendWhole(res, file.body.subarray(span.offset, span.offset + span.length))
  else if (isGone(res)) fs.close(file.fd, ignore)
  else if (span.length > ONE_PIECE) new Pump(res, file.fd, span, onError).start()
  else sendSmall(res, file, span, onError)
}

function sendSmall(
  res: ServerResponse,
  file: OpenFile,
  span: Span,
  onError: (error: Error) => void,
): void {
  readWhole(file.fd, span, (error, body) => {
    fs.close(file.fd, ignore)
    if (error === null && body.length === file.stat.size) {
      keptFiles.keep(file.path, file.stat, body)
    }
    if (isGone(res)) return
    const failure = error ?? trySend(res, body)
    if (failure === undefined) return
    if (res.headersSent) res.destroy()
    onError(failure)
  })
}

/** Sends a body; returns the error of a status or a header that cannot be sent. */
function trySend(res: ServerResponse, body: Buffer): Error | undefined {
  try {
    sendWhole(res, body)
    return undefined
  } catch (error) {
    return error as Error
  }
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
  // Whoever replaced a member of the response may write into what he is given.
  const own = isPristine(res) ? body : Buffer.from(body)
  // Given the body with `end`, Node breaks the Latin-1 letters of a Content-Disposition.
  if (!res.hasHeader('Content-Disposition')) res.end(own)
  else {
    res.write(own)
    res.end()
  }
}

function readWhole(
  fd: number,
  span: Span,
  callback: (error: Error | null, body: Buffer) => void,
): void {
  const body = Buffer.allocUnsafeSlow(span.length)
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

function ignore(): void {}
