import { getHashes } from 'node:crypto'
import { tmpdir } from 'node:os'
import bytes from 'bytes'
import { type BodyPolicy, type BodySettings, checkBodyOptions } from '../../../body/options.ts'
import type { MultipartOptions } from '../../../types/v3/options.ts'
import type { UploadSettings } from './upload.ts'

/** The options with defaults, validated once when the parser is created. */
export interface MultipartSettings extends UploadSettings {
  readonly body: BodySettings
  readonly maxFields: number
  readonly maxFieldsSize: number
  readonly maxFiles: number
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

// Throws at once, because a limit that is not a number would allow any size.
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
