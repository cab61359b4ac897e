import { inspect } from 'node:util'
import bytes from 'bytes'
import { httpError } from '../errors/http-error.ts'
import { checkNames, isObject } from '../errors/option-names.ts'
import type { MultipartLimits } from './multipart-types.ts'
import { isUnnamed, type PartShape } from './part-shape.ts'

/** Limits as numbers. */
export type FormLimits = Record<keyof MultipartLimits, number>

/** Checks limits when a parser is made: with one that is not a number, every body would pass. */
export function checkLimits(given: MultipartLimits = {}, defaults: FormLimits): FormLimits {
  if (!isObject(given)) {
    throw new TypeError(`limits must be an object such as { files: 5 }, got ${inspect(given)}`)
  }
  checkNames('limits.', given, Object.keys(defaults))
  const limits = { ...defaults }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    limits[name as keyof FormLimits] = parseSize(`limits.${name}`, value)
  }
  return limits
}

/** A size in bytes, from a number or a text such as `10mb`. */
export function parseSize(name: string, value: unknown): number {
  // The package takes the number at the beginning of any text.
  const isSize = typeof value === 'number' || /^\s*[\d.]+\s*(?:[kmgtp]?b)?\s*$/i.test(String(value))
  const size = isSize ? bytes.parse(value as string | number) : null
  if (size !== null && size >= 0) return size
  throw new TypeError(`${name} must be a number or a text such as '10mb', got ${inspect(value)}`)
}

export class PartCounter {
  readonly #limits: FormLimits
  #parts = 0
  #files = 0
  #fields = 0

  constructor(limits: FormLimits) {
    this.#limits = limits
  }

  /** Throws if a part is one too many. */
  add(part: PartShape): void {
    const { parts, fields } = this.#limits
    const { isFile, name } = part
    if (++this.#parts > parts) throw tooLarge('parts', parts)
    if (!isFile && ++this.#fields > fields) throw tooLarge('fields', fields, name)
    if (isFile && !isUnnamed(part)) this.addFile(part)
  }

  /** Throws if a file is one too many. A file without a name begins with its content. */
  addFile({ name }: Pick<PartShape, 'name'>): void {
    const { files } = this.#limits
    if (++this.#files > files) throw tooLarge('files', files, name)
  }
}

/** Throws if a part has more bytes than it may. */
export function checkPartSize(
  { isFile, name }: Pick<PartShape, 'isFile' | 'name'>,
  size: number,
  most: number,
): void {
  if (size > most) throw tooLarge(isFile ? 'fileSize' : 'fieldSize', most, name)
}

/** The codes are those of multer. */
const CODES: Partial<Record<keyof FormLimits, string>> = {
  fileSize: 'LIMIT_FILE_SIZE',
  files: 'LIMIT_FILE_COUNT',
  fields: 'LIMIT_FIELD_COUNT',
  fieldSize: 'LIMIT_FIELD_VALUE',
  parts: 'LIMIT_PART_COUNT',
  bodySize: 'LIMIT_BODY_SIZE',
}

export function tooLarge(name: keyof FormLimits, limit: number, field?: string): Error {
  const where = field === undefined ? 'The form' : `The field ${inspect(field.slice(0, 100))}`
  const message = `${where} exceeds the limit ${name} of ${limit}`
  return httpError(413, message, { type: 'entity.too.large', code: CODES[name], limit, field })
}
