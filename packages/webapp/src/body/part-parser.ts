import type { IncomingMessage } from 'node:http'
import type { Busboy, FieldInfo } from 'busboy'
import { httpError } from '../errors/http-error.ts'
import { lateBusboy } from '../http/late-packages.ts'
import type { PartHeaders } from './form-parser.ts'

export type { FieldInfo }

const FORM_DATA = /^\s*multipart\/form-data\s*(?:;|$)/i

/** How much of a form the parser takes. */
export interface PartLimits {
  readonly maxFields: number
  readonly maxFieldsSize: number
  readonly maxFiles: number
}

/**
 * Creates the parser for the parts of a form. Throws an HTTP error if the body is not a form.
 *
 * `onHeaders` gets the headers of each part, before the parser emits the part.
 */
export function createPartParser(
  req: IncomingMessage,
  limits: PartLimits,
  onHeaders: (headers: PartHeaders) => void,
): Busboy {
  const contentType = req.headers['content-type'] ?? ''
  if (!FORM_DATA.test(contentType)) {
    throw badRequest(`unrecognized content-type: ${contentType}`)
  }
  const createBusboy = lateBusboy()
  try {
    const parser = createBusboy({
      headers: req.headers,
      // Browsers send names and file names in the charset of the page.
      defParamCharset: 'utf8',
      limits: {
        files: limits.maxFiles,
        // A field as long as the limit counts as cut off.
        fieldSize: limits.maxFieldsSize + 1,
      },
    })
    reportHeaders(parser, onHeaders)
    return failOnOpenFile(parser)
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

type RawHeaders = Readonly<Record<string, readonly string[]>>

/** busboy's reader of part headers; `cb` gets the headers of a part when they are complete. */
interface HeaderReader {
  cb: (headers: RawHeaders) => void
}

/**
 * busboy does not expose the headers of a part, and assigns its one reader of headers to `_hparser`
 * whenever a part begins.
 */
function reportHeaders(parser: Busboy, onHeaders: (headers: PartHeaders) => void): void {
  let reader: HeaderReader | null = null
  let isWatched = false
  Object.defineProperty(parser, '_hparser', {
    get: () => reader,
    set(value: HeaderReader | null) {
      reader = value
      if (value === null || isWatched) return
      isWatched = true
      const { cb } = value
      value.cb = (headers) => {
        onHeaders(toPartHeaders(headers))
        cb(withKindAsType(headers))
      }
    },
  })
}

function toPartHeaders(headers: RawHeaders): PartHeaders {
  const entries = Object.entries(headers)
  return Object.fromEntries(entries.map(([name, values]) => [name, decode(values.at(-1) ?? '')]))
}

function decode(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString()
}

/**
 * A part with a `filename` is a file, even if the name is empty: browsers send that for a file input
 * without a file. busboy decides by the type of such a part, so give it the type for the decision.
 */
function withKindAsType(headers: RawHeaders): RawHeaders {
  const disposition = headers['content-disposition']?.[0] ?? ''
  if (FILENAME.test(disposition.replace(QUOTED, '""'))) {
    return { ...headers, 'content-type': [FILE_TYPE] }
  }
  const { 'content-type': type, ...others } = headers
  return type?.[0]?.toLowerCase().startsWith(FILE_TYPE) ? others : headers
}

const FILE_TYPE = 'application/octet-stream'
// Always matches from a quote on, so its time is linear: an open quote ends with the header.
const QUOTED = /"(?:[^"\\]|\\.?)*(?:"|$)/g
const FILENAME = /;\s*filename\*?=/i

function badRequest(message: string): Error {
  return httpError(400, new Error(message), { type: 'entity.parse.failed' })
}
