import { withoutFolders } from '../../../body/filename.ts'
import { badForm, type PartHeader } from '../../../body/form-parser.ts'
import { parseDisposition } from '../../../body/header-parameters.ts'
import type { PartShape } from '../../../body/part-shape.ts'

/**
 * Reads the headers of a part; `undefined` if it is not a part of a form. Throws an HTTP error if
 * its transfer encoding is unknown.
 *
 * A part with a `filename` is a file, even if the name is empty: browsers send that for a file input
 * without a file. The last one of repeated headers counts, as in Express.
 */
export function readShape(fields: readonly PartHeader[]): PartShape | undefined {
  const headers = Object.fromEntries(fields)
  checkEncoding(headers)
  const { value, name = '', filename } = parseDisposition(headers['content-disposition'])
  if (value !== 'form-data') return undefined
  return {
    name,
    filename: filename && cleanFilename(filename),
    type: headers['content-type'] ?? '',
    // As in Express, whatever charset the part names.
    charset: 'utf-8',
    headers,
    isFile: filename !== undefined,
  }
}

const ENCODINGS = new Set(['7bit', '8bit', 'binary', 'base64'])

function checkEncoding({ 'content-transfer-encoding': encoding }: PartShape['headers']): void {
  if (encoding === undefined || ENCODINGS.has(encoding.toLowerCase())) return
  throw badForm(`unknown transfer-encoding: ${encoding}`)
}

export function isBase64(headers: PartShape['headers']): boolean {
  return headers['content-transfer-encoding']?.toLowerCase() === 'base64'
}

function cleanFilename(filename: string): string {
  const base = withoutFolders(filename)
  // Browsers write %22 for a quote.
  return base === '.' || base === '..' ? '' : base.replaceAll('%22', '"')
}
