import { type ServerResponse, STATUS_CODES } from 'node:http'
import { type Connection, isToHead } from '../server/connection.ts'
import { type HeaderList, nodesOwn } from './deferred-headers.ts'

/** Private fields of Node's responses, as they are before anything was sent. */
interface UnsentResponse extends ServerResponse {
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
}

interface StatusLine {
  readonly reason: string
  readonly text: string
}

/** Status lines with Node's reason phrases. Node validates other phrases, so those are left to it. */
const statusLines: Record<string, StatusLine> = {}
for (const [status, reason = ''] of Object.entries(STATUS_CODES)) {
  if (!/^[ -~]+$/.test(reason)) continue
  statusLines[status] = { reason, text: `HTTP/1.1 ${status} ${reason}\r\n` }
}

/** The header lines that Node appends to most responses: Date, Connection and Keep-Alive. */
interface DefaultHeaders {
  readonly text: string
  readonly keepAliveTimeout: number
  /** The second that the Date names. */
  readonly second: number
}

let defaults: DefaultHeaders = { text: '', keepAliveTimeout: 0, second: 0 }

/**
 * The head of a response with these headers as Node would write it; `undefined` if Node would append
 * other headers than the usual ones, or if those are not known yet.
 */
export function composeHead(res: ServerResponse, headers: HeaderList): string | undefined {
  if (!getsDefaultHeaders(res) || !knowsDefaultHeaders(res)) return undefined
  const head = beginHead(res, headers)
  return head === undefined ? undefined : head + defaults.text
}

/**
 * The headers that Node holds because the program set them; `undefined` if one of them depends on
 * the body or changes what Node appends. Node encodes characters outside ASCII in one way before
 * text and in another before bytes, so such values give `undefined` too.
 */
export function programHeaders(res: ServerResponse): HeaderList | undefined {
  const list: (string | number)[] = []
  for (const name of nodesOwn.getRawHeaderNames.call(res)) {
    const value = nodesOwn.getHeader.call(res, name)
    // `res.set` gives an empty Content-Type another value.
    if (typeof value === 'object' || value === '') return undefined
    if (DECISIVE.has(name.toLowerCase())) return undefined
    if (typeof value === 'string' && !ASCII.test(value)) return undefined
    list.push(name, value as string | number)
  }
  return list
}

const ASCII = /^[\t -~]*$/

const DECISIVE = new Set([
  'connection',
  'content-length',
  'date',
  'etag',
  'expect',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Leaves a response as `writeHead` and `write` do, when its head goes to the socket. */
export function markHeadWritten(response: ServerResponse, length: number, head: string): void {
  const res = response as UnsentResponse
  res.statusMessage = STATUS_CODES[res.statusCode] as string
  res._header = head
  res._headerSent = true
  res._contentLength = length
}

/** Learns the headers that Node appends from a response whose head Node wrote. */
export function learnDefaultHeaders(res: ServerResponse): void {
  const { _header: head, _keepAliveTimeout: keepAliveTimeout } = res as UnsentResponse
  if (typeof head !== 'string' || !res.shouldKeepAlive) return
  const second = currentSecond()
  const date = `\r\nDate: ${new Date(second * 1000).toUTCString()}\r\n`
  const end = head.lastIndexOf(date)
  if (end === -1 || !KEPT.test(head.slice(end + date.length))) return
  defaults = { text: head.slice(end + 2), keepAliveTimeout, second }
}

/**
 * Whether Node would append its date, and that the connection is kept. Each private field must
 * exist and have the value that the known default headers were learnt with.
 */
function getsDefaultHeaders(response: ServerResponse): response is UnsentResponse {
  const res = response as UnsentResponse
  const { socket } = res
  return (
    socket !== null &&
    (socket as Connection)._httpMessage === res &&
    socket.writable &&
    !res.strictContentLength &&
    res.shouldKeepAlive &&
    res.sendDate &&
    res._header === null &&
    res._headerSent === false &&
    res._defaultKeepAlive === true &&
    res._removedConnection === false &&
    res.maxRequestsOnConnectionReached === false &&
    // Node sends no body in response to HEAD, even if middleware changed the method since.
    (res._hasBody === true || isToHead(res)) &&
    !res._maxRequestsPerSocket &&
    !res._expect_continue &&
    typeof res._keepAliveTimeout === 'number'
  )
}

/** The status line and these headers; `undefined` for a reason phrase that is not Node's. */
function beginHead(res: ServerResponse, headers: HeaderList): string | undefined {
  const { statusCode: status, statusMessage } = res
  const reason = STATUS_CODES[status]
  const line = statusLines[status]
  if (line === undefined || reason !== line.reason || (statusMessage && statusMessage !== reason)) {
    return undefined
  }
  let head = line.text
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  return head
}

function knowsDefaultHeaders(res: UnsentResponse): boolean {
  return defaults.keepAliveTimeout === res._keepAliveTimeout && defaults.second === currentSecond()
}

/** Taken at load: Node's own dates do not stop when a test replaces the clock. */
const { now } = Date

const KEPT = /^Connection: keep-alive\r\n(?:Keep-Alive: timeout=\d+\r\n)?\r\n$/

function currentSecond(): number {
  return Math.floor(now() / 1000)
}
