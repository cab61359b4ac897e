import { randomBytes } from 'node:crypto'
import session from 'express-session'
import type { Request, RequestHandler } from 'webapp'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { SessionStore } from './session-store.ts'
import type { User, Users } from './users.ts'

declare module 'express-session' {
  interface SessionData {
    /** The user who is logged in. */
    userId: number
    /** The token that the forms of this session must send. */
    csrf: string
  }
}

declare global {
  namespace Express {
    interface Request {
      /** The user who is logged in. */
      user?: User | undefined
    }
  }
}

const COOKIE = 'session'
const WEEK_MS = 7 * 24 * 3_600_000

/** Reads the session of a request. It ends a week after the login. */
export function readSession({ sessionSecret }: Config, database: Database): RequestHandler {
  return session({
    name: COOKIE,
    secret: sessionSecret,
    store: new SessionStore(database),
    resave: false,
    saveUninitialized: false,
    // 'auto': the cookie is for TLS only if the request came by TLS, here or at a trusted proxy.
    cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto', maxAge: WEEK_MS },
  })
}

/** Sets `req.user`. */
export function findUser(users: Users): RequestHandler {
  return async (req, _res, next) => {
    const { userId } = req.session
    if (userId !== undefined) req.user = await users.find(userId)
    next()
  }
}

/** Starts the session of a user. Its id is new: one from before the login must not become it. */
export async function startSession(req: Request, user: User): Promise<void> {
  await finished((done) => req.session.regenerate(done))
  req.session.userId = user.id
  req.session.csrf = randomBytes(24).toString('base64url')
  // The response says that the user is logged in, so the session must be stored before.
  await finished((done) => req.session.save(done))
}

export async function endSession(req: Request): Promise<void> {
  await finished((done) => req.session.destroy(done))
  req.res?.clearCookie(COOKIE)
}

async function finished(start: (done: (error?: unknown) => void) => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()))
  })
}
