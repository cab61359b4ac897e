import { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { deprecate } from '../../errors/deprecation.ts'
import type { Req } from '../../http/exchange.ts'
import { derive } from '../../members/derive.ts'
import { withLength } from '../../members/expose.ts'
import { settingsOf } from '../../members/settings.ts'
import { hasPristineReader, streamMembers } from '../../node/index.ts'
import { createConditions } from '../../request/conditions.ts'
import { header } from '../../request/headers.ts'
import { hostOf, network, withoutPort } from '../../request/network.ts'
import { signal } from '../../request/signal.ts'
import { target } from '../../request/target.ts'
import { isFresh } from '../v4/fresh.ts'
import { mime } from '../v4/mime.ts'
import { lookUp, type ParamRequest } from '../v4/param.ts'
import { queryMember } from '../v4/query.ts'
import { readRange } from '../v4/range.ts'
import { chooseType, parseAccepted, parseMediaTypes } from './accept.ts'

interface V3Request extends ParamRequest {
  readonly accepted: unknown[]
  readonly acceptedEncodings: string[]
  readonly acceptedCharsets: string[]
  readonly acceptedLanguages: string[]
}

const BASIC = /^\s*basic\s+([\w.~+/-]+=*)\s*$/i

const members = {
  accepts(this: V3Request, ...types: (string | string[])[]): string | undefined {
    const [first] = types
    const wanted = types.length > 1 || Array.isArray(first) ? types.flat() : splitList(first)
    return chooseType(wanted, this.get('Accept'))
  },

  acceptsEncoding(this: V3Request, encoding: string): boolean {
    return this.acceptedEncodings.includes(encoding)
  },

  acceptsCharset(this: V3Request, charset: string): boolean {
    return isAmong(this.acceptedCharsets, charset)
  },

  acceptsLanguage(this: V3Request, language: string): boolean {
    return isAmong(this.acceptedLanguages, language)
  },

  get acceptedEncodings(): string[] {
    const told = (this as unknown as V3Request).get('Accept-Encoding')
    return told ? splitList(String(told).trim()) : []
  },

  get accepted(): unknown[] {
    return parseMediaTypes((this as unknown as V3Request).get('Accept'))
  },

  get acceptedLanguages(): string[] {
    const told = (this as unknown as V3Request).get('Accept-Language')
    return parseAccepted(told).map(({ value }) => value)
  },

  get acceptedCharsets(): string[] {
    const told = (this as unknown as V3Request).get('Accept-Charset')
    return parseAccepted(told).map(({ value }) => value)
  },

  param(this: V3Request, name: string, fallback?: unknown): unknown {
    return lookUp(this, name, fallback)
  },

  is(this: V3Request, type: string): boolean {
    const told = this.get('Content-Type')
    if (!told) return false
    const [sent = ''] = told.split(';', 1)
    return isType(sent, type.includes('/') ? type : mime.lookup(type))
  },

  /** User name and password of Basic authentication, not verified. */
  get auth(): { username: string; password: string } | undefined {
    deprecate('req.auth: Use basic-auth npm module instead')
    const told = (this as unknown as V3Request).headers.authorization ?? ''
    const credentials = BASIC.exec(told)?.[1]
    if (credentials === undefined) return undefined
    const text = Buffer.from(credentials, 'base64').toString()
    const colon = text.indexOf(':')
    if (colon === -1) return undefined
    return { username: text.slice(0, colon), password: text.slice(colon + 1) }
  },

  get subdomains(): string[] {
    const req = this as unknown as V3Request
    const { host } = req
    if (!host) return []
    const labels = isIP(host) ? [host] : host.split('.').reverse()
    return labels.slice(settingsOf(req.app)['subdomain offset'] as number)
  },

  get host(): string | undefined {
    return withoutPort(hostOf(this as unknown as Req))
  },
}

const conditions = createConditions(isFresh, readRange, {
  methods: ['GET', 'HEAD'],
  read: (res) => res.getHeaders(),
  isUnobserved: (res) => hasPristineReader(res, 'getHeaders'),
})

withLength(1, members.accepts)
withLength(1, conditions.range)

export const request = derive(
  IncomingMessage.prototype,
  { header, get: header },
  members,
  conditions,
  pick(network, ['protocol', 'secure', 'ip', 'ips']),
  pick(target, ['path', '_parsedUrl']),
  queryMember,
  signal,
  streamMembers,
)

function pick(family: object, names: readonly string[]): object {
  const picked = {}
  for (const name of names) {
    const member = Object.getOwnPropertyDescriptor(family, name)
    if (member !== undefined) Object.defineProperty(picked, name, member)
  }
  return picked
}

function splitList(list: unknown): string[] {
  return String(list)
    .split(',')
    .map((entry) => entry.trim())
}

/** Without a header, the client accepts every value. */
function isAmong(accepted: readonly string[], value: string): boolean {
  return accepted.length === 0 || accepted.includes(value)
}

function isType(sent: string, wanted: string): boolean {
  if (!wanted.includes('*')) return sent.includes(wanted)
  const [type, subtype] = wanted.split('/')
  const [sentType, sentSubtype] = sent.split('/')
  if (type === '*') return subtype === sentSubtype
  return subtype === '*' && type === sentType
}
