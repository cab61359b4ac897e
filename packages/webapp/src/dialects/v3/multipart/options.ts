import { getHashes } from 'node:crypto'
import { tmpdir } from 'node:os'
import bytes from 'bytes'
import { type BodyPolicy, type BodySettings, checkBodyOptions } from '../../../body/options.ts'
import type { PartLimits } from '../../../body/part-parser.ts'
import type { UploadSettings } from './upload.ts'

export interface MultipartOptions {
  /** Where files are stored; the system's directory for temporary files by default. */
  readonly uploadDir?: string | null
  /** Keeps the extension that the client gave a file; on by default. */
  readonly keepExtensions?: boolean
  /** The digest to compute of each file; `true` for sha1. */
  readonly hash?: string | boolean | null
  /** Largest body; `100mb` by default. */
  readonly limit?: number | string | null
  readonly maxFields?: number | null
  /** Bytes of all fields together; `2mb` by default. */
  readonly maxFieldsSize?: number | string | null
  readonly maxFiles?: number | null
  /** Bytes of all files together; only bounded by `limit` by default. */
  readonly maxFilesSize?: number | string | null
}

/** The same with defaults, checked once when the parser is made. */
export interface MultipartSettings extends UploadSettings, PartLimits {
  readonly body: BodySettings
  readonly maxFilesSize: number
}

export function checkMultipartOptions(
  options: MultipartOptions,
  policy: BodyPolicy,
): MultipartSettings {
  const body = { limit: options.limit ?? '100mb' }
  return {
    body: checkBodyOptions(body, 'multipart/*', policy),
    uploadDir: options.uploadDir || tmpdir(),
    keepExtensions: options.keepExtensions !== false,
    hash: checkHash(options.hash),
    maxFields: checkBound('maxFields', options.maxFields ?? 1000),
    maxFieldsSize: checkBound('maxFieldsSize', options.maxFieldsSize ?? '2mb'),
    maxFiles: checkBound('maxFiles', options.maxFiles ?? 1000),
    maxFilesSize: checkBound('maxFilesSize', options.maxFilesSize ?? Number.POSITIVE_INFINITY),
  }
}

// A bound that is no number would bound nothing: it is refused at once.
function checkBound(name: string, value: unknown): number {
  const bound = typeof value === 'number' ? value : bytes.parse(value as string)
  if (bound === null || Number.isNaN(bound) || bound < 0) {
    throw new TypeError(`option ${name} "${String(value)}" is invalid`)
  }
  return bound
}

function checkHash(hash: MultipartOptions['hash']): string | undefined {
  if (!hash) return undefined
  const name = hash === true ? 'sha1' : hash
  if (!getHashes().includes(name)) throw new TypeError(`option hash "${name}" is unknown`)
  return name
}
