import { createDigest } from './digest.ts'
import { rememberLast } from './last-texts.ts'
import { putSha1 } from './sha1.ts'

/** Makes an entity tag of a whole body. */
export type EtagFunction = (
  body: string | Buffer,
  encoding?: BufferEncoding | undefined,
) => string | undefined

/** Makes an entity tag of text that is sent as UTF-8, and takes `length` bytes in it: these, if given. */
type TextTag = (text: string, length: number, bytes?: Uint8Array) => string

/** How a tag tells one body from another: by a digest in base64, without padding. */
interface Digest {
  readonly of: (data: string | Uint8Array) => string
  /** The same of short ASCII text, written into a buffer; returns where it ends. */
  readonly put: (target: Uint8Array, at: number, text: string) => number
}

const kTextTag = Symbol('webapp.etag.text')

/** Longer texts are cheaper to digest outside of JavaScript. */
const SHORT = 250

/** To look up longer texts costs less than to digest them. */
export const LARGE = 16 * 1024

/** An entity tag function that needs no copy of text in bytes. */
export function createEtagFunction(name: string, mark: 'W/' | '', digest: Digest): EtagFunction {
  const ofLarge = rememberLast<Uint8Array | undefined>((text, bytes) => digest.of(bytes ?? text), 4)
  const tagText: TextTag = (text, length, bytes) => {
    if (text.length > LARGE)
      return flatten(`${mark}"${length.toString(16)}-${ofLarge(text, bytes)}"`)
    if (length > SHORT || length !== text.length) return tag(text, length)
    let at = putText(scratch, 0, `${mark}"${length.toString(16)}-`)
    at = digest.put(scratch, at, text)
    return scratch.toString('latin1', 0, putText(scratch, at, '"'))
  }
  const tag = (data: string | Uint8Array, length: number) =>
    flatten(`${mark}"${length.toString(16)}-${digest.of(data)}"`)
  const generate: EtagFunction = (body, encoding) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body, encoding)
    return tag(bytes, bytes.length)
  }
  Object.defineProperty(generate, 'name', { value: name })
  return Object.defineProperty(generate, kTextTag, { value: tagText })
}

/** How to tag text with the function of a setting; undefined when that is not one of ours. */
export function textTagOf(generate: unknown): TextTag | undefined {
  return typeof generate === 'function'
    ? (generate as { [kTextTag]?: TextTag })[kTextTag]
    : undefined
}

const scratch = Buffer.alloc(128)

function putText(target: Uint8Array, start: number, text: string): number {
  for (let at = 0; at < text.length; at++) target[start + at] = text.charCodeAt(at)
  return start + text.length
}

/** The same string in one piece: one that was put together costs Node more to send than to copy. */
function flatten(tag: string): string {
  return scratch.toString('latin1', 0, scratch.write(tag, 'latin1'))
}

const digestSha1 = createDigest('sha1')
const sha1: Digest = {
  // 27 characters of base64 are the 20 bytes of SHA-1 without padding.
  of: (data) => digestSha1(data).slice(0, 27),
  put: putSha1,
}

export const weakEtag: EtagFunction = createEtagFunction('generateETag', 'W/', sha1)
export const strongEtag: EtagFunction = createEtagFunction('generateETag', '', sha1)

/** The entity tag of a file: weak, for the bytes may change without a new size or date. */
export function fileTag({ size, mtime }: { readonly size: number; readonly mtime: Date }): string {
  return `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`
}
