import { ServerResponse } from 'node:http'
import { extname } from 'node:path'
import statuses from 'statuses'
import { deprecate } from '../../errors/deprecation.ts'
import type { Res } from '../../http/exchange.ts'
import { derive } from '../../members/derive.ts'
import { withLength } from '../../members/expose.ts'
import type { Head } from '../../node/response/head.ts'
import { recordPristineMembers } from '../../node/response/pristine.ts'
import { createFormat } from '../../response/format.ts'
import { createHeaderSetter } from '../../response/headers.ts'
import { createJsonMembers, takeJsonText } from '../../response/json.ts'
import { type RedirectStyle, sendRedirect } from '../../response/location.ts'
import { declareHtml, type SendPolicy, sendBody } from '../../response/send.ts'
import { response as v5 } from '../v5/response.ts'
import { cookies } from './cookies.ts'
import { attachmentNamed } from './disposition.ts'
import { file } from './file.ts'
import { links } from './links.ts'
import { mediaTypeOf, withDefaultCharset, withUtf8 } from './media-type.ts'
import { redirectArguments } from './redirect.ts'
import { takeStatus } from './status-forms.ts'

const header = createHeaderSetter(withDefaultCharset)
export const sending: SendPolicy = {
  isBytes: Buffer.isBuffer,
  isChunked: (head) => head.has('Transfer-Encoding'),
  keepsLength: false,
  declareText,
  encodingOfNull: 'utf8',
  setNotModified(res) {
    res.statusCode = 304
  },
}

/** Sets the Content-Type of text, and completes one that the program set. */
export function declareText(head: Head, res: Res, text: string | null): void {
  if (text !== null && !head.get('Content-Type')) declareHtml(head, res)
  const type = head.get('Content-Type')
  if (typeof type === 'string') head.set('Content-Type', withUtf8(type))
}

const json = createJsonMembers(sending)

export const redirectStyle: RedirectStyle = {
  page: (reason, address) => `<p>${reason}. Redirecting to ${address}</p>`,
  setStatus(res, status) {
    res.statusCode = status
  },
  endHead: (res) => res.end(),
}

function contentType(this: Res, type: string): Res {
  return this.set('Content-Type', type.includes('/') ? type : mediaTypeOf(type))
}

const members = {
  status(this: Res, code: number): Res {
    if ((typeof code === 'string' || Math.floor(code) !== code) && code > 99 && code < 1000) {
      deprecate(
        `res.status(${JSON.stringify(code)}): use res.status(${Math.floor(code)}) instead`,
        'res.status',
      )
    }
    this.statusCode = code
    return this
  },

  links,

  send(this: Res, ...args: unknown[]): Res {
    const body = takeStatus(this, 'send', args)
    if (typeof body !== 'number' || args.length !== 1) return sendBody(this, body, sending)
    if (!this.get('Content-Type')) this.type('txt')
    deprecate('res.send(status): Use res.sendStatus(status) instead')
    this.statusCode = body
    return sendBody(this, statuses.message[body], sending)
  },

  json(this: Res, ...args: unknown[]): Res {
    return json.json.call(this, takeStatus(this, 'json', args))
  },

  jsonp(this: Res, ...args: unknown[]): Res {
    return json.jsonp.call(this, takeStatus(this, 'jsonp', args))
  },

  sendStatus(this: Res, code: number): Res {
    this.statusCode = code
    this.type('txt')
    return this.send(statuses.message[code] || String(code))
  },

  ...file,
  type: contentType,
  contentType,
  ...createFormat(mediaTypeOf),

  attachment(this: Res, filename?: string): Res {
    if (filename) this.type(extname(filename))
    this.set('Content-Disposition', attachmentNamed(filename))
    return this
  },

  header,
  set: header,
  ...cookies,

  location(this: Res, url: string): Res {
    return v5Location.call(this, url === 'back' ? referrerOf(this) : String(url))
  },

  redirect(this: Res, ...args: [url: string] | [unknown, unknown]): void {
    const [status, url] = redirectArguments(args)
    sendRedirect(this, status, url, redirectStyle)
  },

  vary(this: Res, field?: string | string[]): Res {
    if (!field || (Array.isArray(field) && field.length === 0)) {
      deprecate('res.vary(): Provide a field name')
      return this
    }
    return v5Vary.call(this, field)
  },
}

for (const name of ['send', 'json', 'jsonp', 'redirect'] as const) withLength(1, members[name])
takeJsonText(members.json, sending)

/** The prototype of 4.x responses. */
export const response = derive(ServerResponse.prototype, v5, members)
recordPristineMembers(response)

const { location: v5Location, vary: v5Vary } = v5 as Res

function referrerOf(res: Res): string {
  deprecate(
    'res.location("back"): use res.location(req.get("Referrer") || "/") and refer to ' +
      'https://dub.sh/security-redirect for best practices',
  )
  return res.req.get('Referrer') || '/'
}
