import { httpError } from '../errors/http-error.ts'
import { cleanFilename } from './filename.ts'
import { badForm, type PartHeader } from './form-parser.ts'
import { decodePart, parseDisposition, parseParameters } from './header-parameters.ts'
import type { Part } from './multipart-types.ts'

/** The content of the headers of a part. */
export interface PartShape extends Pick<Part, 'name' | 'filename' | 'type' | 'headers' | 'isFile'> {
  readonly charset: string
}

/** Reads the headers of a part. Throws an HTTP error if they do not describe a part of a form. */
export function shapeOf(fields: readonly PartHeader[]): PartShape {
  const headers = Object.create(null) as Record<string, string>
  for (const [name, value] of fields) headers[name] ??= value
  const { value, name, filename } = parseDisposition(headers['content-disposition'])
  if (value !== 'form-data' || name === undefined) {
    throw badForm('A part needs Content-Disposition: form-data with a name')
  }
  const { value: declared, parameters: options } = parseParameters(headers['content-type'] ?? '')
  const isFile = filename !== undefined
  return {
    name,
    // Only a part without content may lack a name: a file input without a file.
    filename: filename && (cleanFilename(filename) || UNNAMED),
    type: declared || (isFile ? 'application/octet-stream' : 'text/plain'),
    charset: options.get('charset') ?? 'utf-8',
    headers,
    isFile,
  }
}

/** The name of a file whose own has no characters that may stay, such as `..`. */
export const UNNAMED = 'file'

/** Whether a part has an empty file name. Without content, it is a file input without a file. */
export function isUnnamed({ filename }: Pick<Part, 'filename'>): boolean {
  return filename === ''
}

/** The text of a part. Throws an HTTP error if its charset is unknown. */
export function textOf(bytes: Buffer, charset: string): string {
  const text = decodePart(bytes, charset)
  if (text !== undefined) return text
  const message = `unsupported charset "${charset.toUpperCase()}"`
  throw httpError(415, message, { charset, type: 'charset.unsupported' })
}
