import type { IncomingMessage } from 'node:http'
import type { Busboy, FieldInfo, FileInfo } from 'busboy'
import { httpError } from '../errors/http-error.ts'
import { lateBusboy } from '../http/late-packages.ts'

export type { FieldInfo }

const FORM_DATA = /^\s*multipart\/form-data\s*(?:;|$)/i

/** How much of a form the parser takes. */
export interface PartLimits {
  readonly maxFields: number
  readonly maxFieldsSize: number
  readonly maxFiles: number
}

/** Creates the parser for the parts of a form. Throws an HTTP error if the body is not a form. */
export function createPartParser(req: IncomingMessage, limits: PartLimits): Busboy {
  const contentType = req.headers['content-type'] ?? ''
  if (!FORM_DATA.test(contentType)) {
    throw badRequest(`unrecognized content-type: ${contentType}`)
  }
  const createBusboy = lateBusboy()
  try {
    return withoutOpenEnd(
      createBusboy({
        headers: req.headers,
        // Browsers send names and file names in the charset of the page.
        defParamCharset: 'utf8',
        limits: {
          fields: limits.maxFields,
          files: limits.maxFiles,
          // A field as long as the limit counts as cut off.
          fieldSize: limits.maxFieldsSize + 1,
        },
      }),
    )
  } catch {
    throw badRequest('content-type missing boundary')
  }
}

/**
 * What looks like the end of the form in the head of a part makes the parser forget a file behind
 * it: it would wait for ever for the end of that, with a file open on the disk.
 */
function withoutOpenEnd(parser: Busboy): Busboy {
  let isFileOpen = false
  parser.on('file', (_name, file) => {
    const { push } = file
    isFileOpen = true
    file.push = (chunk, encoding) => {
      if (chunk === null) isFileOpen = false
      return push.call(file, chunk, encoding)
    }
  })
  const { _final: finish } = parser
  parser._final = (callback) => {
    if (isFileOpen) callback(new Error('Unexpected end of form'))
    else finish.call(parser, callback)
  }
  return parser
}

/** The header of a part, as far as the parser tells it. */
export function headersOf(name: string, file?: FileInfo): Record<string, string> {
  const disposition = `form-data; name="${quoted(name)}"`
  if (file === undefined) return { 'content-disposition': disposition }
  const { filename = '', mimeType, encoding } = file
  return {
    'content-disposition': `${disposition}; filename="${quoted(filename)}"`,
    'content-type': mimeType,
    ...(encoding === '7bit' ? {} : { 'content-transfer-encoding': encoding }),
  }
}

function quoted(text: string): string {
  return text.replace(/["\\]/g, '\\$&')
}

function badRequest(message: string): Error {
  return httpError(400, new Error(message), { type: 'entity.parse.failed' })
}
