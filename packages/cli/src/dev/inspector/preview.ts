import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib'
import type { BodyPreview } from './messages.ts'

const MAX_TEXT = 65_536

/** A body as text for the page. */
export interface TextPreview {
  readonly size: number
  readonly text: string | undefined
  /** What the page says instead of the text, or beside it. */
  readonly note: string | undefined
}

type Headers = readonly (readonly [string, string])[]

/** Decodes the kept part of a body, which may be compressed and cut. */
export function toText({ size, data }: BodyPreview, headers: Headers): TextPreview {
  if (size === 0) return { size, text: undefined, note: undefined }
  const kept = Buffer.from(data, 'base64')
  const encoding = headerOf(headers, 'content-encoding')
  const bytes = decode(kept, encoding)
  if (bytes === undefined) return { size, text: undefined, note: `${size} bytes, ${encoding}` }
  const cut = kept.length < size ? `The first ${kept.length} of ${size} bytes.` : undefined
  if (isBinary(bytes)) {
    const type = headerOf(headers, 'content-type') ?? 'unknown type'
    return { size, text: undefined, note: `${size} bytes of binary data (${type})` }
  }
  return { size, text: bytes.toString().slice(0, MAX_TEXT), note: cut }
}

function headerOf(headers: Headers, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

function decode(bytes: Buffer, encoding: string | undefined): Buffer | undefined {
  // The end of the data may be missing. The limit stops a small body that becomes a huge one.
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 4_000_000 }
  try {
    if (encoding === undefined || encoding === 'identity') return bytes
    if (encoding === 'gzip') return gunzipSync(bytes, options)
    if (encoding === 'deflate') return inflateSync(bytes, options)
    if (encoding === 'br') {
      const flush = { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: 4_000_000 }
      return brotliDecompressSync(bytes, flush)
    }
  } catch {
    // Not what the header says.
  }
  return undefined
}

function isBinary(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 2000)
  if (start.includes(0)) return true
  const broken = start.toString().split('\ufffd').length - 1
  return broken > start.length / 20
}
