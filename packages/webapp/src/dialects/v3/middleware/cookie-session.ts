import type { IncomingMessage } from 'node:http'
import type { Middleware } from './handler.ts'
import { loadSuccessor } from './successors.ts'

interface CookieSessionOptions {
  readonly key?: string
  readonly secret?: string
  readonly cookie?: object
}

type CookieSession = (options: object) => Middleware

/** `webapp.cookieSession(options)`: converts the options of 3.x to those of `cookie-session`. */
export function loadCookieSession(): (options?: CookieSessionOptions) => Middleware {
  const create = loadSuccessor('cookieSession') as CookieSession
  return function cookieSession(options = {}) {
    const { key = 'connect.sess', secret, cookie, ...rest } = options
    const settings = { name: key, overwrite: true, ...rest, ...cookie }
    let session = secret ? create({ ...settings, secret }) : undefined
    return function cookieSession(req: IncomingMessage & { secret?: string }, res, next) {
      // As in the original, the default is the secret of the cookie parser, stored on the request.
      session ??= create({ ...settings, secret: req.secret })
      session(req, res, next)
    }
  }
}
