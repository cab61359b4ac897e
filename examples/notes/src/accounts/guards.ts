import type { RequestHandler } from 'webapp'
import { forbidden, HttpError } from '../errors.ts'
import { userOf } from './session.ts'

/** For pages: a visitor goes to the login page, and comes back after it. */
export const requireLoginPage: RequestHandler = (req, res, next) => {
  if (req.account !== undefined) return next()
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    throw new HttpError(401, 'Log in first', 'login.required')
  }
  res.redirect(303, `/login?back=${encodeURIComponent(req.originalUrl)}`)
}

/** For the interface of programs: 401. */
export const requireLogin: RequestHandler = (req, _res, next) => {
  userOf(req)
  next()
}

export const requireAdmin: RequestHandler = (req, _res, next) => {
  if (!userOf(req).isAdmin) throw forbidden('Only administrators see this page')
  next()
}

/** A path of this site to go to; any other address could lead a visitor elsewhere. */
export function localPath(value: unknown, otherwise: string): string {
  const isLocal = typeof value === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(value)
  return isLocal ? value : otherwise
}
