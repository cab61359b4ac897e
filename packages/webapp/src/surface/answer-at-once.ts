import { type ServerResponse, STATUS_CODES } from 'node:http'
import { type HeaderList, markSent, node } from './late-headers.ts'

/** Answers that may be larger than what a connection takes at once are left to `end`. */
const SMALL = 8192

/**
 * Sends a whole answer, whose headers are all in this list, on a response that nobody touched
 * (`isUntouched`) and whose status has a body.
 */
export function answerAtOnce(
  res: ServerResponse,
  headers: HeaderList,
  text: string,
  encoding: 'latin1' | 'utf8',
): void {
  const body = res.req.method === 'HEAD' ? '' : text
  const isWhole = body.length <= SMALL && isPlain(res)
  const head = isWhole ? headOf(res, headers) : undefined
  if (head !== undefined && knowsTail(res as Plain)) {
    sendWhole(res as Plain, headers, head + tail.text, body, encoding)
    return
  }
  node.writeHead.call(res, res.statusCode, headers as string[])
  markSent(res, headers)
  if (head !== undefined) learnTail(res as Plain, head)
  endWith(res, body, encoding)
}

/**
 * Ends a response, whose headers are sent, with a body. `end` alone writes twice, the body and the
 * news that it is over; without a body it has nothing to write when the connection took everything
 * before.
 */
function endWith(res: ServerResponse, text: string, encoding: 'latin1' | 'utf8'): void {
  const { socket } = res
  if (socket === null || text === '' || text.length > SMALL) {
    res.end(text, encoding)
    return
  }
  socket.cork()
  res.write(text, encoding)
  socket.uncork()
  res.end()
}

/** Fields of Node's responses without a documented name, as they are before anything was sent. */
interface Plain extends ServerResponse {
  _header: string | null
  _headerSent: boolean
  _contentLength: number | null
  readonly _defaultKeepAlive: boolean
  readonly _expect_continue: boolean
  readonly _keepAliveTimeout: number
  readonly _maxRequestsPerSocket?: number | null
  readonly _removedConnection: boolean
  readonly maxRequestsOnConnectionReached: boolean
}

/** What Node adds to the headers it is given, for answers that differ in nothing else. */
interface Tail {
  readonly text: string
  readonly keepAliveTimeout: number
  /** The second whose Date it has. */
  readonly second: number
}

let tail: Tail = { text: '', keepAliveTimeout: 0, second: 0 }

/**
 * Whether Node would add to this answer what it adds to most: its date, and that the connection is
 * kept. All of these fields have to be there, and as they are known.
 */
function isPlain(response: ServerResponse): response is Plain {
  const res = response as Plain
  const { socket } = res
  return (
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
    !res._maxRequestsPerSocket &&
    !res._expect_continue &&
    typeof res._keepAliveTimeout === 'number'
  )
}

/** The status line and these headers, as they are sent; undefined for a status with another name. */
function headOf(res: ServerResponse, headers: HeaderList): string | undefined {
  const { statusCode: status, statusMessage } = res
  const name = STATUS_CODES[status]
  if (name === undefined || (statusMessage && statusMessage !== name)) return undefined
  let head = status === 200 ? 'HTTP/1.1 200 OK\r\n' : `HTTP/1.1 ${status} ${name}\r\n`
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  return head
}

/** Whether it is known what Node would put between head and body. */
function knowsTail(res: Plain): boolean {
  return tail.keepAliveTimeout === res._keepAliveTimeout && tail.second === currentSecond()
}

/** Writes head and body as one text, and leaves the response as `writeHead` and `write` do. */
function sendWhole(
  res: Plain,
  headers: HeaderList,
  head: string,
  body: string,
  encoding: 'latin1' | 'utf8',
): void {
  res.statusMessage = STATUS_CODES[res.statusCode] as string
  res._header = head
  res._headerSent = true
  res._contentLength = Number(headers[headers.indexOf('Content-Length') + 1])
  markSent(res, headers)
  res.socket?.write(body === '' ? head : head + body, encoding)
  res.end()
}

/** Takes from an answer that Node wrote what follows the headers. */
function learnTail({ _header: header, _keepAliveTimeout }: Plain, head: string): void {
  const second = currentSecond()
  if (!header?.startsWith(head)) return
  const text = header.slice(head.length)
  const date = `Date: ${new Date(second * 1000).toUTCString()}\r\n`
  if (!text.startsWith(date) || !KEPT.test(text.slice(date.length))) return
  tail = { text, keepAliveTimeout: _keepAliveTimeout, second }
}

const KEPT = /^Connection: keep-alive\r\n(?:Keep-Alive: timeout=\d+\r\n)?\r\n$/

function currentSecond(): number {
  return Math.floor(Date.now() / 1000)
}
