import type { IncomingMessage, ServerResponse } from 'node:http'
import { isThenable } from '../../../errors/callback-errors.ts'
import { httpError } from '../../../errors/http-error.ts'
import type { Next } from '../../../http/exchange.ts'
import { withLength } from '../../../members/expose.ts'
import type { Middleware } from './handler.ts'
import { isSameSecret } from './same-secret.ts'

interface UserRequest extends IncomingMessage {
  user?: unknown
  remoteUser?: unknown
}

type Decide = (error: unknown, user?: unknown) => void
type Verify = (user: string, password: string, decide: Decide) => unknown

const DEFAULT_REALM = 'Authorization Required'

/**
 * `webapp.basicAuth(user, password, realm)` or `basicAuth(verify, realm)`. The result of `verify`
 * is its return value, a promise, or the argument of its callback.
 */
export function basicAuth(user: string | Verify, password?: string, realm?: string): Middleware {
  const verify = typeof user === 'function' ? user : comparePair(user, password)
  const shownRealm = (typeof user === 'function' ? password : realm) || DEFAULT_REALM
  return function basicAuth(req: UserRequest, res, next) {
    // Earlier middleware already authenticated the user.
    if (req.user) {
      next()
      return
    }
    const { authorization } = req.headers
    if (!authorization) {
      refuse(res, shownRealm)
      return
    }
    const token = readToken(authorization)
    if (token === undefined) {
      next(httpError(400, new Error('Bad Request')))
      return
    }
    const credentials = readCredentials(token)
    if (credentials === undefined) {
      refuse(res, shownRealm)
      return
    }
    const settle = (isRight: unknown, identity: unknown) => {
      if (!isRight) return refuse(res, shownRealm)
      req.user = identity
      req.remoteUser = identity
      next()
    }
    ask(verify, credentials, settle, next)
  }
}
withLength(2, basicAuth)

interface Credentials {
  readonly user: string
  readonly password: string
}

/** The token of the scheme Basic; `undefined` for another scheme or more than one token. */
function readToken(header: string): string | undefined {
  const [scheme, token, ...more] = header.split(' ')
  return scheme === 'Basic' && more.length === 0 ? token : undefined
}

function readCredentials(token: string): Credentials | undefined {
  const pair = Buffer.from(token, 'base64').toString()
  const colon = pair.indexOf(':')
  if (colon === -1) return undefined
  return { user: pair.slice(0, colon), password: pair.slice(colon + 1) }
}

function ask(
  verify: Verify,
  { user, password }: Credentials,
  settle: (isRight: unknown, identity: unknown) => void,
  next: Next,
): void {
  let decided = false
  const once = (isRight: unknown, identity: unknown) => {
    if (decided) return
    decided = true
    settle(isRight, identity)
  }
  let answer: unknown
  try {
    // As in Express, an error in the callback rejects the credentials.
    answer = verify(user, password, (error, identity) => once(!error && identity, identity))
  } catch (error) {
    next(error)
    return
  }
  if (verify.length >= 3) return
  // In Express 3 a promise is a truthy value, so it accepts all credentials.
  if (isThenable(answer)) answer.then((isRight) => once(isRight, user), next)
  else once(answer, user)
}

function comparePair(user: unknown, password: unknown): Verify {
  if (typeof password !== 'string') throw new TypeError('password argument required')
  if (typeof user !== 'string') throw new TypeError('user argument required')
  return (givenUser, givenPassword) => {
    const isUser = isSameSecret(givenUser, user)
    const isPassword = isSameSecret(givenPassword, password)
    return isUser && isPassword
  }
}

function refuse(res: ServerResponse, realm: string): void {
  res.statusCode = 401
  res.setHeader('WWW-Authenticate', `Basic realm="${realm}"`)
  res.end('Unauthorized')
}
