import { httpError } from '../errors/http-error.ts'

/** The headers of a part, by their names in lower case. */
export type PartHeaders = Readonly<Record<string, string>>

export interface FormEvents {
  /** A part begins. */
  onPart(headers: PartHeaders): void
  /** Bytes of the part that began last. */
  onData(bytes: Buffer): void
  onPartEnd(): void
}

const PREAMBLE = 0
const BODY = 1
const AFTER_BOUNDARY = 2
const HEADERS = 3
const END = 4

const CRLF = Buffer.from('\r\n')
const HEADERS_END = Buffer.from('\r\n\r\n')
const NOTHING = Buffer.alloc(0)

const CR = 13
const LF = 10
const TAB = 9
const SPACE = 32
const DASH = 45

/**
 * Splits the bytes of a multipart body into parts (RFC 2046, 5.1). It holds back at most a boundary
 * or the headers of a part, and throws HTTP errors. Node searches for the boundary natively.
 */
export class PartSplitter {
  readonly #events: FormEvents
  readonly #boundary: Buffer
  readonly #headerBytes: number
  #state = PREAMBLE
  #isFirst = true
  /** Bytes whose meaning the next ones decide. The first boundary may lack its line break. */
  #held: Buffer = CRLF

  constructor(boundary: string, headerBytes: number, events: FormEvents) {
    this.#events = events
    this.#boundary = Buffer.from(`\r\n--${boundary}`, 'latin1')
    this.#headerBytes = headerBytes
  }

  write(chunk: Buffer): void {
    if (this.#state === END) return // An epilogue has no meaning.
    if (this.#isFirst) {
      this.#isFirst = false
      if (this.#beginsWithBoundary(chunk)) {
        this.#held = NOTHING
        this.#state = AFTER_BOUNDARY
        this.#read(chunk, this.#boundary.length - CRLF.length)
        return
      }
    }
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    this.#held = NOTHING
    this.#read(bytes, 0)
  }

  /** Most forms have no preamble: then their first bytes need not be copied. */
  #beginsWithBoundary(chunk: Buffer): boolean {
    const { length } = this.#boundary
    const end = length - CRLF.length
    return chunk.length >= end && this.#boundary.compare(chunk, 0, end, CRLF.length, length) === 0
  }

  #read(bytes: Buffer, start: number): void {
    let at = start
    while (at !== -1 && at < bytes.length) at = this.#step(bytes, at)
  }

  end(): void {
    if (this.#state !== END) throw badForm('Unexpected end of form')
  }

  /** Reads on from a position. Returns the next one, or -1 if more bytes are needed. */
  #step(bytes: Buffer, at: number): number {
    switch (this.#state) {
      case AFTER_BOUNDARY:
        return this.#readBoundaryEnd(bytes, at)
      case HEADERS:
        return this.#readHeaders(bytes, at)
      case END:
        return -1
      default:
        return this.#readBody(bytes, at)
    }
  }

  #readBody(bytes: Buffer, at: number): number {
    const boundary = this.#boundary
    const found = bytes.indexOf(boundary, at)
    if (found === -1) {
      const kept = partialMatch(bytes, at, boundary)
      this.#emit(bytes, at, kept)
      return this.#hold(bytes, kept)
    }
    this.#emit(bytes, at, found)
    if (this.#state === BODY) this.#events.onPartEnd()
    this.#state = AFTER_BOUNDARY
    return found + boundary.length
  }

  #emit(bytes: Buffer, from: number, to: number): void {
    if (this.#state === BODY && to > from) this.#events.onData(bytes.subarray(from, to))
  }

  /** Two dashes end the form. Spaces may follow a boundary, from gateways. */
  #readBoundaryEnd(bytes: Buffer, start: number): number {
    let at = start
    if (bytes[at] === DASH) {
      if (at + 1 === bytes.length) return this.#hold(bytes, at)
      if (bytes[at + 1] !== DASH) throw badForm('Malformed boundary')
      this.#state = END
      return -1
    }
    while (bytes[at] === SPACE || bytes[at] === TAB) at++
    if (at - start > this.#headerBytes) throw badForm('Malformed boundary')
    if (at + 1 >= bytes.length) {
      if (at < bytes.length && bytes[at] !== CR) throw badForm('Malformed boundary')
      return this.#hold(bytes, start)
    }
    if (bytes[at] !== CR || bytes[at + 1] !== LF) throw badForm('Malformed boundary')
    this.#state = HEADERS
    return at + 2
  }

  #readHeaders(bytes: Buffer, at: number): number {
    if (bytes[at] === CR && at + 1 < bytes.length && bytes[at + 1] === LF) {
      return this.#beginPart({}, at + 2)
    }
    const end = bytes.indexOf(HEADERS_END, at)
    const length = (end === -1 ? bytes.length : end) - at
    if (length > this.#headerBytes) throw headersTooLarge(this.#headerBytes)
    if (end === -1) return this.#hold(bytes, at)
    return this.#beginPart(parseHeaders(bytes.toString('utf8', at, end)), end + HEADERS_END.length)
  }

  #beginPart(headers: PartHeaders, at: number): number {
    this.#state = BODY
    this.#events.onPart(headers)
    return at
  }

  #hold(bytes: Buffer, at: number): -1 {
    this.#held = bytes.subarray(at)
    return -1
  }
}

