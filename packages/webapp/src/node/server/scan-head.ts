import { maxHeaderSize, type Server } from 'node:http'

// Reads the head of a request from bytes, if it belongs to a subset of HTTP/1.1 in which nothing is
// ambiguous. The subset is smaller than what Node's parser accepts, and Node reads each of these
// heads in the same way: `scan-head.test.ts` compares the two. Everything else is left to Node.

/** The head of a request, in the form in which Node's parser reports it. */
export interface Head {
  /** The number of the method in Node's parser. */
  readonly method: number
  readonly url: string
  /** Names and values by turns. */
  readonly headers: string[]
  /** Whether the request has a Content-Length header, which may be 0. */
  readonly hasLength: boolean
  readonly bodyLength: number
  /** Where the body begins. */
  readonly end: number
}

/** Node's buffers have a faster `toString('latin1')` that is not documented. */
export interface ReadBuffer extends Buffer {
  latin1Slice(start: number, end: number): string
}

/** The methods of the subset, with their numbers in Node's parser. */
export const METHOD_NUMBERS: Readonly<Record<string, number>> = {
  DELETE: 0,
  GET: 1,
  HEAD: 2,
  POST: 3,
  PUT: 4,
  OPTIONS: 6,
  PATCH: 28,
}

/** Below the limits of Node: 16 KiB and 1000 headers. */
const MAX_SIZE = 8192
const MAX_HEADERS = 100

/**
 * V8 makes a slice of a string refer to the string, so a program that keeps a header value keeps the
 * head. To copy each value takes longer, so only those of larger heads are copied.
 */
const MAX_KEPT = 1024

const CR = 0x0d
const LF = 0x0a
const TAB = 0x09
const SPACE = 0x20
const HASH = 0x23
const SLASH = 0x2f
const ZERO = 0x30
const COLON = 0x3a
const DELETE = 0x7f

/** 1 for the bytes of a token (RFC 9110, section 5.6.2). */
const TOKEN = new Uint8Array(256)
for (const char of "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz") {
  TOKEN[char.charCodeAt(0)] = 1
  TOKEN[char.toUpperCase().charCodeAt(0)] = 1
}

const VERSION = Buffer.from(' HTTP/1.1\r\n')

/** Where the names and values of the last head begin and end; behind them its target. */
const places = new Int32Array(4 * MAX_HEADERS + 2)

/** How long a head on this server may be. Node counts less than all of its bytes. */
export function sizeLimit(server: Server): number {
  const { maxHeaderSize: own } = server as Server & { maxHeaderSize?: number }
  return Math.min(MAX_SIZE, own || maxHeaderSize)
}

/**
 * The head that begins at `from`, or undefined if it is not whole or not one of the subset. A byte 0
 * must follow the bytes that were read: it belongs to no head.
 */
