import { timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler } from 'webapp'
import { forbidden } from '../errors.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that change data and come from pages of other sites. Browsers name the site in
 * Sec-Fetch-Site, older ones in Origin. Other programs send neither header.
 */
export const requireSameOrigin: RequestHandler = (req, _res, next) => {
  if (SAFE.has(req.method) || isSameOrigin(req)) return next()
  throw forbidden('A page of another site sent this request', 'csrf.origin')
}

function isSameOrigin(req: Request): boolean {
  const site = req.get('Sec-Fetch-Site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = req.get('Origin')
  return origin === undefined || origin === `${req.protocol}://${req.host}`
}

/** Requires the token of the session, in the header X-CSRF-Token or in the field `_csrf`. */
export const requireToken: RequestHandler = (req, _res, next) => {
  if (!SAFE.has(req.method)) checkToken(req, req.get('X-CSRF-Token') ?? fieldOf(req.body))
  next()
}

function fieldOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && '_csrf' in body ? body._csrf : undefined
}

export function checkToken(req: Pick<Request, 'session'>, token: unknown): void {
  const expected = req.session.csrf
  if (typeof token === 'string' && expected !== undefined && isEqual(token, expected)) return
  throw forbidden('The form is too old, or another site sent it. Load the page again', 'csrf.token')
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
