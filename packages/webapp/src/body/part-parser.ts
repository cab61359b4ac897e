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
    return failOnOpenFile(
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
 * Fails if the form ends while a file part is open. A closing boundary inside the headers of a part
 * makes busboy drop that part: the file stream would never end, and its file would stay open.
 */
function failOnOpenFile(parser: Busboy): Busboy {
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

/** Rebuilds the headers of a part from the fields that busboy reports. */
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