export function scanHead(bytes: ReadBuffer, from: number, limit: number): Head | undefined {
  const target = methodEnd(bytes, from) + 1
  const targetEnd = bytes[target] === SLASH ? visibleEnd(bytes, target) : target
  if (!isAt(bytes, targetEnd, VERSION)) return undefined
  let at = targetEnd + VERSION.length
  let count = 0
  let hasHost = false
  let bodyLength = -1
  while (bytes[at] !== CR) {
    const name = at
    while (TOKEN[bytes[at] as number] === 1) at++
    const nameEnd = at
    // RFC 9112, section 5: no space before the colon, and no line that continues the one before.
    if (nameEnd === name || bytes[at] !== COLON || count === 4 * MAX_HEADERS) return undefined
    do at++
    while (isBlank(bytes[at]))
    const value = at
    at = lineEnd(bytes, at)
    if (bytes[at] !== CR || bytes[at + 1] !== LF) return undefined
    let valueEnd = at
    while (valueEnd > value && isBlank(bytes[valueEnd - 1])) valueEnd--
    at += 2
    places[count++] = name
    places[count++] = nameEnd
    places[count++] = value
    places[count++] = valueEnd
    switch (nameEnd - name) {
      case 4:
        if (!isNamed(bytes, name, 'host')) break
        if (hasHost) return undefined
        hasHost = true
        break
      case 14:
        if (!isNamed(bytes, name, 'content-length')) break
        if (bodyLength !== -1) return undefined
        // With blanks behind it, the value is one that Node may refuse.
        bodyLength = digits(bytes, value, at - 2)
        if (bodyLength === -1) return undefined
        break
      case 10:
        if (!isNamed(bytes, name, 'connection')) break
        if (at - 2 - value !== 10 || !isNamed(bytes, value, 'keep-alive')) return undefined
        break
      // These change how the message is framed, what becomes of the connection, or who responds.
      case 6:
        if (isNamed(bytes, name, 'expect')) return undefined
        break
      case 7:
        if (isNamed(bytes, name, 'upgrade') || isNamed(bytes, name, 'trailer')) return undefined
        break
      case 16:
        if (isNamed(bytes, name, 'proxy-connection')) return undefined
        break
      case 17:
        if (isNamed(bytes, name, 'transfer-encoding')) return undefined
        break
    }
  }
  const end = at + 2
  if (bytes[at + 1] !== LF || !hasHost || end - from > limit) return undefined
  const text = bytes.latin1Slice(from, end)
  const method = METHOD_NUMBERS[text.slice(0, target - 1 - from)]
  if (method === undefined) return undefined
  places[count++] = target
  places[count++] = targetEnd
  const headers = end - from <= MAX_KEPT ? slices(text, from, count) : copies(bytes, count)
  const url = headers.pop() as string
  return {
    method,
    url,
    headers,
    hasLength: bodyLength !== -1,
    bodyLength: Math.max(bodyLength, 0),
    end,
  }
}

function slices(text: string, from: number, count: number): string[] {
  const parts: string[] = []
  for (let index = 0; index < count; index += 2) {
    parts.push(text.slice((places[index] as number) - from, (places[index + 1] as number) - from))
  }
  return parts
}

function copies(bytes: ReadBuffer, count: number): string[] {
  const parts: string[] = []
  for (let index = 0; index < count; index += 2) {
    parts.push(bytes.latin1Slice(places[index] as number, places[index + 1] as number))
  }
  return parts
}

/** The space after a word of capital letters, or a place where there is none. */
function methodEnd(bytes: Buffer, from: number): number {
  let at = from
  while ((bytes[at] as number) >= 0x41 && (bytes[at] as number) <= 0x5a) at++
  return bytes[at] === SPACE ? at : from
}

/** The end of visible ASCII. A target with a fragment, which no client sends, is left to Node. */
function visibleEnd(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    const byte = bytes[at] as number
    if (byte <= SPACE || byte >= DELETE || byte === HASH) return at
    at++
  }
}

/** The end of the visible ASCII, spaces and tabs of a header value. */
function lineEnd(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    const byte = bytes[at] as number
    if ((byte < SPACE && byte !== TAB) || byte >= DELETE) return at
    at++
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB
}

function isAt(bytes: Buffer, at: number, wanted: Buffer): boolean {
  for (let index = 0; index < wanted.length; index++) {
    if (bytes[at + index] !== wanted[index]) return false
  }
  return true
}

/** Whether a word with the length of `name` is `name`, in whatever case. */
function isNamed(bytes: Buffer, at: number, name: string): boolean {
  for (let index = 0; index < name.length; index++) {
    if (((bytes[at + index] as number) | 0x20) !== name.charCodeAt(index)) return false
  }
  return true
}

/** The value of one to nine digits, or -1. */
function digits(bytes: Buffer, from: number, to: number): number {
  if (to === from || to - from > 9) return -1
  let value = 0
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] as number) - ZERO
    if (digit < 0 || digit > 9) return -1
    value = 10 * value + digit
  }
  return value
}
