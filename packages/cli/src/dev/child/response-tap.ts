import type { IncomingMessage, ServerResponse } from 'node:http'
import { wantsHtml } from '../errors/wants-html.ts'
import { DEV_PATH } from '../settings.ts'
import { type Exchange, toBuffer } from './exchange.ts'

/**
 * The tag that reloads a page. It is the same in every run, so that a cached page stays valid. It
 * follows the last byte of the page, where the HTML parser still puts it into the body.
 */
const RELOAD_TAG = Buffer.from(`\n<script src="${DEV_PATH}reload.js" async></script>\n`)

type Members = Record<'write' | 'end' | 'writeHead', (...args: unknown[]) => unknown>

/**
 * Watches a response through members of its own, as middleware does. The members behind them are
 * looked up at each call: webapp gives a response its prototype after this.
 */
export function tapResponse(exchange: Exchange, res: ServerResponse, reload: boolean): void {
  const { req } = exchange
  const behind = () => Object.getPrototypeOf(res) as Members
  // With `Expect: 100-continue`, webapp has given the response a `writeHead` that sends the 100.
  const own = Object.getOwnPropertyDescriptor(res, 'writeHead')?.value as Members['end'] | undefined
  const writeHead: Members['end'] = (...args) => (own ?? behind().writeHead).apply(res, args)
  const canReload = reload && exchange.isLocal && isPageRequest(req)
  let isDecided = false
  let isReloading = false

  /** Decides before the head is sent whether the tag follows. */
  const decide = (given: Record<string, unknown> = {}) => {
    if (isDecided) return given
    isDecided = true
    // An error page has the script already.
    isReloading = canReload && !exchange.hasErrorPage && isPage(res, given)
    return isReloading ? lengthen(res, given) : given
  }

  define(res, 'writeHead', (...args) => {
    const last = args.at(-1)
    if (isDecided || !canReload) return writeHead(...args)
    // Headers as a list are not read: the page then does without the tag.
    if (Array.isArray(last)) isDecided = true
    const hasHeaders = typeof last === 'object' && last !== null && !Array.isArray(last)
    if (typeof args[0] === 'number') res.statusCode = args[0]
    const headers = decide(hasHeaders ? (last as Record<string, unknown>) : {})
    const changed = hasHeaders ? [...args.slice(0, -1), headers] : args
    return writeHead(...changed)
  })

  define(res, 'write', (...args) => {
    if (exchange.isRecorded) exchange.responseBody.add(args[0], args[1])
    else exchange.responseBody.size += sizeOf(args[0], args[1])
    return behind().write.apply(res, args)
  })

  define(res, 'end', (...args) => {
    const [chunk, encoding] = args
    if (!res.headersSent && !res.writableEnded) decide()
    if (hasContent(chunk)) {
      if (exchange.isRecorded) exchange.responseBody.add(chunk, encoding)
      else exchange.responseBody.size += sizeOf(chunk, encoding)
    }
    if (!isReloading || res.writableEnded) return behind().end.apply(res, args)
    isReloading = false
    const body = hasContent(chunk) ? toBuffer(chunk, encoding) : Buffer.alloc(0)
    const callback = args.find((each) => typeof each === 'function')
    return behind().end.call(res, Buffer.concat([body, RELOAD_TAG]), callback)
  })
}

/** Not enumerable: programs that list the members of a response see what they would see without. */
function define(res: ServerResponse, name: keyof Members, value: Members['end']): void {
  Object.defineProperty(res, name, { configurable: true, writable: true, value })
}

function hasContent(chunk: unknown): boolean {
  return chunk !== undefined && chunk !== null && typeof chunk !== 'function'
}

function sizeOf(chunk: unknown, encoding: unknown): number {
  return typeof chunk === 'string' ? toBuffer(chunk, encoding).length : byteLengthOf(chunk)
}

function byteLengthOf(chunk: unknown): number {
  return chunk instanceof Uint8Array ? chunk.byteLength : 0
}

/** Whether a browser asks for a page, not for data or a part of a page. */
function isPageRequest({ method, headers }: IncomingMessage): boolean {
  const destination = headers['sec-fetch-dest']
  if (method !== 'GET' && method !== 'POST') return false
  if (destination !== undefined)
    return ['document', 'iframe', 'frame'].includes(String(destination))
  return wantsHtml(headers.accept) && headers['x-requested-with'] === undefined
}

function isPage(res: ServerResponse, given: Record<string, unknown>): boolean {
  const { statusCode } = res
  if (statusCode < 200 || [204, 205, 206, 304].includes(statusCode)) return false
  if (headerOf(res, given, 'content-encoding') !== undefined) return false
  return /^text\/html\b/i.test(String(headerOf(res, given, 'content-type') ?? ''))
}

function headerOf(res: ServerResponse, given: Record<string, unknown>, name: string): unknown {
  const key = Object.keys(given).find((each) => each.toLowerCase() === name)
  return key === undefined ? res.getHeader(name) : given[key]
}

/** Adds the size of the tag to `Content-Length`, wherever the program set it. */
function lengthen(res: ServerResponse, given: Record<string, unknown>): Record<string, unknown> {
  const length = Number(headerOf(res, given, 'content-length') ?? Number.NaN)
  if (Number.isNaN(length)) return given
  const key = Object.keys(given).find((each) => each.toLowerCase() === 'content-length')
  if (key !== undefined) return { ...given, [key]: length + RELOAD_TAG.length }
  res.setHeader('Content-Length', length + RELOAD_TAG.length)
  return given
}
