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

const HEADERS_END = Buffer.from('\r\n\r\n')
const NOTHING = Buffer.alloc(0)
/** The room for headers that do not arrive as a whole, at first. */
const ROOM = 512

const CR = 13
const LF = 10
const TAB = 9
const SPACE = 32
const DASH = 45

/**
 * Splits the bytes of a multipart body into parts (RFC 2046, 5.1). It holds back at most the headers
 * of a part, and throws HTTP errors. Node searches for the boundary natively.
 *
 * A client chooses the size of the chunks. So each byte is read and copied only a few times, also if
 * it is a chunk of its own: the state says how much of a boundary or of headers has arrived.
 */
export class PartSplitter {
  readonly #events: FormEvents
  readonly #boundary: Buffer
  readonly #headerBytes: number
  #state = PREAMBLE
  /**
   * How many bytes of the boundary the last chunk ended with. The first boundary may lack its line
   * break. A boundary has CR only at its beginning, so a failed match contains no other beginning.
   */
  #matched = 2
  /** How many spaces have arrived after the boundary. */
  #padding = 0
  /** A dash or CR after the boundary, whose meaning the next byte decides; 0 if there is none. */
  #undecided = 0
  /** The first bytes hold what has arrived of the headers. */
  #head = NOTHING
  #headLength = 0

  constructor(boundary: string, headerBytes: number, events: FormEvents) {
    this.#events = events
    this.#boundary = Buffer.from(`\r\n--${boundary}`, 'latin1')
    this.#headerBytes = headerBytes
  }

  write(chunk: Buffer | string): void {
    // A program may call `setEncoding` while the form arrives. Bytes of files are lost in text.
    if (typeof chunk === 'string') throw encodingIsSet()
    let at = this.#matched === 0 ? 0 : this.#continueMatch(chunk)
    while (at < chunk.length) at = this.#step(chunk, at)
  }

  end(): void {
    if (this.#state !== END) throw badForm('Unexpected end of form')
  }

  /** Reads on from a position. Returns the next one. */
  #step(bytes: Buffer, at: number): number {
    switch (this.#state) {
      case AFTER_BOUNDARY:
        return this.#readBoundaryEnd(bytes, at)
      case HEADERS:
        return this.#readHeaders(bytes, at)
      case END:
        return bytes.length // An epilogue has no meaning.
      default:
        return this.#readBody(bytes, at)
    }
  }

  /** Compares the beginning of a chunk with the rest of a boundary. Returns the next position. */
  #continueMatch(chunk: Buffer): number {
    const boundary = this.#boundary
    const matched = this.#matched
    const length = Math.min(boundary.length - matched, chunk.length)
    if (boundary.compare(chunk, 0, length, matched, matched + length) === 0) {
      this.#matched += length
      if (this.#matched === boundary.length) this.#endBody()
      return length
    }
    this.#matched = 0
    // What looked like a boundary was content. A copy, because programs may change what they receive.
    if (this.#state === BODY) this.#events.onData(Buffer.from(boundary.subarray(0, matched)))
    return 0
  }

  #readBody(bytes: Buffer, at: number): number {
    const boundary = this.#boundary
    const found = bytes.indexOf(boundary, at)
    if (found === -1) {
      const end = partialMatch(bytes, at, boundary)
      this.#emit(bytes, at, end)
      this.#matched = bytes.length - end
      return bytes.length
    }
    this.#emit(bytes, at, found)
    this.#endBody()
    return found + boundary.length
  }

  #emit(bytes: Buffer, from: number, to: number): void {
    if (this.#state === BODY && to > from) this.#events.onData(bytes.subarray(from, to))
  }

  #endBody(): void {
    const hadPart = this.#state === BODY
    this.#state = AFTER_BOUNDARY
    this.#matched = 0
    this.#padding = 0
    if (hadPart) this.#events.onPartEnd()
  }

  /** Two dashes end the form. Spaces may follow a boundary, from gateways. */
  #readBoundaryEnd(bytes: Buffer, start: number): number {
    let at = start
    if (this.#undecided === 0) {
      while (bytes[at] === SPACE || bytes[at] === TAB) at++
      this.#padding += at - start
      if (this.#padding > this.#headerBytes) throw badForm('Malformed boundary')
      if (at === bytes.length) return at
      const byte = bytes[at]
      const isDash = byte === DASH && this.#padding === 0
      if (byte !== CR && !isDash) throw badForm('Malformed boundary')
      this.#undecided = byte
      return at + 1
    }
    const isEnd = this.#undecided === DASH
    if (bytes[at] !== (isEnd ? DASH : LF)) throw badForm('Malformed boundary')
    this.#undecided = 0
    this.#state = isEnd ? END : HEADERS
    return at + 1
  }

  #readHeaders(bytes: Buffer, at: number): number {
    if (this.#headLength > 0) return this.#continueHeaders(bytes, at)
    if (bytes[at] === CR && bytes[at + 1] === LF) return this.#beginPart([], at + 2)
    const end = bytes.indexOf(HEADERS_END, at)
    if (end === -1) return this.#continueHeaders(bytes, at)
    this.#checkLength(end - at)
    return this.#beginPart(parseHeaders(bytes.toString('utf8', at, end)), end + HEADERS_END.length)
  }

  /** Reads headers that do not arrive in one chunk. */
  #continueHeaders(bytes: Buffer, at: number): number {
    const before = this.#headLength
    const most = this.#headerBytes + HEADERS_END.length
    const next = Math.min(bytes.length, at + most - before)
    this.#addToHead(bytes, at, next)
    const head = this.#head.subarray(0, this.#headLength)
    if (head[0] === CR && head[1] === LF) return this.#beginPart([], at + 2 - before)
    // The end may have begun in the chunk before.
    const from = Math.max(0, before - HEADERS_END.length + 1)
    const end = head.indexOf(HEADERS_END, from)
    this.#checkLength(end === -1 ? partialMatch(head, from, HEADERS_END) : end)
    if (end === -1) return next
    const text = head.toString('utf8', 0, end)
    return this.#beginPart(parseHeaders(text), at + end + HEADERS_END.length - before)
  }

  /** The room grows by doubling, so that a byte is copied twice at most, on average. */
  #addToHead(bytes: Buffer, from: number, to: number): void {
    const length = this.#headLength + to - from
    if (length > this.#head.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, 2 * this.#head.length, ROOM))
      this.#head.copy(grown, 0, 0, this.#headLength)
      this.#head = grown
    }
    this.#headLength += bytes.copy(this.#head, this.#headLength, from, to)
  }

  #checkLength(length: number): void {
    if (length > this.#headerBytes) throw headersTooLarge(this.#headerBytes)
  }

  #beginPart(headers: readonly PartHeader[], at: number): number {
    this.#state = BODY
    this.#head = NOTHING
    this.#headLength = 0
    this.#events.onPart(headers)
    return at
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

/** The request stream gives text in place of bytes. */
export function encodingIsSet(): Error {
  return httpError(500, 'stream encoding should not be set', { type: 'stream.encoding.set' })
}

export function badForm(message: string): Error {
  return httpError(400, new Error(message), { type: 'entity.parse.failed' })
}

function headersTooLarge(limit: number): Error {
  const message = 'The headers of a part are too large'
  return httpError(413, message, { type: 'entity.too.large', code: 'LIMIT_PART_HEADERS', limit })
}
