import { createDigest } from '../runtime/digest.ts'
import { memoizeLast } from '../runtime/memoize-last.ts'
import { ONE_BLOCK, writeSha1 } from '../runtime/sha1.ts'

/** Computes the entity tag of a body. */
export type EtagFunction = (
  body: string | Buffer,
  encoding?: BufferEncoding | undefined,
) => string | undefined

/** Computes the entity tag of text: `length` bytes in UTF-8, `bytes` if already encoded. */
type TextTag = (text: string, length: number, bytes?: Uint8Array) => string

/** The digest in a tag: base64 without padding. */
interface Digest {
  readonly of: (data: string | Uint8Array) => string
  /** Writes the digest of ASCII text of one block into a buffer; returns the end offset. */
  readonly write: (target: Uint8Array, at: number, text: string) => number
}

const kTextTag = Symbol('webapp.etag.text')

/** For longer texts comparing with the last texts is faster than a digest. */
export const LARGE_TEXT = 16 * 1024

/** Creates an entity tag function that can tag text without encoding it to bytes first. */
export function createEtagFunction(name: string, mark: 'W/' | '', digest: Digest): EtagFunction {
  const ofLarge = memoizeLast<Uint8Array | undefined>((text, bytes) => digest.of(bytes ?? text), 4)
  const tagText: TextTag = (text, length, bytes) => {
    const start = `${mark}"${length.toString(16)}-`
    if (text.length > LARGE_TEXT) return flatten(`${start}${ofLarge(text, bytes)}"`)
    if (length > ONE_BLOCK || length !== text.length) return flatten(`${start}${digest.of(text)}"`)
    const end = digest.write(scratch, writeText(scratch, 0, start), text)
    return scratch.toString('latin1', 0, writeText(scratch, end, '"'))
  }
  const generate: EtagFunction = (body, encoding) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body, encoding)
    return flatten(`${mark}"${bytes.length.toString(16)}-${digest.of(bytes)}"`)
  }
  Object.defineProperty(generate, 'name', { value: name })
  return Object.defineProperty(generate, kTextTag, { value: tagText })
}

/** The text variant of an entity tag function; undefined for a function of the user. */
export function textTagOf(generate: unknown): TextTag | undefined {
  return typeof generate === 'function'
    ? (generate as { [kTextTag]?: TextTag })[kTextTag]
    : undefined
}

const scratch = Buffer.alloc(128)

function writeText(target: Uint8Array, start: number, text: string): number {
  for (let at = 0; at < text.length; at++) target[start + at] = text.charCodeAt(at)
  return start + text.length
}

/** Copies a concatenated string: Node sends a flat string faster, even counting the copy. */
function flatten(tag: string): string {
  return scratch.toString('latin1', 0, scratch.write(tag, 'latin1'))
}

const digestSha1 = createDigest('sha1')
const sha1: Digest = {
  // The 20 bytes of SHA-1 are 27 base64 characters and one of padding.
  of: (data) => digestSha1(data).slice(0, 27),
  write: writeSha1,
}

export const weakEtag: EtagFunction = createEtagFunction('generateETag', 'W/', sha1)
export const strongEtag: EtagFunction = createEtagFunction('generateETag', '', sha1)

/**
 * The entity tag of a file: weak, because the bytes may change without a new size or date. With a
 * content coding, because two variants of a file can have the same size and date.
 */
export function fileTag(
  { size, mtime }: { readonly size: number; readonly mtime: Date },
  coding?: string,
): string {
  const end = coding === undefined ? '' : `-${coding}`
  return `W/"${size.toString(16)}-${mtime.getTime().toString(16)}${end}"`
}
