import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FormPart } from '../../../body/parts.ts'
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
  const path = temporaryPath(filename, settings)
  const ws = createWriteStream(path, { flags: 'wx', mode: 0o600 })
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
  try {
    const decode = isBase64(headers) ? decodeBase64 : passOn
    await pipeline(part, decode, measure, ws)
  } catch (error) {
    await closed(ws)
    await removeUpload(path)
    throw error
  }
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

// Wait for the close event: a file that is still being opened would appear after its removal.
function closed(ws: WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (ws.closed) resolve()
    else ws.once('close', resolve)
  })
}

/** Removes a stored file. Ignores a file that the application already moved or removed. */
export async function removeUpload(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {})
}

// Only a plain extension from the client's file name may become part of a path.
const PLAIN_EXTENSION = /^\.[A-Za-z0-9_-]{1,20}$/

function temporaryPath(filename: string, settings: UploadSettings): string {
  const extension = extname(filename)
  const kept = settings.keepExtensions && PLAIN_EXTENSION.test(extension) ? extension : ''
  return join(settings.uploadDir, `upload_${randomBytes(16).toString('hex')}${kept}`)
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
