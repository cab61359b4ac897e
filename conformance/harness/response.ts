export type HeaderLine = readonly [name: string, value: string]
export type Framing = 'none' | 'content-length' | 'chunked' | 'until-close'

/** One response as it came over the wire, names and order untouched. */
export interface RawResponse {
  readonly statusLine: string
  readonly status: number
  readonly headers: readonly HeaderLine[]
  readonly framing: Framing
  readonly body: Buffer
  readonly trailers: readonly HeaderLine[]
  readonly complete: boolean
}

interface Parsed {
  readonly response: RawResponse
  readonly end: number
}

interface Context {
  /** Method of the request that is answered. */
  readonly method: string
  /** Whether the connection has ended, so that no more bytes come. */
  readonly ended: boolean
}

const maxChunks = 100_000

/** The first response in `bytes`; `undefined` while its head or body is still on the way. */
export function parseResponse(bytes: Buffer, context: Context): Parsed | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(statusLine.split(' ')[1])
  const headers = lines.map(toHeaderLine)
  const start = headEnd + 4
  const framing = framingOf(context.method, status, headers)
  const content = readContent(bytes, start, framing, headers)
  if (!content.complete && !context.ended) return undefined
  const { body, trailers, complete, end } = content
  return { response: { statusLine, status, headers, framing, body, trailers, complete }, end }
}

export function headerValue(response: RawResponse, name: string): string | undefined {
  return response.headers.find(([key]) => key.toLowerCase() === name)?.[1]
}

interface Content {
  readonly body: Buffer
  readonly trailers: readonly HeaderLine[]
  readonly complete: boolean
  readonly end: number
}

function toHeaderLine(line: string): HeaderLine {
  const colon = line.indexOf(': ')
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 2)]
}

function framingOf(method: string, status: number, headers: readonly HeaderLine[]): Framing {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return 'none'
  const has = (name: string) => headers.some(([key]) => key.toLowerCase() === name)
  if (has('transfer-encoding')) return 'chunked'
  return has('content-length') ? 'content-length' : 'until-close'
}

function readContent(
  bytes: Buffer,
  start: number,
  framing: Framing,
  headers: readonly HeaderLine[],
): Content {
  if (framing === 'none') {
    return { body: Buffer.alloc(0), trailers: [], complete: true, end: start }
  }
  if (framing === 'chunked') return readChunks(bytes, start)
  if (framing === 'until-close') {
    return { body: bytes.subarray(start), trailers: [], complete: false, end: bytes.length }
  }
  const length = Number(headers.find(([key]) => key.toLowerCase() === 'content-length')?.[1])
  const end = Math.min(bytes.length, start + length)
  return { body: bytes.subarray(start, end), trailers: [], complete: end === start + length, end }
}

function readChunks(bytes: Buffer, start: number): Content {
  const parts: Buffer[] = []
  let position = start
  for (let count = 0; count < maxChunks; count++) {
    const lineEnd = bytes.indexOf('\r\n', position)
    if (lineEnd < 0) break
    const size = Number.parseInt(bytes.toString('latin1', position, lineEnd), 16)
    if (size === 0) return readTrailers(bytes, lineEnd + 2, Buffer.concat(parts))
    if (Number.isNaN(size) || lineEnd + 2 + size + 2 > bytes.length) break
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    position = lineEnd + 2 + size + 2
  }
  return { body: Buffer.concat(parts), trailers: [], complete: false, end: bytes.length }
}

function readTrailers(bytes: Buffer, start: number, body: Buffer): Content {
  if (bytes.toString('latin1', start, start + 2) === '\r\n') {
    return { body, trailers: [], complete: true, end: start + 2 }
  }
  const end = bytes.indexOf('\r\n\r\n', start)
  if (end < 0) return { body, trailers: [], complete: false, end: bytes.length }
  const trailers = bytes.toString('latin1', start, end).split('\r\n').map(toHeaderLine)
  return { body, trailers, complete: true, end: end + 4 }
}
