import { ServerResponse, STATUS_CODES } from 'node:http'
import { isWrittenWith } from '../internals.ts'
import { type HeaderList, node } from './deferred-headers.ts'

/** Fields of Node's responses without a documented name, as they are before anything was sent. */
interface PlainResponse extends ServerResponse {
  _header: string | null
  _headerSent: boolean
  _contentLength: number | null
  readonly _defaultKeepAlive: boolean
  readonly _expect_continue: boolean
  readonly _hasBody: boolean
  readonly _keepAliveTimeout: number
  readonly _maxRequestsPerSocket?: number | null
  readonly _removedConnection: boolean
  readonly maxRequestsOnConnectionReached: boolean
  getRawHeaderNames(): string[]
  readonly _send: Member
  readonly _storeHeader: Member
  readonly _writeRaw: Member
}

type Member = (...args: never[]) => unknown

const { _send, _storeHeader, _writeRaw } = ServerResponse.prototype as PlainResponse

/** Tools replace these members too, and then have to see each answer. */
const areNodesOwn =
  isWrittenWith(_send, '_headerSent') &&
  isWrittenWith(_storeHeader, '_defaultKeepAlive') &&
  isWrittenWith(_writeRaw, '_httpMessage')

interface StatusLine {
  readonly name: string
  readonly text: string
}

/** Under the names that Node gives; it looks at others, which programs give, letter by letter. */
const statusLines: Record<string, StatusLine> = {}
for (const [status, name = ''] of Object.entries(STATUS_CODES)) {
  if (/^[ -~]+$/.test(name)) statusLines[status] = { name, text: `HTTP/1.1 ${status} ${name}\r\n` }
}

/** What Node adds to the headers that it is given, for answers that differ in nothing else. */
interface Tail {
  readonly text: string
  readonly keepAliveTimeout: number
  /** The second whose Date it has. */
  readonly second: number
}

let tail: Tail = { text: '', keepAliveTimeout: 0, second: 0 }

/**
 * The head of an answer with these headers as Node would write it; undefined where it would add
 * something else than to most answers, or where it is not known yet what that is.
 */
export function plainHead(res: ServerResponse, headers: HeaderList): string | undefined {
  if (!isPlain(res) || !knowsTail(res)) return undefined
  const head = beginHead(res, headers)
  return head === undefined ? undefined : head + tail.text
}

/**
 * The headers that Node holds; undefined where they decide what it adds, or how it writes them: Node
 * sends letters beyond ASCII in one way or another, as the body is text or bytes.
 */
export function heldHeaders(res: ServerResponse): HeaderList | undefined {
  return listWithout(DECISIVE, res)
}

/** The same, where none of them depends on the body. */
export function headersBeside(res: ServerResponse): HeaderList | undefined {
  return listWithout(DECISIVE_OR_OF_BODY, res)
}

function listWithout(refused: ReadonlySet<string>, res: ServerResponse): HeaderList | undefined {
  const list: (string | number)[] = []
  for (const name of (node as PlainResponse).getRawHeaderNames.call(res)) {
    const value = node.getHeader.call(res, name)
    if (typeof value === 'object' || refused.has(name.toLowerCase())) return undefined
    if (typeof value === 'string' && !ASCII.test(value)) return undefined
    list.push(name, value as string | number)
  }
  return list
}

const ASCII = /^[\t -~]*$/

const DECISIVE = new Set([
  'connection',
  'date',
  'expect',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const DECISIVE_OR_OF_BODY = new Set([...DECISIVE, 'content-length', 'etag'])

/** Leaves a response as `writeHead` and `write` do, for one whose head is being written. */
export function markWritten(response: ServerResponse, length: number, head: string): void {
  const res = response as PlainResponse
  res.statusMessage = STATUS_CODES[res.statusCode] as string
  res._header = head
  res._headerSent = true
  res._contentLength = length
}

/** Takes from an answer whose head Node wrote what it put behind the headers. */
export function learnTail(res: ServerResponse): void {
  const { _header: head, _keepAliveTimeout: keepAliveTimeout } = res as PlainResponse
  if (typeof head !== 'string') return
  const second = currentSecond()
  const date = `\r\nDate: ${new Date(second * 1000).toUTCString()}\r\n`
  const end = head.lastIndexOf(date)
  if (end === -1 || !KEPT.test(head.slice(end + date.length))) return
  tail = { text: head.slice(end + 2), keepAliveTimeout, second }
}

/**
 * Whether Node would add to this answer what it adds to most: its date, and that the connection is
 * kept. All of these fields have to be there, with the values that they are known to have.
 */
function isPlain(response: ServerResponse): response is PlainResponse {
  const res = response as PlainResponse
  const { socket } = res
  return (
    areNodesOwn &&
    res._send === _send &&
    res._storeHeader === _storeHeader &&
    res._writeRaw === _writeRaw &&
    socket !== null &&
    (socket as { readonly _httpMessage?: unknown })._httpMessage === res &&
    socket.writable &&
    !socket.destroyed &&
    !res.destroyed &&
    !res.strictContentLength &&
    res.shouldKeepAlive &&
    res.sendDate &&
    res._header === null &&
    res._headerSent === false &&
    res._defaultKeepAlive === true &&
    res._removedConnection === false &&
    res.maxRequestsOnConnectionReached === false &&
    // Node sends no body for a HEAD, whatever middleware made of the method.
    (res._hasBody === true || res.req.method === 'HEAD') &&
    !res._maxRequestsPerSocket &&
    !res._expect_continue &&
    typeof res._keepAliveTimeout === 'number'
  )
}

/** The status line and these headers, as they are sent; undefined for a status with another name. */
function beginHead(res: ServerResponse, headers: HeaderList): string | undefined {
  const { statusCode: status, statusMessage } = res
  const name = STATUS_CODES[status]
  const line = statusLines[status]
  if (line === undefined || name !== line.name || (statusMessage && statusMessage !== name)) {
    return undefined
  }
  let head = line.text
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  return head
}

/** Whether it is known what Node would put between head and body. */
function knowsTail(res: PlainResponse): boolean {
  return tail.keepAliveTimeout === res._keepAliveTimeout && tail.second === currentSecond()
}

/** The clock of Node's own dates, which goes on where a test stops that of the program. */
const { now } = Date

const KEPT = /^Connection: keep-alive\r\n(?:Keep-Alive: timeout=\d+\r\n)?\r\n$/

function currentSecond(): number {
  return Math.floor(now() / 1000)
}
