import { createDigest } from '../runtime/digest.ts'
import { memoizeLast } from '../runtime/memoize-last.ts'

/** Computes the entity tag of a body. */
export type EtagFunction = (
  body: string | Buffer,
  encoding?: BufferEncoding | undefined,
) => string | undefined

/** Computes the entity tag of text: `length` bytes in UTF-8, `bytes` if already encoded. */
type TextTag = (text: string, length: number, bytes?: Uint8Array) => string

/** Computes the digest in a tag: base64 without padding. */
type Digest = (data: string | Uint8Array) => string

const kTextTag = Symbol('webapp.etag.text')

/** For longer texts comparing with the last texts is faster than a digest. */
export const LARGE_TEXT = 16 * 1024

/** Creates an entity tag function that can tag text without encoding it to bytes first. */
export function createEtagFunction(name: string, mark: 'W/' | '', digest: Digest): EtagFunction {
  const ofLarge = memoizeLast<Uint8Array | undefined>((text, bytes) => digest(bytes ?? text), 4)
  const format = (length: number, encoded: string) =>
    flatten(`${mark}"${length.toString(16)}-${encoded}"`)
  const tagText: TextTag = (text, length, bytes) =>
    format(length, text.length > LARGE_TEXT ? ofLarge(text, bytes) : digest(text))
  const generate: EtagFunction = (body, encoding) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body, encoding)
    return format(bytes.length, digest(bytes))
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

/** Copies a concatenated string: Node sends a flat string faster, even counting the copy. */
function flatten(tag: string): string {
  return scratch.toString('latin1', 0, scratch.write(tag, 'latin1'))
}

const digestSha1 = createDigest('sha1')
// The 20 bytes of SHA-1 are 27 base64 characters and one of padding.
const sha1: Digest = (data) => digestSha1(data).slice(0, 27)

export const weakEtag: EtagFunction = createEtagFunction('generateETag', 'W/', sha1)
export const strongEtag: EtagFunction = createEtagFunction('generateETag', '', sha1)

/** The entity tag of a file: weak, for the bytes may change without a new size or date. */
export function fileTag({ size, mtime }: { readonly size: number; readonly mtime: Date }): string {
  return `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`
}
