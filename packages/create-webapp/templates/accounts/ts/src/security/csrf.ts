import { timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler } from 'webapp'
import { httpError } from '../errors.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that change data and come from pages of other sites. Browsers name the site in
 * Sec-Fetch-Site, older ones in Origin. Other programs send neither header.
 */
export const requireSameOrigin: RequestHandler = (req, _res, next) => {
  if (SAFE.has(req.method) || isSameOrigin(req)) return next()
  throw httpError(403, 'A page of another site sent this request.')
}

function isSameOrigin(req: Request): boolean {
  const site = req.get('Sec-Fetch-Site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = req.get('Origin')
  return origin === undefined || origin === `${req.protocol}://${req.host}`
}

/**
 * Requires the token of the session from users who are logged in: in the field `csrf` of a form, or
 * in the header X-CSRF-Token of a script. The form must have been read.
 */
export const requireToken: RequestHandler = (req, _res, next) => {
  if (SAFE.has(req.method) || req.user === undefined) return next()
  const token = req.get('X-CSRF-Token') ?? req.body?.csrf
  if (typeof token === 'string' && isEqual(token, req.session.csrf ?? '')) return next()
  throw httpError(403, 'The form is too old. Load the page again.')
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
