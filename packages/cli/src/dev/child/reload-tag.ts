import type { IncomingMessage, ServerResponse } from 'node:http'
import { wantsHtml } from '../errors/wants-html.ts'
import { DEV_PATH } from '../settings.ts'
import { type Exchange, toBuffer } from './exchange.ts'
import { PageHead } from './page-head.ts'
import { findRefusal, originOf } from './page-policy.ts'

/**
 * The tag that reloads a page. It is the same in every run, so that a cached page stays valid. It
 * follows the last byte of the page, where the HTML parser still puts it into the body.
 */
const RELOAD_TAG = Buffer.from(`\n<script src="${DEV_PATH}reload.js" async></script>\n`)

/** In place of the tag, if its length was announced before the page turned out to forbid it. */
const PADDING = Buffer.alloc(RELOAD_TAG.length, '\n')

type Given = Record<string, unknown>

/** Puts the tag behind the page of a response, if it is a page and its policies allow that. */
export class ReloadTag {
  readonly #exchange: Exchange
  readonly #res: ServerResponse
  readonly #onRefused: (directive: string) => void
  readonly #page = new PageHead()
  #state: 'undecided' | 'follows' | 'absent' = 'undecided'
  #isAnnounced = false

  constructor(exchange: Exchange, res: ServerResponse, onRefused: (directive: string) => void) {
    this.#exchange = exchange
    this.#res = res
    this.#onRefused = onRefused
    if (!exchange.isLocal || !isPageRequest(exchange.req)) this.#state = 'absent'
  }

  get isUndecided(): boolean {
    return this.#state === 'undecided'
  }

  /** Sends the page without the tag. */
  leaveOut(): void {
    this.#state = 'absent'
  }

  /** Reads a chunk of the page before it is sent: it may have a policy. */
  read(chunk: unknown, encoding: unknown): void {
    if (this.#state !== 'absent') this.#page.add(toBuffer(chunk, encoding))
  }

  /** Decides before the head is sent whether the tag follows. Returns the headers to send. */
  decide(given: Given = {}): Given {
    if (!this.isUndecided) return given
    const res = this.#res
    // An error page has the script already.
    const follows = !this.#exchange.hasErrorPage && isPage(res, given) && this.#isAllowed(given)
    this.#state = follows ? 'follows' : 'absent'
    return follows ? this.#announce(given) : given
  }

  /** The bytes behind the last chunk of the page; `undefined` if there are none. */
  takeTail(): Buffer | undefined {
    if (this.#state !== 'follows') return undefined
    this.#state = 'absent'
    if (this.#isAllowed()) return RELOAD_TAG
    return this.#isAnnounced ? PADDING : undefined
  }

  #isAllowed(given: Given = {}): boolean {
    const header = headerOf(this.#res, given, 'content-security-policy') ?? []
    const policies = [...[header].flat().map(String), ...this.#page.policies]
    const { req, isSecure } = this.#exchange
    const refusal = findRefusal(policies, originOf(req, isSecure))
    if (refusal !== undefined) this.#onRefused(refusal)
    return refusal === undefined
  }

  /** Adds the size of the tag to `Content-Length`, wherever the program set it. */
  #announce(given: Given): Given {
    const length = Number(headerOf(this.#res, given, 'content-length') ?? Number.NaN)
    if (Number.isNaN(length)) return given
    this.#isAnnounced = true
    const key = Object.keys(given).find((each) => each.toLowerCase() === 'content-length')
    if (key !== undefined) return { ...given, [key]: length + RELOAD_TAG.length }
    this.#res.setHeader('Content-Length', length + RELOAD_TAG.length)
    return given
  }
}

/** Whether a browser asks for a page, not for data or a part of a page. */
function isPageRequest({ method, headers }: IncomingMessage): boolean {
  const destination = headers['sec-fetch-dest']
  if (method !== 'GET' && method !== 'POST') return false
  if (destination !== undefined)
    return ['document', 'iframe', 'frame'].includes(String(destination))
  return wantsHtml(headers.accept) && headers['x-requested-with'] === undefined
}

function isPage(res: ServerResponse, given: Given): boolean {
  const { statusCode } = res
  if (statusCode < 200 || [204, 205, 206, 304].includes(statusCode)) return false
  if (headerOf(res, given, 'content-encoding') !== undefined) return false
  return /^text\/html\b/i.test(String(headerOf(res, given, 'content-type') ?? ''))
}

function headerOf(res: ServerResponse, given: Given, name: string): unknown {
  const key = Object.keys(given).find((each) => each.toLowerCase() === name)
  return key === undefined ? res.getHeader(name) : given[key]
}
