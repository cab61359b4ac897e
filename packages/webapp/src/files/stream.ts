import fs from 'node:fs'
import type { ServerResponse } from 'node:http'
import { isPristine } from '../node/index.ts'
import { fileCache } from './file-cache.ts'
import type { FoundFile, OpenFile } from './open.ts'
import { Pump, type TransferCallbacks } from './pump.ts'
import { type Span, truncationError } from './range.ts'

/** Up to this many bytes are read and sent as a single chunk. */
const SINGLE_CHUNK = 64 * 1024

/**
 * Sends a part of a file and closes the file in every case.
 *
 * If the file has become shorter than its Content-Length, the connection is closed, so that the
 * truncated response does not look complete.
 */
export function streamFile(
  res: ServerResponse,
  file: FoundFile,
  span: Span,
  callbacks: TransferCallbacks,
): void {
  if ('body' in file) {
    sendWhole(res, file.body.subarray(span.offset, span.offset + span.length))
    callbacks.onSent?.()
  } else if (isOver(res)) fs.close(file.fd, ignore)
  else if (span.length > SINGLE_CHUNK) new Pump(res, file.fd, span, callbacks).start()
  else sendSmall(res, file, span, callbacks)
}

function sendSmall(
  res: ServerResponse,
  file: OpenFile,
  span: Span,
  { onError, onSent }: TransferCallbacks,
): void {
  readWhole(file.fd, span, (error, body) => {
    fs.close(file.fd, ignore)
    if (error === null && body.length === file.stat.size) {
      fileCache.add(file, body)
    }
    if (isOver(res)) return
    const failure = error ?? trySend(res, body)
    if (failure === undefined) {
      onSent?.()
      return
    }
    if (res.headersSent) res.destroy()
    onError(failure)
  })
}

/** Sends a body; returns Node's error for an invalid status or header. */
function trySend(res: ServerResponse, body: Buffer): Error | undefined {
  try {
    sendWhole(res, body)
    return undefined
  } catch (error) {
    return error as Error
  }
}

// If the response closes while the file is opened or read, 'close' has already been emitted.
function isOver(res: ServerResponse): boolean {
  return res.destroyed || res.closed || res.writableEnded
}

function sendWhole(res: ServerResponse, body: Buffer): void {
  if (body.length === 0) {
    res.end()
    return
  }
  const isUnobserved = isPristine(res)
  // A wrapper that replaced a response member may modify the buffer, which may be cached.
  const own = isUnobserved ? body : Buffer.from(body)
  if (isUnobserved && mayEndWith(res)) res.end(own)
  else {
    // As in Express, a wrapper sees the same calls as for a piped stream.
    res.write(own)
    res.end()
  }
}

/** `end(body)` corrupts Latin-1 characters of Content-Disposition in Node. */
function mayEndWith(res: ServerResponse): boolean {
  return res.getHeader('Content-Disposition') === undefined
}

function readWhole(
  fd: number,
  span: Span,
  callback: (error: Error | null, body: Buffer) => void,
): void {
  const body = Buffer.allocUnsafeSlow(span.length)
  let filled = 0
  const readRest = (): void => {
    if (filled === span.length) callback(null, body)
    else fs.read(fd, body, filled, span.length - filled, span.offset + filled, onRead)
  }
  const onRead = (error: Error | null, count: number): void => {
    filled += count
    if (error !== null) callback(error, body)
    else if (count === 0) callback(truncationError(filled, span), body)
    else readRest()
  }
  readRest()
}

function ignore(): void {}
