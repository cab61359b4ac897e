import { Readable } from 'node:stream'
import type { HeaderList } from './headers.ts'

/** Tells how long the body is; a stream goes in pieces, each with its length. */
export function frame(
  headers: HeaderList,
  method: string,
  content: Uint8Array | Readable | undefined,
): void {
  if (headers.has('transfer-encoding')) return
  if (content instanceof Readable) {
    if (!headers.has('content-length')) headers.add('Transfer-Encoding', 'chunked')
  } else if (content !== undefined || WITH_BODY.has(method)) {
    checkLength(headers, content?.length ?? 0)
  }
}

function checkLength(headers: HeaderList, length: number): void {
  const told = headers.get('content-length')
  if (told === undefined) headers.add('Content-Length', String(length))
  else if (Number(told) !== length) throw wrongLength(told, length)
}

/** A body that is not as long as it was said to be. */
export function wrongLength(told: string, length: number): Error {
  return new RangeError(`The Content-Length is ${told}, but the body has ${length} bytes`)
}

// Methods that mean to send something say so when they send nothing (RFC 9110, 8.6).
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])
