import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { parse } from 'cookie'
import { sign, unsign } from 'cookie-signature'
import type { App } from '../../../http/exchange.ts'
import { parseTarget } from '../../../http/target.ts'
import { FORWARDED_SETTING, readTrustedHops } from '../../../http/trusted-hops.ts'
import { firstForwarded } from '../../../http/x-forwarded.ts'
import { withLength } from '../../../members/expose.ts'
import type { CookieSessionOptions } from '../../../types/v3/late-middleware.ts'
import { addCookie, beforeHead } from './before-head.ts'
import { cookieParser } from './cookie-parser.ts'
import type { Middleware } from './handler.ts'
import { SessionCookie } from './session-cookie.ts'

interface SessionRequest extends IncomingMessage {
  /** Absent if the middleware runs without an application. */
  readonly app?: App
  originalUrl?: string
  secret?: string
  session?: unknown
}

/** `webapp.cookieSession(options)`: keeps `req.session` as signed JSON in a cookie. */
export function cookieSession(options: CookieSessionOptions = {}): Middleware {
  const { secret: ownSecret, proxy = false } = options
  if (ownSecret && typeof ownSecret !== 'string') {
    throw new TypeError('cookieSession() secret must be a string')
  }
  const name = options.key || 'connect.sess'
  return function cookieSession(req: SessionRequest, res, next) {
    const secret = ownSecret || req.secret
    if (!secret) {
      next(new Error('`secret` option required for cookie sessions'))
      return
    }
    const cookie = new SessionCookie(options.cookie)
    if (!pathOf(req).startsWith(cookie.path)) {
      req.session = { cookie }
      next()
      return
    }
    const given = readCookie(req, name, secret)
    req.session = createSession(given, cookie)
    beforeHead(res, () => {
      if (!req.session) {
        cookie.expires = new Date(0)
        addCookie(res, cookie.serialize(name, ''))
        return
      }
      const text = serializeSession(req.session)
      // With the secret of the cookie parser Express always sends the cookie, which renews it.
      const isUnchanged = ownSecret !== undefined && text === given
      if (isUnchanged || (cookie.secure && !isEncrypted(req, proxy))) return
      addCookie(res, cookie.serialize(name, `s:${sign(text, secret)}`))
    })
    next()
  }
}
withLength(1, cookieSession)

function pathOf(req: SessionRequest): string {
  return parseTarget(req.originalUrl || req.url).pathname ?? ''
}

/** The text of a cookie with a valid signature. */
function readCookie(req: IncomingMessage, name: string, secret: string): string | undefined {
  const value = parse(req.headers.cookie ?? '')[name]
  if (!value?.startsWith('s:')) return undefined
  return unsign(value.slice(2), secret) || undefined
}

function createSession(text: string | undefined, cookie: SessionCookie): unknown {
  const session = cookieParser.JSONCookie(text) || {}
  if (typeof session === 'object') Object.assign(session, { cookie })
  return session
}

/** The attributes of the cookie are not part of its value. */
function serializeSession(session: unknown): string {
  if (typeof session === 'object' && session !== null) Reflect.deleteProperty(session, 'cookie')
  return `j:${JSON.stringify(session)}`
}

function isEncrypted(req: SessionRequest, proxy: boolean): boolean {
  if ((req.socket as TLSSocket).encrypted) return true
  return proxy && forwardedProtocol(req)?.toLowerCase() === 'https'
}

/** The protocol that proxies name, in the one header that the application reads. */
function forwardedProtocol({ app, headers, socket }: SessionRequest): string | undefined {
  if (app?.settings[FORWARDED_SETTING] !== 'Forwarded') {
    return firstForwarded(headers['x-forwarded-proto'])
  }
  // With the option `proxy`, every proxy is trusted.
  const { forwarded = '' } = headers
  return readTrustedHops(forwarded, socket.remoteAddress, () => true).told('proto')
}