/** The position from which on the bytes may be the beginning of a boundary. */
function partialMatch(bytes: Buffer, start: number, boundary: Buffer): number {
  const first = Math.max(start, bytes.length - boundary.length + 1)
  for (let at = bytes.indexOf(CR, first); at !== -1; at = bytes.indexOf(CR, at + 1)) {
    if (boundary.compare(bytes, at, bytes.length, 0, bytes.length - at) === 0) return at
  }
  return bytes.length
}

const HEADER = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):([^\r\n\0]*)$/

function parseHeaders(text: string): PartHeaders {
  const headers = Object.create(null) as Record<string, string>
  // A line that begins with a space continues the one before (obs-fold).
  for (const line of text.replace(/\r\n(?=[ \t])/g, '').split('\r\n')) {
    const [, name, value] = HEADER.exec(line) ?? []
    if (name === undefined || value === undefined) throw badForm('Malformed part header')
    headers[name.toLowerCase()] ??= value.trim()
  }
  return headers
}

/**
 * The value of a header and its parameters, as browsers send them: in quotes, a backslash escapes
 * only a quote and itself, because old browsers send paths of files.
 */
export function parseParameters(header: string): {
  value: string
  parameters: Map<string, string>
} {
  const semicolon = header.indexOf(';')
  const value = (semicolon === -1 ? header : header.slice(0, semicolon)).trim().toLowerCase()
  const parameters = new Map<string, string>()
  let at = semicolon === -1 ? header.length : semicolon
  let equals = -1
  while (at < header.length) {
    const start = at + 1
    const end = indexOrEnd(header, ';', start)
    // Searching again behind each semicolon would take quadratic time for a header of semicolons.
    if (equals < start) equals = header.indexOf('=', start)
    if (equals === -1) break
    at = end
    // A parameter without a value has no meaning here.
    if (end < equals) continue
    const name = header.slice(start, equals).trim().toLowerCase()
    const [text, after] = readValue(header, equals + 1)
    if (!parameters.has(name)) parameters.set(name, text)
    at = indexOrEnd(header, ';', after)
  }
  return { value, parameters }
}

function indexOrEnd(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from)
  return found === -1 ? text.length : found
}

function readValue(header: string, start: number): [text: string, end: number] {
  let at = start
  while (header[at] === ' ' || header[at] === '\t') at++
  if (header[at] !== '"') {
    const end = indexOrEnd(header, ';', at)
    return [header.slice(at, end).trim(), end]
  }
  let text = ''
  for (at++; at < header.length && header[at] !== '"'; at++) {
    const next = header[at + 1]
    if (header[at] === '\\' && (next === '"' || next === '\\')) at++
    text += header[at]
  }
  return [text, at + 1]
}

/** A value such as `UTF-8''na%C3%AFve.txt` (RFC 8187); undefined if it cannot be decoded. */
export function decodeExtended(value: string): string | undefined {
  const [charset = '', , encoded] = value.split("'")
  if (encoded === undefined || !/^(?:[ -$&-~]|%[\da-f]{2})*$/i.test(encoded)) return undefined
  const unescaped = encoded.replace(/%(..)/g, (_escape, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return decodePart(Buffer.from(unescaped, 'latin1'), charset)
}

/** Text in a charset that a client names; undefined if that is unknown. */
export function decodePart(bytes: Buffer, charset: string): string | undefined {
  if (/^utf-?8$/i.test(charset)) return bytes.toString('utf8')
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return undefined
  }
}

export function badForm(message: string): Error {
  return httpError(400, new Error(message), { type: 'entity.parse.failed' })
}

function headersTooLarge(limit: number): Error {
  const message = 'The headers of a part are too large'
  return httpError(413, message, { type: 'entity.too.large', code: 'LIMIT_PART_HEADERS', limit })
}
