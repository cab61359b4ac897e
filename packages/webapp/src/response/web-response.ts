import type { ReadableStream } from 'node:stream/web'
import type { Next, Res } from '../http/exchange.ts'
import { isHopByHop } from '../http/hop-by-hop.ts'
import { fetchDecodesZstd } from '../node/internals.ts'
import { type Chunk, checkEnd, Sending } from './web-body.ts'

/** A Response of the platform or of a library: what is read of it. */
export interface WebResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: Iterable<[name: string, value: string]>
  readonly body: ReadableStream<Chunk> | null
  readonly bodyUsed: boolean
  /** Where it was fetched; empty for one that a program made. */
  readonly url: string
}

/** Sends a Response as it is: status, headers and body, no faster than the client reads. */
export function sendWebResponse(response: WebResponse, res: Res, next: Next): void {
  const { body } = response
  // The client is gone: nobody waits for an answer.
  if (res.destroyed && !res.writableEnded) {
    cancel(body)
    return
  }
  let length: number | undefined
  try {
    check(response, res)
    writeHead(response, res)
    length = announcedLength(res)
    if (body === null && mayHaveBody(res)) checkEnd(0, length)
  } catch (error) {
    cancel(body)
    forgetBody(res)
    next(error)
    return
  }
  if (body === null || res.req.method === 'HEAD') {
    cancel(body)
    res.end()
    return
  }
  new Sending(body.getReader(), res, length).run().catch((error) => {
    // An end would make a part of the body look like all of it.
    if (res.headersSent) res.destroy()
    else forgetBody(res)
    next(error)
  })
}

function check({ status, body, bodyUsed }: WebResponse, res: Res): void {
  if (res.headersSent) {
    throw Object.assign(new Error('A handler returned a Response after an answer was sent'), {
      code: 'ERR_HTTP_HEADERS_SENT',
    })
  }
  if (bodyUsed || body?.locked) {
    throw new TypeError('A handler returned a Response whose body was read already')
  }
  if (status < 200) throw new RangeError(`A handler returned a Response with the status ${status}`)
}

function writeHead(response: WebResponse, res: Res): void {
  res.statusCode = response.status
  if (response.statusText !== '') res.statusMessage = response.statusText
  const untrue = untrueHeaders(response)
  for (const [name, value] of response.headers) {
    if (isHopByHop(name) || untrue.has(name.toLowerCase())) continue
    // Cookies that middleware has set stay beside those of the Response.
    if (name === 'set-cookie') res.append(name, value)
    else res.setHeader(name, value)
  }
  // RFC 9110, 8.6; RFC 9112, 6.2: neither has a length.
  if (res.statusCode === 204 || res.hasHeader('Transfer-Encoding')) {
    res.removeHeader('Content-Length')
  }
}

/**
 * `fetch` decodes a body, and still shows the headers of the coded one. The length goes with any
 * coding, because `fetch` may know more codings than these.
 */
function untrueHeaders({ url, headers }: WebResponse): ReadonlySet<string> {
  if (!url) return NONE
  const codings = [...headers]
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((coding) => coding.trim())
  if (codings.every((coding) => coding === 'identity')) return NONE
  // With one coding that `fetch` does not know, it decodes none of them.
  return codings.every((coding) => DECODED.has(coding)) ? OF_CODED : LENGTH
}

const NONE: ReadonlySet<string> = new Set()
const LENGTH: ReadonlySet<string> = new Set(['content-length'])
const OF_CODED: ReadonlySet<string> = new Set(['content-encoding', 'content-length'])

const DECODED = new Set(['br', 'deflate', 'gzip', 'x-gzip'])
if (fetchDecodesZstd) DECODED.add('zstd')

/** The length that the headers announce; throws where the value is not one length. */
function announcedLength(res: Res): number | undefined {
  const value = res.getHeader('Content-Length')
  if (value === undefined) return undefined
  const [length = '', ...others] = String(value)
    .split(',')
    .map((part) => part.trim())
  if (!/^\d+$/.test(length) || others.some((other) => other !== length)) {
    throw new TypeError(`A handler returned a Response with the Content-Length '${value}'`)
  }
  // RFC 9110, 8.6: the same length several times must become one.
  if (others.length > 0) res.setHeader('Content-Length', length)
  return Number(length)
}

function mayHaveBody({ req, statusCode }: Res): boolean {
  return req.method !== 'HEAD' && statusCode !== 204 && statusCode !== 304
}

/** Error handlers send another body than the one that these headers describe. */
function forgetBody(res: Res): void {
  if (res.headersSent) return
  for (const name of OF_CODED) res.removeHeader(name)
}

function cancel(body: ReadableStream | null): void {
  // One that is being read belongs to whoever reads it.
  if (body !== null && !body.locked) body.cancel().catch(() => {})
}
