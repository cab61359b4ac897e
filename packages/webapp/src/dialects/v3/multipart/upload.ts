import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PartHeaders } from '../../../body/form-parser.ts'

/** A file of a form while it is received. */
export interface FilePart {
  readonly name: string
  readonly filename: string
  readonly headers: PartHeaders
  /** The Content-Type of the part. */
  readonly type: string | null
  /** The Content-Transfer-Encoding, in lower case. */
  readonly encoding: string
  readonly stream: Readable
}

/** A stored file of a form. */
export interface UploadedFile {
  fieldName: string
  originalFilename: string
  path: string
  headers: PartHeaders
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
  part: FilePart,
  settings: UploadSettings,
  onBytes: (count: number) => void,
): Promise<UploadedFile> {
  const path = temporaryPath(part.filename, settings)
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
    const decode = part.encoding === 'base64' ? decodeBase64 : passOn
    await pipeline(part.stream, decode, measure, ws)
  } catch (error) {
    await closed(ws)
    await removeUpload(path)
    throw error
  }
  const file = describe(part, path, size)
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

function describe(part: FilePart, path: string, size: number): Omit<UploadedFile, 'ws'> {
  return {
    fieldName: part.name,
    originalFilename: part.filename,
    path,
    headers: part.headers,
    size,
    name: part.filename,
    type: part.type,
  }
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
