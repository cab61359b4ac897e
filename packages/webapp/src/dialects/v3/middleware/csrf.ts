import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { serialize } from 'cookie'
import { sign } from 'cookie-signature'
import { httpError } from '../../../errors/http-error.ts'
import { withLength } from '../../../members/expose.ts'
import type { CsrfOptions } from '../../../types/v3/late-middleware.ts'
import { addCookie } from './before-head.ts'
import type { Middleware } from './handler.ts'
import { isSameSecret } from './same-secret.ts'

type CsrfCookie = Exclude<CsrfOptions['cookie'], boolean | undefined>
type Table = Record<string, unknown>

interface CsrfRequest extends IncomingMessage {
  body?: unknown
  query?: unknown
  cookies?: Table
  signedCookies?: Table
  secret?: string
  csrfToken?: () => string
}

/** Where the secret of a client is kept. */
interface Store {
  read(req: CsrfRequest): unknown
  write(req: CsrfRequest, res: ServerResponse, secret: string): void
}

/** `webapp.csrf(options)`: 403 for a form without the token of `req.csrfToken()`. */
export function csrf(options: CsrfOptions = {}): Middleware {
  const { value = findToken, saltLength = 8, secretLength = 18 } = options
  const isIgnored = compileMethods(options.ignoreMethods)
  const store = options.cookie
    ? createCookieStore(options.cookie === true ? {} : options.cookie)
    : createSessionStore(options.sessionKey || 'session')

  function secretOf(req: CsrfRequest, res: ServerResponse): string {
    const known = store.read(req)
    // A client can send a JSON cookie, whose value need not be text.
    if (typeof known === 'string' && known !== '') return known
    const secret = randomBytes(secretLength).toString('base64url')
    store.write(req, res, secret)
    return secret
  }

  return function csrf(req: CsrfRequest, res, next) {
    let usedSecret: string | undefined
    let token = ''
    // The secret changes if the program begins a new session.
    req.csrfToken = () => {
      const secret = secretOf(req, res)
      if (secret !== usedSecret) token = createToken(secret, createSalt(saltLength))
      usedSecret = secret
      return token
    }
    let secret: string
    try {
      secret = secretOf(req, res)
    } catch (error) {
      next(error)
      return
    }
    if (isIgnored(req.method ?? '') || isToken(value(req), secret)) next()
    else next(httpError(403, 'invalid csrf token', { code: 'EBADCSRFTOKEN' }))
  }
}
withLength(1, csrf)
// In Express 3 it is the function of a package.
Object.defineProperty(csrf, 'name', { value: 'csurf' })

function compileMethods(
  methods: CsrfOptions['ignoreMethods'] = ['GET', 'HEAD', 'OPTIONS'],
): (method: string) => boolean {
  if (!Array.isArray(methods)) throw new TypeError('option ignoreMethods must be an array')
  const ignored = new Set(methods.map((method: string) => method.toUpperCase()))
  return (method) => ignored.has(method)
}

const HEADERS = ['csrf-token', 'xsrf-token', 'x-csrf-token', 'x-xsrf-token']

function findToken({ body, query, headers }: CsrfRequest): unknown {
  const inFields = (body as Table | undefined)?._csrf || (query as Table | undefined)?._csrf
  const name = HEADERS.find((header) => headers[header])
  return inFields || (name && headers[name])
}

function createSalt(length: number): string {
  // The first '-' of a token ends the salt.
  return randomBytes(length).toString('base64url').replaceAll('-', '_').slice(0, length)
}

/** The form of Express, so that tokens of open pages stay valid. */
function createToken(secret: string, salt: string): string {
  return `${salt}-${createHash('sha1').update(`${salt}-${secret}`).digest('base64url')}`
}

function isToken(token: unknown, secret: string): boolean {
  if (typeof token !== 'string') return false
  const end = token.indexOf('-')
  return end !== -1 && isSameSecret(token, createToken(secret, token.slice(0, end)))
}

const MISCONFIGURED = 'misconfigured csrf'

function createSessionStore(key: string): Store {
  const sessionOf = (req: CsrfRequest): Table => {
    const session = (req as unknown as Table)[key]
    if (typeof session !== 'object' || session === null) throw new Error(MISCONFIGURED)
    return session as Table
  }
  return {
    read: (req) => sessionOf(req).csrfSecret,
    write: (req, _res, secret) => {
      sessionOf(req).csrfSecret = secret
    },
  }
}

function createCookieStore({ key = '_csrf', signed = false, ...given }: CsrfCookie): Store {
  const attributes = { path: '/', ...given }
  return {
    read({ secret, cookies, signedCookies }) {
      if (signed && !secret) throw new Error('cookieParser("secret") required for signed cookies')
      const table = signed ? signedCookies : cookies
      if (table === undefined) throw new Error(MISCONFIGURED)
      return table[key]
    },
    write(req, res, secret) {
      const table = signed ? req.signedCookies : req.cookies
      const text = signed ? `s:${sign(secret, req.secret ?? '')}` : secret
      addCookie(res, serialize(key, text, attributes))
      // A second token in this response has the same secret.
      if (table !== undefined) table[key] = secret
    },
  }
}
