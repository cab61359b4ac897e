import webapp, { type Router } from 'webapp'
import { contract } from 'webapp/contract'
import { HttpError } from '../errors.ts'
import { requireToken } from '../http/csrf.ts'
import { Problem } from '../http/problem.ts'
import type { Services } from '../services.ts'
import { requireLogin } from './guards.ts'
import { Login, NewAccount, SessionSchema } from './schemas.ts'
import { csrfToken, endSession, SESSION_COOKIE, startSession, userOf } from './session.ts'

const tags = ['accounts']

/**
 * Accounts and sessions. The two routes for visitors take no token: a form of another site cannot
 * send JSON, and a script of another site may not send it without our consent (CORS).
 */
export function accountApi({ users, limits, live }: Services): Router {
  const api = webapp.Router()

  api.post(
    '/users',
    limits.logins,
    contract({
      summary: 'Sign up',
      operationId: 'signUp',
      tags,
      security: [],
      body: NewAccount,
      responses: { 201: SessionSchema, 400: Problem, 409: Problem, 429: Problem },
      serialize: true,
    }),
    async (req, res) => {
      const user = await users.add(req.body)
      await startSession(req, user)
      res.status(201).json({ user, csrfToken: csrfToken(req) })
    },
  )

  api.post(
    '/session',
    limits.logins,
    contract({
      summary: 'Log in',
      operationId: 'logIn',
      tags,
      security: [],
      body: Login,
      responses: { 201: SessionSchema, 400: Problem, 401: Problem, 429: Problem },
      serialize: true,
    }),
    async (req, res) => {
      const user = await users.authenticate(req.body)
      if (user === undefined) {
        throw new HttpError(401, 'The name or the password is wrong', 'login.wrong')
      }
      await startSession(req, user)
      res.status(201).json({ user, csrfToken: csrfToken(req) })
    },
  )

  api.get(
    '/session',
    requireLogin,
    contract({
      summary: 'Show who is logged in',
      operationId: 'getSession',
      tags,
      responses: { 200: SessionSchema, 401: Problem },
      serialize: true,
    }),
    (req, res) => {
      res.json({ user: userOf(req), csrfToken: csrfToken(req) })
    },
  )

  api.delete(
    '/session',
    requireLogin,
    requireToken,
    contract({
      summary: 'Log out',
      operationId: 'logOut',
      tags,
      responses: { 204: { description: 'Logged out' }, 401: Problem, 403: Problem },
    }),
    async (req, res) => {
      await endSession(req, live)
      res.clearCookie(SESSION_COOKIE).status(204).end()
    },
  )

  return api
}
