import { ServerResponse } from 'node:http'
import { extname } from 'node:path'
import statuses from 'statuses'
import { deprecate } from '../../errors/deprecation.ts'
import type { Res } from '../../http/exchange.ts'
import { derive } from '../../members/derive.ts'
import { hideMembers, withLength } from '../../members/expose.ts'
import { headerMembers, recordPristineMembers } from '../../node/index.ts'
import { createFormat } from '../../response/format.ts'
import { createHeaderSetter, headers } from '../../response/headers.ts'
import { createJsonMembers, takeJsonText } from '../../response/json.ts'
import { emitMember } from '../../response/late-writes.ts'
import { location, type RedirectStyle, sendRedirect } from '../../response/location.ts'
import { rendering } from '../../response/render.ts'
import { type SendPolicy, sendBody } from '../../response/send.ts'
import { status } from '../../response/status.ts'
import { cookies } from './cookies.ts'
import { declareText } from './declare-text.ts'
import { attachmentNamed } from './disposition.ts'
import { file, sendfile } from './file.ts'
import { links } from './links.ts'
import { mediaTypeOf, withDefaultCharset } from './media-type.ts'
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

const senders = {
  send(this: Res, ...args: unknown[]): Res {
    const body = takeStatus(this, 'send', args)
    if (typeof body !== 'number' || args.length !== 1) return sendBody(this, body, sending)
    if (!this.get('Content-Type')) this.type('txt')
    deprecate('res.send(status): Use res.sendStatus(status) instead')
    this.statusCode = body
    return sendBody(this, statuses.message[body], sending)
  },

  type: contentType,
  contentType,
  header,
  set: header,
}

const jsonSenders = {
  json(this: Res, ...args: unknown[]): Res {
    return json.json.call(this, takeStatus(this, 'json', args))
  },

  jsonp(this: Res, ...args: unknown[]): Res {
    return json.jsonp.call(this, takeStatus(this, 'jsonp', args))
  },
}

const redirects = {
  location(this: Res, url: string): Res {
    return location.location.call(this, url === 'back' ? referrerOf(this) : String(url))
  },

  redirect(this: Res, ...args: [url: string] | [unknown, unknown]): void {
    const [status, url] = redirectArguments(args)
    sendRedirect(this, status, url, redirectStyle)
  },
}

/** What differs from the members of the shared families. */
const overrides = {
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

  sendStatus(this: Res, code: number): Res {
    this.statusCode = code
    this.type('txt')
    return this.send(statuses.message[code] || String(code))
  },

  links,

  attachment(this: Res, filename?: string): Res {
    if (filename) this.type(extname(filename))
    this.set('Content-Disposition', attachmentNamed(filename))
    return this
  },

  vary(this: Res, field?: string | string[]): Res {
    if (!field || (Array.isArray(field) && field.length === 0)) {
      deprecate('res.vary(): Provide a field name')
      return this
    }
    return headers.vary.call(this, field)
  },
}

for (const member of [senders.send, jsonSenders.json, jsonSenders.jsonp, redirects.redirect]) {
  withLength(1, member)
}
takeJsonText(jsonSenders.json, sending)

export const response = derive(
  ServerResponse.prototype,
  headerMembers,
  emitMember,
  status,
  senders,
  headers,
  jsonSenders,
  file,
  createFormat(mediaTypeOf),
  cookies,
  redirects,
  rendering,
  overrides,
  sendfile,
)
hideMembers(response, ['emit', 'writeHead', ...Object.keys(headerMembers)])
recordPristineMembers(response)

function referrerOf(res: Res): string {
  deprecate(
    'res.location("back"): use res.location(req.get("Referrer") || "/") and refer to ' +
      'https://dub.sh/security-redirect for best practices',
  )
  return res.req.get('Referrer') || '/'
}
