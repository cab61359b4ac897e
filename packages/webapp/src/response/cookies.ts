import { serialize } from 'cookie'
import type { Res } from '../http/exchange.ts'
import { lateCookieSignature } from '../runtime/late-packages.ts'

interface CookieOptions {
  signed?: boolean
  maxAge?: unknown
  path?: string | null
  expires?: Date
}

/** `res.cookie`; `add` adds a value of Set-Cookie to a response. */
export function createCookie(add: (res: Res, text: string) => void) {
  return function cookie(this: Res, name: string, value: unknown, options?: CookieOptions): Res {
    const attributes = { ...options }
    let text = typeof value === 'object' ? `j:${JSON.stringify(value)}` : String(value)
    if (attributes.signed) text = `s:${lateCookieSignature().sign(text, requireSecret(this))}`
    if (attributes.maxAge != null) applyMaxAge(attributes)
    attributes.path ??= '/'
    add(this, serialize(name, text, attributes as object))
    return this
  }
}

export const cookies = {
  clearCookie(this: Res, name: string, options?: CookieOptions): Res {
    const expired: CookieOptions = { path: '/', ...options, expires: new Date(1) }
    // `maxAge` takes precedence over `expires`, so the cookie would stay alive.
    delete expired.maxAge
    return this.cookie(name, '', expired)
  },

  cookie: createCookie((res, text) => res.append('Set-Cookie', text)),
}

function requireSecret(res: Res): string {
  const { secret } = res.req
  if (!secret) throw new Error('cookieParser("secret") required for signed cookies')
  return secret
}

/** The option `maxAge` is in milliseconds, the attribute in seconds. Old clients need Expires. */
function applyMaxAge(attributes: CookieOptions): void {
  const milliseconds = Number(attributes.maxAge)
  if (Number.isNaN(milliseconds)) return
  attributes.expires = new Date(Date.now() + milliseconds)
  attributes.maxAge = Math.floor(milliseconds / 1000)
}
