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
    headers.addDefault('Content-Length', String(content?.length ?? 0))
  }
}

// Methods that mean to send something say so when they send nothing (RFC 9110, 8.6).
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])
