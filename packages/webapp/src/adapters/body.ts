import { Readable } from 'node:stream'
import { inspect } from 'node:util'
import { isWebStream, readWebStream } from './web-streams.ts'

/** A body ready to be sent, and the Content-Type that the given value implies. */
export interface Body {
  readonly content: Uint8Array | Readable | undefined
  readonly type?: string | undefined
}

const FORM = 'application/x-www-form-urlencoded;charset=UTF-8'
const JSON_TYPE = 'application/json'

/** Converts the `body` option of a request to bytes or a stream. */
export function toBody(body: unknown): Body {
  if (body === undefined || body === null) return { content: undefined }
  if (typeof body === 'string') return { content: Buffer.from(body) }
  if (typeof body !== 'object') throw invalidBody(body)
  if (body instanceof URLSearchParams) return { content: Buffer.from(`${body}`), type: FORM }
  const bytes = toBytes(body)
  if (bytes !== undefined) return { content: bytes }
  if (body instanceof Readable) return { content: requireUnread(body) }
  if (isWebStream(body)) return { content: readWebStream(body) }
  if (isMultipart(body)) return toMultipart(body)
  if (Symbol.asyncIterator in body)
    return { content: Readable.from(body as AsyncIterable<unknown>) }
  if (isJsonValue(body)) return { content: Buffer.from(JSON.stringify(body)), type: JSON_TYPE }
  throw invalidBody(body)
}

/** A copy: handlers may write into the bytes that they receive, and the caller into its own. */
function toBytes(body: object): Uint8Array | undefined {
  if (ArrayBuffer.isView(body)) {
    return Buffer.from(new Uint8Array(body.buffer, body.byteOffset, body.byteLength))
  }
  return body instanceof ArrayBuffer ? Buffer.from(body.slice(0)) : undefined
}

function requireUnread(body: Readable): Readable {
  if (!body.readableEnded && !body.destroyed) return body
  throw new TypeError('body is a stream that was already read or destroyed; pass a new stream')
}

// Compare names, because reading the globals makes Node load its whole fetch implementation.
function isMultipart(body: object): boolean {
  const name = (body as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag]
  return name === 'FormData' || name === 'Blob' || name === 'File'
}

function toMultipart(body: object): Body {
  const { headers, body: stream } = new Response(body as FormData)
  const type = headers.get('content-type') ?? undefined
  if (stream === null) return { content: undefined, type }
  // Node 24 has an unhandled rejection if the stream of a form is canceled. The form is in memory, so
  // nothing has to be released.
  return { content: readWebStream(stream, { cancel: false }), type }
}

function isJsonValue(body: object): boolean {
  if (Array.isArray(body) || typeof (body as { toJSON?: unknown }).toJSON === 'function')
    return true
  const prototype = Object.getPrototypeOf(body)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function invalidBody(body: unknown): TypeError {
  return new TypeError(
    `body must be a string, bytes, a stream, URLSearchParams, FormData, or an object to send as JSON, not ${inspect(body, { depth: 0 })}`,
  )
}
