import type { IncomingMessage } from 'node:http'
import { parse } from 'cookie'
import { unsign } from 'cookie-signature'
import type { CookieParserOptions } from '../../../types/v3/options.ts'
import type { Middleware } from './handler.ts'

type Cookies = Record<string, unknown>

interface CookieRequest extends IncomingMessage {
  cookies?: Cookies
  signedCookies?: Cookies
  secret?: string | undefined
}

cookieParser.JSONCookie = parseJsonCookie
cookieParser.JSONCookies = parseJsonCookies
cookieParser.signedCookie = unsignCookie
cookieParser.signedCookies = takeSignedCookies

/** `webapp.cookieParser(secret)`: sets `req.cookies` and `req.signedCookies`. */
export function cookieParser(secret?: string, options?: CookieParserOptions): Middleware {
  if (secret && typeof secret !== 'string') {
    throw new TypeError('cookieParser() secret must be a string')
  }
  return function cookieParser(req: CookieRequest, _res, next) {
    if (!req.cookies) readCookies(req, secret, options)
    next()
  }
}

function readCookies(
  req: CookieRequest,
  secret: string | undefined,
  options: CookieParserOptions | undefined,
): void {
  const cookies = parseCookies(req.headers.cookie, options)
  req.secret = secret
  req.signedCookies = secret ? parseJsonCookies(takeSignedCookies(cookies, secret)) : emptyTable()
  req.cookies = parseJsonCookies(cookies)
}

function emptyTable(): Cookies {
  return Object.create(null) as Cookies
}

function parseCookies(header: string | undefined, options?: CookieParserOptions): Cookies {
  if (!header) return emptyTable()
  const cookies: Cookies = {}
  for (const [name, value] of Object.entries(parse(header, options))) {
    // As in Express, a cookie cannot shadow members of `Object.prototype` or set `__proto__`.
    if (!(name in Object.prototype)) cookies[name] = value
  }
  return cookies
}

/** The value of a cookie with the prefix `j:`; `undefined` for other cookies. */
function parseJsonCookie(text: unknown): unknown {
  if (typeof text !== 'string' || !text.startsWith('j:')) return undefined
  try {
    return JSON.parse(text.slice(2))
  } catch {
    return undefined
  }
}

/** Replaces JSON cookies by their parsed values. */
function parseJsonCookies(cookies: Cookies): Cookies {
  for (const name of Object.keys(cookies)) {
    const value = parseJsonCookie(cookies[name])
    if (value) cookies[name] = value
  }
  return cookies
}

/** The value of a signed cookie, `false` if its signature is invalid, or other text unchanged. */
function unsignCookie(text: unknown, secret: string): unknown {
  if (typeof text !== 'string' || !text.startsWith('s:')) return text
  return unsign(text.slice(2), secret)
}

/** Moves the signed cookies to a separate object. */
function takeSignedCookies(cookies: Cookies, secret: string): Cookies {
  const signed = emptyTable()
  for (const [name, text] of Object.entries(cookies)) {
    const value = unsignCookie(text, secret)
    if (value === text) continue
    signed[name] = value
    delete cookies[name]
  }
  return signed
}
