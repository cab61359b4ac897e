import { Readable } from 'node:stream'
import type { RequestHeaders } from './headers.ts'

/** Adds Content-Length, or Transfer-Encoding for a stream of unknown length. */
export function frame(
  headers: RequestHeaders,
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

function checkLength(headers: RequestHeaders, length: number): void {
  const declared = headers.get('content-length')
  if (declared === undefined) headers.add('Content-Length', String(length))
  else if (Number(declared) !== length) throw wrongLength(declared, length)
}

export function wrongLength(declared: string, length: number): Error {
  return new RangeError(`The Content-Length is ${declared}, but the body has ${length} bytes`)
}

// Methods that expect a body declare a length of 0 if there is none (RFC 9110, 8.6).
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])
