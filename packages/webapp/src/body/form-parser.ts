import { httpError } from '../errors/http-error.ts'

/** A header of a part, with its name in lower case. */
export type PartHeader = readonly [name: string, value: string]

export interface FormEvents {
  /** A part begins. A header may occur several times. */
  onPart(headers: readonly PartHeader[]): void
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
      return this.#beginPart([], at + 2)
    }
    const end = bytes.indexOf(HEADERS_END, at)
    const length = (end === -1 ? partialMatch(bytes, at, HEADERS_END) : end) - at
    if (length > this.#headerBytes) throw headersTooLarge(this.#headerBytes)
    if (end === -1) return this.#hold(bytes, at)
    return this.#beginPart(parseHeaders(bytes.toString('utf8', at, end)), end + HEADERS_END.length)
  }

  #beginPart(headers: readonly PartHeader[], at: number): number {
    this.#state = BODY
    this.#events.onPart(headers)
    return at
  }

  #hold(bytes: Buffer, at: number): -1 {
    this.#held = bytes.subarray(at)
    return -1
  }
}

/** The position from which on the bytes may be the beginning of a pattern, which begins with CR. */
function partialMatch(bytes: Buffer, start: number, pattern: Buffer): number {
  const first = Math.max(start, bytes.length - pattern.length + 1)
  for (let at = bytes.indexOf(CR, first); at !== -1; at = bytes.indexOf(CR, at + 1)) {
    if (pattern.compare(bytes, at, bytes.length, 0, bytes.length - at) === 0) return at
  }
  return bytes.length
}

const HEADER = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):([^\r\n\0]*)$/

function parseHeaders(text: string): PartHeader[] {
  // A line that begins with a space continues the one before (obs-fold).
  const lines = text.replace(/\r\n(?=[ \t])/g, '').split('\r\n')
  return lines.map((line) => {
    const [, name, value] = HEADER.exec(line) ?? []
    if (name === undefined || value === undefined) throw badForm('Malformed part header')
    return [name.toLowerCase(), value.trim()]
  })
}

export function badForm(message: string): Error {
  return httpError(400, new Error(message), { type: 'entity.parse.failed' })
}

function headersTooLarge(limit: number): Error {
  const message = 'The headers of a part are too large'
  return httpError(413, message, { type: 'entity.too.large', code: 'LIMIT_PART_HEADERS', limit })
}
