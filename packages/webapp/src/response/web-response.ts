import type { Next, Res } from '../http/exchange.ts'
import { isHopByHop } from '../http/hop-by-hop.ts'
import type { WebResponse } from '../http/web-response.ts'
import { abortError, BodyTransfer, checkEnd } from './web-body.ts'

/** Sends the status, headers and body of a Response, with backpressure. */
export function sendWebResponse(response: WebResponse, res: Res, next: Next): void {
  const { body } = response
  // The client disconnected.
  if (res.destroyed && !res.writableEnded) {
    cancel(body, abortError('the client disconnected'))
    return
  }
  let length: number | undefined
  try {
    check(response, res)
    writeHead(response, res)
    length = announcedLength(res)
    if (body === null && mayHaveBody(res)) checkEnd(0, length)
  } catch (error) {
    cancel(body, error)
    removeBodyHeaders(res)
    next(error)
    return
  }
  if (body === null || res.req.method === 'HEAD') {
    if (body !== null) cancel(body, abortError('the response has no body'))
    res.end()
    return
  }
  new BodyTransfer(body.getReader(), res, length).run().catch((error) => {
    // `end()` would make the partial body look complete.
    if (res.headersSent) res.destroy()
    else removeBodyHeaders(res)
    next(error)
  })
}

function check({ status, body, bodyUsed }: WebResponse, res: Res): void {
  if (res.headersSent) {
    throw Object.assign(new Error('A handler returned a Response after a response was sent'), {
      code: 'ERR_HTTP_HEADERS_SENT',
    })
  }
  if (bodyUsed || body?.locked) {
    throw new TypeError('A handler returned a Response whose body was already read')
  }
  if (status < 200) throw new RangeError(`A handler returned a Response with the status ${status}`)
}

function writeHead(response: WebResponse, res: Res): void {
  res.statusCode = response.status
  if (response.statusText !== '') res.statusMessage = response.statusText
  const outdated = outdatedHeaders(response)
  for (const [name, value] of response.headers) {
    if (isHopByHop(name) || outdated.has(name.toLowerCase())) continue
    // Keep the cookies that middleware has set.
    if (name === 'set-cookie') res.append(name, value)
    else res.setHeader(name, value)
  }
  // RFC 9110, 8.6 and RFC 9112, 6.2: no Content-Length with 204 or with Transfer-Encoding.
  if (res.statusCode === 204 || res.hasHeader('Transfer-Encoding')) {
    res.removeHeader('Content-Length')
  }
}

/**
 * `fetch` decodes a body, but keeps the headers of the encoded body. Content-Length is dropped for
 * every coding, because `fetch` may decode more codings than the ones listed here.
 */
function outdatedHeaders({ url, headers }: WebResponse): ReadonlySet<string> {
  if (!url) return NONE
  const codings = [...headers]
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((coding) => coding.trim())
  if (codings.every((coding) => coding === 'identity')) return NONE
  // If `fetch` does not know one of the codings, it decodes none of them.
  return codings.every((coding) => DECODED.has(coding)) ? BODY_HEADERS : LENGTH
}

const NONE: ReadonlySet<string> = new Set()
const LENGTH: ReadonlySet<string> = new Set(['content-length'])
const BODY_HEADERS: ReadonlySet<string> = new Set(['content-encoding', 'content-length'])

const DECODED = new Set(['br', 'deflate', 'gzip', 'x-gzip'])
// `fetch` of Node is that of undici.
if (Number.parseInt(process.versions.undici ?? '0', 10) >= 7) DECODED.add('zstd')

/** The value of Content-Length. Throws if it is not a single length. */
function announcedLength(res: Res): number | undefined {
  const value = res.getHeader('Content-Length')
  if (value === undefined) return undefined
  const [length = '', ...others] = String(value)
    .split(',')
    .map((part) => part.trim())
  if (!/^\d+$/.test(length) || others.some((other) => other !== length)) {
    throw new TypeError(`A handler returned a Response with the Content-Length '${value}'`)
  }
  // RFC 9110, 8.6: a repeated length must be replaced by a single one.
  if (others.length > 0) res.setHeader('Content-Length', length)
  return Number(length)
}

function mayHaveBody({ req, statusCode }: Res): boolean {
  return req.method !== 'HEAD' && statusCode !== 204 && statusCode !== 304
}

/** Removes headers that do not describe the body that an error handler will send. */
function removeBodyHeaders(res: Res): void {
  if (res.headersSent) return
  for (const name of BODY_HEADERS) res.removeHeader(name)
}

function cancel(body: ReadableStream | null, reason: unknown): void {
  // A locked body belongs to the code that is reading it.
  if (body !== null && !body.locked) body.cancel(reason).catch(() => {})
}
