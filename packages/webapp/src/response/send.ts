import { textTagOf } from '../http/etag.ts'
import type { Req, Res } from '../http/exchange.ts'
import { withLength } from '../members/expose.ts'
import { areSettingsObserved } from '../members/settings.ts'
import { type Head, isConditional, listHead, type SentBody } from '../node/index.ts'
import { describeBody, type EntityPolicy } from './describe-body.ts'
import { reportLostStatus } from './lost-status.ts'
import { MemberHead } from './member-head.ts'

/** How `res.send` differs between dialects. */
export interface SendPolicy extends EntityPolicy {
  /** Whether a body is sent as it is. Every other object is sent as JSON. */
  readonly isBytes: (body: unknown) => boolean
  /** Sets the Content-Type of text, which is sent as UTF-8. `null` is sent as an empty body. */
  readonly declareText: (head: Head, res: Res, text: string | null) => void
  /** The encoding that `end` gets with the empty body of `null`. */
  readonly encodingOfNull: 'utf8' | undefined
  /** Sets the status 304, if the client's copy is fresh. */
  readonly setNotModified: (res: Res) => void
}

/** `res.send(body)` of a dialect. */
export function createSend(policy: SendPolicy): (this: Res, body?: unknown) => Res {
  return withLength(1, function send(this: Res, body?: unknown, lost?: unknown) {
    if (typeof body === 'number') reportLostStatus(this, 'send', body, lost)
    return sendBody(this, body, policy)
  })
}

/** Sends text, bytes, or a value as JSON. */
export function sendBody(res: Res, body: unknown, policy: SendPolicy): Res {
  if (typeof body === 'string') return sendText(openHead(res), res, body, policy)
  const isBytes = policy.isBytes(body)
  // Called as a member, because middleware replaces it.
  if (!isBytes && isJsonValue(body)) return res.json(body)
  const head = new MemberHead(res)
  if (body === null) return sendText(head, res, null, policy)
  if (isBytes && !res.get('Content-Type')) res.type('bin')
  endWith(head, res, body as Uint8Array | undefined, policy)
  return res
}

/** Sends JSON. Middleware that replaced `send` sees the text. */
export function sendJson(res: Res, text: string | undefined, policy: SendPolicy): Res {
  const head = text === undefined ? new MemberHead(res) : openHead(res)
  if (!head.get('Content-Type')) head.set('Content-Type', 'application/json')
  return head.isObserved ? res.send(text) : sendText(head, res, text as string, policy)
}

function sendText(head: Head, res: Res, text: string | null, policy: SendPolicy): Res {
  policy.declareText(head, res, text)
  endWith(head, res, text ?? '', policy, text === null ? policy.encodingOfNull : 'utf8')
  return res
}

/** Sets the Content-Type of text for which the program set none. */
export function declareHtml(head: Head, res: Res): void {
  if (head.isObserved) res.type('html')
  else head.set('Content-Type', 'text/html; charset=utf-8')
}

function isJsonValue(body: unknown): boolean {
  if (typeof body === 'number' || typeof body === 'boolean') return true
  return typeof body === 'object' && body !== null
}

/** The head of a text response: a list, if neither the program nor the client can notice. */
function openHead(res: Res): Head {
  const list = hasPlainStatus(res) ? listHead(res, 'with headers') : undefined
  return list === undefined || mayBeFresh(res.req) || isTagObserved(res)
    ? new MemberHead(res)
    : list
}

/** Whether the status allows a body and has Node's default reason phrase. */
function hasPlainStatus({ statusCode, statusMessage }: Res): boolean {
  return statusMessage === undefined && (statusCode === 200 || isOrdinary(statusCode))
}

function mayBeFresh(req: Req): boolean {
  // Without a conditional header only a `fresh` getter that the program replaced can say yes.
  return isConditional(req) || req.fresh
}

/** Whether the program computes the ETag itself, or sees that the setting for it is read. */
function isTagObserved({ app }: Res): boolean {
  if (areSettingsObserved(app)) return true
  const generate = app.settings['etag fn']
  return generate !== undefined && textTagOf(generate) === undefined
}

function isOrdinary(status: number): boolean {
  if (!(status > 200 && status < 600 && Number.isInteger(status))) return false
  return status !== 204 && status !== 205 && status !== 304
}

/** Describes a body and ends the response with it. */
function endWith(
  head: Head,
  res: Res,
  body: SentBody,
  policy: SendPolicy,
  encoding?: 'utf8',
): void {
  const bytes = describeBody(head, res, body, policy)
  if (head.isObserved && res.req.fresh) policy.setNotModified(res)
  const sentAs = bytes === undefined ? encoding : undefined
  if (dropsBody(head, res)) head.end('', sentAs)
  else head.end(body, sentAs, bytes)
}

/** Removes the headers that describe a body if the status allows none. */
function dropsBody(head: Head, res: Res): boolean {
  if (!head.isObserved) return false // `openHead` has checked the status.
  if (res.statusCode === 204 || res.statusCode === 304) {
    for (const name of ['Content-Type', 'Content-Length', 'Transfer-Encoding']) head.remove(name)
    return true
  }
  if (res.statusCode === 205) {
    head.set('Content-Length', '0')
    head.remove('Transfer-Encoding')
    return true
  }
  return false
}
