import { ServerResponse } from 'node:http'
import { basename, extname } from 'node:path'
import statuses from 'statuses'
import { forwardIfRejects } from '../../errors/callback-errors.ts'
import { httpError } from '../../errors/http-error.ts'
import type { Handler, RenderCallback, Res } from '../../http/exchange.ts'
import { derive } from '../../members/derive.ts'
import { hideMembers, withLength } from '../../members/expose.ts'
import { headerMembers, recordPristineMembers } from '../../node/index.ts'
import { createCookie } from '../../response/cookies.ts'
import { headers } from '../../response/headers.ts'
import { createJsonMembers } from '../../response/json.ts'
import { emitMember } from '../../response/late-writes.ts'
import { sendRedirect, setLocation } from '../../response/location.ts'
import { rendering } from '../../response/render.ts'
import { type SendPolicy, sendBody } from '../../response/send.ts'
import { flattenOptions } from '../../runtime/flatten-options.ts'
import { declareText } from '../v4/declare-text.ts'
import { attachmentNamed } from '../v4/disposition.ts'
import { links } from '../v4/links.ts'
import { mediaTypeOf } from '../v4/media-type.ts'
import { redirectArguments } from '../v4/redirect.ts'
import { file } from './file.ts'
import { redirectStyle, toLocation } from './location.ts'
import { patched } from './patched.ts'
import { takeStatus } from './status-forms.ts'

interface V3Response extends Res {
  charset?: string | undefined
}

export const sending: SendPolicy = {
  isBytes: Buffer.isBuffer,
  isChunked: (head) => head.has('Transfer-Encoding'),
  keepsLength: true,
  declareText(head, res, text) {
    declareText(head, res, text)
    if (head.has('Content-Type')) (res as V3Response).charset = 'utf-8'
  },
  encodingOfNull: 'utf8',
  setNotModified(res) {
    res.statusCode = 304
  },
}

/** Express has no setting `json escape`, so a program that replaced `app.get` is not asked. */
const json = createJsonMembers(sending, (_settings, { settings }) => settings['json escape'])

/** `setHeader` of 3.x accumulates cookies. */
const setCookie = createCookie((res, text) => res.set('Set-Cookie', text))

function header(this: Res, ...args: [field: string | object, value?: unknown]): Res {
  const [field, value] = args
  if (args.length !== 2) {
    for (const name in field as object) this.set(name, (field as never)[name])
    return this
  }
  const text = Array.isArray(value) ? value.map(String) : String(value)
  this.setHeader(field as string, text)
  return this
}

function contentType(this: Res, type: string): Res {
  return this.set('Content-Type', type.includes('/') ? type : mediaTypeOf(type))
}

const members = {
  status(this: Res, code: number): Res {
    this.statusCode = code
    return this
  },

  links,

  send(this: V3Response, ...args: unknown[]): Res {
    const body = takeStatus(this, 'send', args)
    if (typeof body === 'string') this.charset = 'utf-8'
    if (typeof body !== 'number' || args.length !== 1) return sendBody(this, body, sending)
    if (!this.get('Content-Type')) this.type('txt')
    this.statusCode = body
    return sendBody(this, statuses.message[body], sending)
  },

  json(this: V3Response, ...args: unknown[]): Res {
    this.charset = this.charset || 'utf-8'
    return json.json.call(this, takeStatus(this, 'json', args))
  },

  jsonp(this: V3Response, ...args: unknown[]): Res {
    this.charset = this.charset || 'utf-8'
    return json.jsonp.call(this, takeStatus(this, 'jsonp', args))
  },

  ...file,
  type: contentType,
  contentType,

  format(this: Res, handlers: Record<string, Handler | undefined>): Res {
    const { req } = this
    const { next } = req
    const { default: fallback, ...typed } = handlers
    const names = Object.keys(typed)
    const chosen = names.length > 0 ? req.accepts(names) : false
    this.vary('Accept')
    if (typeof chosen === 'string') {
      const type = mediaTypeOf(chosen)
      this.set('Content-Type', type.startsWith('text/') ? `${type}; charset=UTF-8` : type)
      forwardIfRejects(typed[chosen]?.(req, this, next), req, next)
    } else if (fallback) forwardIfRejects((fallback as () => unknown)(), req, next)
    else next(httpError(406, new Error('Not Acceptable'), { types: names.map(mediaTypeOf) }))
    return this
  },

  attachment(this: Res, filename?: string): Res {
    if (filename) this.type(extname(filename))
    const name = filename === undefined ? undefined : basename(filename)
    this.set('Content-Disposition', attachmentNamed(name))
    return this
  },

  header,
  set: header,
  get: headers.get,

  clearCookie(this: Res, name: string, options?: object): Res {
    return this.cookie(name, '', { expires: new Date(1), path: '/', ...options })
  },

  cookie(this: Res, name: string, value: unknown, options?: { signed?: boolean }): Res {
    if (options?.signed && !this.req.secret) {
      throw new Error('connect.cookieParser("secret") required for signed cookies')
    }
    return setCookie.call(this, name, value, options && flattenOptions(options))
  },

  /** `setHeader` of 3.x already accumulates cookies. */
  append(this: Res, field: string, value: string | string[]): Res {
    return field.toLowerCase() === 'set-cookie'
      ? this.set(field, value)
      : headers.append.call(this, field, value)
  },

  location(this: Res, url: string): Res {
    return setLocation(this, toLocation(this, url))
  },

  redirect(this: Res, ...args: unknown[]): void {
    const [status, url] = redirectArguments(args)
    sendRedirect(this, status, url, redirectStyle)
  },

  vary(this: Res, field?: string | string[]): Res {
    if (!field || (Array.isArray(field) && field.length === 0)) return this
    return headers.vary.call(this, field)
  },

  render(this: Res, view: string, options?: object | null, callback?: RenderCallback): void {
    // `render` adds a property to the options, so copy frozen ones.
    const locals = options && !Object.isExtensible(options) ? { ...options } : options
    rendering.render.call(this, view, locals, callback)
  },
}

for (const name of ['send', 'json', 'jsonp', 'redirect'] as const) withLength(1, members[name])
withLength(2, header)

export const response = derive(
  ServerResponse.prototype,
  headerMembers,
  emitMember,
  members,
  patched,
)
hideMembers(response, [
  'append',
  'emit',
  'on',
  'writeHead',
  'headerSent',
  ...Object.keys(headerMembers),
])
recordPristineMembers(response, isQuiet)

/** The response has no listener for the 'header' event. */
function isQuiet(res: ServerResponse): boolean {
  return res.listenerCount('header') === 0
}
