import { once } from 'node:events'
import { createServer, maxHeaderSize } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  METHOD_NUMBERS,
  type ReadBuffer,
  scanHead,
  sizeLimit,
} from '../../../src/node/server/scan-head.ts'
import { runs } from '../../support/runs.ts'

// Whatever the scanner accepts, Node's own parser must read in the same way: a request that two
// readers understand differently can be smuggled past one of them.

/** `SCAN_CASES=10000000 SCAN_SEED=7 npm run t -- scan-head` tries more, and others. */
const cases = Number(process.env.SCAN_CASES ?? runs(200_000))

const memory = Buffer.alloc(65537) as ReadBuffer

/** The head at the start of a text, if the scanner accepts it and the body is whole. */
function scan(text: string, limit = 8192) {
  const size = memory.write(text, 'latin1')
  memory[size] = 0
  const head = scanHead(memory, 0, limit)
  return head !== undefined && head.end + head.bodyLength <= size ? head : undefined
}

interface Parser extends Record<number, (...args: never[]) => void> {
  initialize(type: number, resource: object): void
  execute(bytes: Buffer): number | Error
}

type ParserClass = (new () => Parser) & Record<string, number>

let HTTPParser: ParserClass

// Node documents no way to its parser; a connection has one.
beforeAll(async () => {
  const server = createServer().listen(0, '127.0.0.1')
  const connected = once(server, 'connection')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [socket] = (await connected) as [{ parser: { constructor: ParserClass } }]
  HTTPParser = socket.parser.constructor
  client.destroy()
  server.close()
})

/** What Node's parser reports of a text: each head, the size of each body, each end. */
function readByNode(text: string): unknown[] {
  const seen: unknown[] = []
  let early: string[] = []
  const parser = new HTTPParser()
  parser.initialize(HTTPParser.REQUEST as number, {})
  // Node reports long lists of headers, and the target before them, in parts.
  parser[HTTPParser.kOnHeaders as number] = (headers: string[], url: string) => {
    if (url) seen.push(url)
    early.push(...headers)
  }
  parser[HTTPParser.kOnHeadersComplete as number] = (
    ...[major, minor, headers = [], method, url, , , upgrade, keepAlive]: HeadArguments
  ) => {
    if (url !== undefined) seen.push(url)
    seen.push(method, [...early, ...headers], major, minor, upgrade, keepAlive)
    early = []
  }
  parser[HTTPParser.kOnBody as number] = (chunk: Buffer) => void seen.push(chunk.length)
  parser[HTTPParser.kOnMessageComplete as number] = () => void seen.push('end')
  const result = parser.execute(Buffer.from(text, 'latin1'))
  return result instanceof Error ? [...seen, result] : seen
}

type HeadArguments = [
  major: number,
  minor: number,
  headers: string[] | undefined,
  method: number,
  url: string | undefined,
  status: undefined,
  message: undefined,
  upgrade: boolean,
  keepAlive: boolean,
]

const NEXT = 'GET /next HTTP/1.1\r\nHost: next\r\n\r\n'
const NEXT_SEEN = ['/next', 1, ['Host', 'next'], 1, 1, false, true, 'end']

/** Whether the scanner accepts a text. If so, Node must agree, and find what follows it. */
function isAccepted(text: string): boolean {
  const head = scan(text)
  if (head === undefined) return false
  const { method, url, headers, bodyLength, end } = head
  const body = bodyLength === 0 ? [] : [bodyLength]
  const wanted = [url, method, headers, 1, 1, false, true, ...body, 'end', ...NEXT_SEEN]
  const seen = readByNode(text.slice(0, end + bodyLength) + NEXT)
  // Comparing the texts first is much faster than `expect`.
  if (JSON.stringify(seen) !== JSON.stringify(wanted))
    expect({ text, seen }).toEqual({ text, seen: wanted })
  return true
}

