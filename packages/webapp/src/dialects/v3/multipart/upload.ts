import { createHash } from 'node:crypto'
import type { WriteStream } from 'node:fs'
import { extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FormPart } from '../../../body/form-part.ts'
import { createTemporary, temporaryPath } from '../../../body/temporary-file.ts'
import { isBase64 } from './part-shape.ts'

/** A stored file of a form. */
export interface UploadedFile {
  fieldName: string
  originalFilename: string
  path: string
  headers: FormPart['headers']
  /** Not enumerable, so that `JSON.stringify(req.files)` does not include the stream. */
  readonly ws: WriteStream
  size: number
  name: string
  type: string | null
  hash?: string
}

export interface UploadSettings {
  readonly uploadDir: string
  readonly keepExtensions: boolean
  /** The algorithm for the digest of each file, such as 'sha1'. */
  readonly hash: string | undefined
}

const HIGH_WATER_MARK = 16 * 1024

/**
 * Stores a file under a random name. Only the user of the process can read it.
 *
 * If storing fails, the partial file is removed. `onBytes` may throw to reject the rest.
 */
export async function storeUpload(
  part: FormPart,
  settings: UploadSettings,
  onBytes: (count: number) => void,
): Promise<UploadedFile> {
  const { name, filename = '', headers, type } = part
  const path = temporaryPath(settings.uploadDir, extensionOf(filename, settings))
  const digest = settings.hash === undefined ? undefined : createHash(settings.hash)
  let size = 0
  async function* measure(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      onBytes(chunk.length)
      size += chunk.length
      digest?.update(chunk)
      yield chunk
    }
  }
  const decode = isBase64(headers) ? decodeBase64 : passOn
  let ws: WriteStream | undefined
  await createTemporary(path, HIGH_WATER_MARK, (target) => {
    ws = target
    return pipeline(part, decode, measure, target)
  })
  const file: Omit<UploadedFile, 'ws'> = {
    fieldName: name,
    originalFilename: filename,
    path,
    headers,
    size,
    name: filename,
    type: type || null,
  }
  if (digest !== undefined) file.hash = digest.digest('hex')
  return Object.defineProperty(file, 'ws', { value: ws }) as UploadedFile
}

// Only a plain extension from the client's file name may become part of a path.
const PLAIN_EXTENSION = /^\.[A-Za-z0-9_-]{1,20}$/

function extensionOf(filename: string, { keepExtensions }: UploadSettings): string {
  const extension = extname(filename)
  return keepExtensions && PLAIN_EXTENSION.test(extension) ? extension : ''
}

async function* passOn(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* source
}

/** Decodes base64 chunk by chunk: four characters are three bytes. */
async function* decodeBase64(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = ''
  for await (const chunk of source) {
    const text = rest + chunk.toString('latin1').replace(/[^A-Za-z0-9+/=]/g, '')
    const whole = text.length - (text.length % 4)
    rest = text.slice(whole)
    if (whole > 0) yield Buffer.from(text.slice(0, whole), 'base64')
  }
  if (rest !== '') yield Buffer.from(rest, 'base64')
}
