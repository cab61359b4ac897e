import { timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler } from 'webapp'
import { httpError } from '../errors.js'

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

/** Requires the token of the session, in the field `csrf` of a form, from users who are logged in. */
export const requireToken: RequestHandler = (req, _res, next) => {
  if (SAFE.has(req.method) || req.user === undefined) return next()
  const { csrf } = (req.body ?? {}) as { csrf?: unknown }
  if (typeof csrf === 'string' && isEqual(csrf, req.session.csrf ?? '')) return next()
  throw httpError(403, 'The form is too old. Load the page again.')
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