/** Repeatable random numbers (xorshift). */
function createRandom(seed: number) {
  let state = seed || 1
  const below = (limit: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
  return { below, pick: <T>(list: readonly T[]): T => list[below(list.length)] as T }
}

const METHODS = [
  ...Object.keys(METHOD_NUMBERS),
  'get',
  'CONNECT',
  'TRACE',
  'PRI',
  'SOURCE',
  'G ET',
  '',
]
const TARGETS = [
  '/',
  '/a?b=c&d',
  '/%zz',
  '/a#b',
  '*',
  'http://a/b',
  '//a',
  '/"<>\\^`{|}~',
  '/é',
  '/a b',
  '/\t',
  `/${'x'.repeat(700)}`,
]
const VERSIONS = [
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/1.2',
  'http/1.1',
  'HTTP/2.0',
  'HTTP/1.1 ',
  '',
]
const NAMES = [
  'Host',
  'host',
  'X-A',
  'Accept-Encoding',
  'Content-Length',
  'content-length',
  'Transfer-Encoding',
  'Connection',
  'Upgrade',
  'Expect',
  'Trailer',
  'Proxy-Connection',
  'Keep-Alive',
  'Cookie',
  'TE',
  'HTTP2-Settings',
  "!#$%&'*+-.^_`|~9",
  'A B',
  ' A',
  'A ',
  'A:',
  '',
  'Hé',
  'A\0',
  'Content_Length',
]
const VALUES = [
  'a',
  '',
  ' ',
  'a b',
  '\ta\t',
  '  a  ',
  '0',
  '3',
  '03',
  '+3',
  '-1',
  '3,3',
  '0x3',
  '3 3',
  '999999999999',
  'chunked',
  'identity',
  'keep-alive',
  'Keep-Alive',
  'close',
  'keep-alive, close',
  'upgrade',
  '100-continue',
  'websocket',
  'é',
  'a\0b',
  'a\rb',
  'a\nb',
  'x'.repeat(500),
  '"a\\"b"',
]
const ENDS = [
  '\r\n',
  '\r\n',
  '\r\n',
  '\r\n',
  '\r\n',
  '\r\n',
  '\n',
  '\r',
  '\r\r\n',
  '\r\n ',
  '\r\n\t',
]
const BLANKS = ['', ' ', '\t', '  ', ' \t', '\v', '\f']
const COLONS = [': ', ': ', ': ', ':', ':\t', ' :', ' : ', '']

type Random = ReturnType<typeof createRandom>

/** A request that is usual in most of its parts. */
function randomRequest(random: Random): string {
  const usual = (list: readonly string[], count: number) =>
    random.below(12) === 0 ? random.pick(list) : random.pick(list.slice(0, count))
  const end = () => usual(BLANKS, 1) + usual(ENDS, 1)
  const lines = [`${usual(METHODS, 7)} ${usual(TARGETS, 3)} ${usual(VERSIONS, 1)}${end()}`]
  if (random.below(8) !== 0) lines.push(`Host: a${end()}`)
  for (let count = random.below(5); count > 0; count--) {
    lines.push(`${usual(NAMES, 17)}${usual(COLONS, 5)}${usual(VALUES, 30)}${end()}`)
  }
  const body = random.pick(['', '', 'abc', 'abcdef', NEXT])
  if (random.below(3) === 0) lines.push(`Content-Length: ${body.length}${end()}`)
  const text = `${lines.join('')}${end()}${body}`
  if (random.below(4) !== 0) return text
  // One byte is another one.
  const at = random.below(text.length)
  return text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + 1)
}

describe('the scanner', () => {
  it(`agrees with Node's parser on what it accepts, in ${cases} random requests`, {
    timeout: 3_600_000,
  }, () => {
    const random = createRandom(Number(process.env.SCAN_SEED ?? 20261116))
    let accepted = 0
    for (let count = 0; count < cases; count++) if (isAccepted(randomRequest(random))) accepted++
    expect(accepted).toBeGreaterThan(cases / 20)
    expect(accepted).toBeLessThan(cases)
  })

  it('accepts no head or body that is cut, at whatever byte', () => {
    const text = 'POST /a/b?c=d HTTP/1.1\r\nHost: a\r\nX-A:\t b \r\nContent-Length: 5\r\n\r\nabcde'
    expect(isAccepted(text)).toBe(true)
    for (let size = 0; size < text.length; size++) expect(scan(text.slice(0, size))).toBe(undefined)
  })

  it.each(Object.entries(METHOD_NUMBERS))('knows %s', (method, number) => {
    const text = `${method} / HTTP/1.1\r\nHost: a\r\n\r\n`
    expect(isAccepted(text)).toBe(true)
    expect(scan(text)?.method).toBe(number)
  })

  it.each([
    ['a target', (char: string) => `GET /a${char}b HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['a name', (char: string) => `GET / HTTP/1.1\r\nHost: a\r\nX${char}A: b\r\n\r\n`],
    ['a value', (char: string) => `GET / HTTP/1.1\r\nHost: a\r\nX-A: b${char}c\r\n\r\n`],
    ['the request line', (char: string) => `GET / HTTP/1.1${char}\r\nHost: a\r\n\r\n`],
    ['the last line', (char: string) => `GET / HTTP/1.1\r\nHost: a\r\n${char}\r\n`],
    [
      'a length',
      (char: string) => `PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: ${char}\r\n\r\nab`,
    ],
  ])('agrees with Node on every byte in %s', (_where, request) => {
    const chars = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte))
    const accepted = chars.filter((char) => isAccepted(request(char)))
    expect(accepted.length).toBeLessThan(128)
  })

  it.each([
    ['two lengths', 'Content-Length: 3\r\nContent-Length: 3\r\n'],
    ['a length and a coding', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n'],
    ['a coding', 'Transfer-Encoding: chunked\r\n'],
    ['a coding that is none', 'Transfer-Encoding: identity\r\n'],
    ['a length with a sign', 'Content-Length: +3\r\n'],
    ['a length before a space', 'Content-Length: 3 \r\n'],
    ['a length before a tab', 'Content-Length: 3\t\r\n'],
    ['a connection before a tab', 'Connection: keep-alive\t\r\n'],
    ['a length in two parts', 'Content-Length: 3, 3\r\n'],
    ['an empty length', 'Content-Length:\r\n'],
    ['a length of ten digits', 'Content-Length: 0000000003\r\n'],
    ['a space before the colon', 'Content-Length : 3\r\n'],
    ['a folded line', 'X-A: b\r\n c\r\n'],
    ['a bare line feed', 'X-A: b\nX-B: c\r\n'],
    ['a bare carriage return', 'X-A: b\rX-B: c\r\n'],
    ['a null', 'X-A: \0\r\n'],
    ['a second host', 'Host: b\r\n'],
    ['an upgrade', 'Upgrade: websocket\r\n'],
    ['a trailer', 'Trailer: x\r\n'],
    ['an expectation', 'Expect: 100-continue\r\n'],
    ['a connection that closes', 'Connection: close\r\n'],
    ['a connection with more tokens', 'Connection: keep-alive, x\r\n'],
    ['a proxy connection', 'Proxy-Connection: keep-alive\r\n'],
  ])('leaves %s to Node', (_what, line) => {
    expect(scan(`POST / HTTP/1.1\r\nHost: a\r\n${line}\r\nabc`)).toBe(undefined)
  })

  it.each([
    ['no host', 'GET / HTTP/1.1\r\nX-A: b\r\n\r\n'],
    ['the absolute form', 'GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['the asterisk form', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['another version', 'GET / HTTP/1.0\r\nHost: a\r\n\r\n'],
    ['an empty line first', '\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['another method', 'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a name of Object.prototype', 'CONSTRUCTOR / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('leaves %s to Node', (_what, text) => {
    expect(scan(text)).toBe(undefined)
  })

  it('leaves many headers and long heads to Node', () => {
    const head = (lines: string) => `GET / HTTP/1.1\r\nHost: a\r\n${lines}\r\n`
    expect(isAccepted(head('A: b\r\n'.repeat(99)))).toBe(true)
    expect(scan(head('A: b\r\n'.repeat(100)))).toBe(undefined)
    expect(isAccepted(head(`A: ${'b'.repeat(8000)}\r\n`))).toBe(true)
    expect(scan(head(`A: ${'b'.repeat(8192)}\r\n`))).toBe(undefined)
    expect(scan(head(`A: ${'b'.repeat(100)}\r\n`), 100)).toBe(undefined)
  })

  it('keeps to the limit of the server', () => {
    expect(sizeLimit(createServer())).toBe(Math.min(8192, maxHeaderSize))
    expect(sizeLimit(createServer({ maxHeaderSize: 1000 }))).toBe(1000)
    expect(sizeLimit(createServer({ maxHeaderSize: 100_000 }))).toBe(8192)
  })
})
