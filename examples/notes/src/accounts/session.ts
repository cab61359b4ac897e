import { randomBytes } from 'node:crypto'
import { RedisStore } from 'connect-redis'
import session, { type Store } from 'express-session'
import type { Request, RequestHandler } from 'webapp'
import type { Config } from '../config.ts'
import { HttpError, unavailable } from '../errors.ts'
import type { Redis } from '../redis.ts'
import { MemoryStore } from './memory-store.ts'
import type { User, Users } from './users.ts'

/** Functions take only what they use of a request, so requests of contracts and sockets fit. */
type WithSession = Pick<Request, 'session'>

interface WithAccount {
  /** The user who is logged in. */
  account?: User | undefined
}

declare global {
  namespace Express {
    interface Request extends WithAccount {}
  }
}

export const SESSION_COOKIE = 'notes'
const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS

export interface Sessions {
  /** Reads the session and finds its user. */
  readonly middleware: RequestHandler[]
  close(): void
}

export function createSessions(config: Config, redis: Redis | undefined, users: Users): Sessions {
  const memory = redis ? undefined : new MemoryStore()
  const store: Store =
    memory ?? new RedisStore({ client: redis?.commands, prefix: 'notes:session:' })
  const readSession: RequestHandler = session({
    name: SESSION_COOKIE,
    secret: config.sessionSecret,
    store,
    resave: false,
    saveUninitialized: false,
    // 'auto': the cookie is for TLS only if the request came by TLS, here or at a trusted proxy.
    cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto', maxAge: WEEK_MS },
  })
  const readOrExplain: RequestHandler = (req, res, next) => {
    readSession(req, res, (error?: unknown) => {
      next(error === undefined || error === null ? undefined : unavailable('redis', error))
    })
  }
  const findUser: RequestHandler = async (req, _res, next) => {
    const { userId } = req.session
    if (userId !== undefined) req.account = await users.find(userId)
    next()
  }
  return { middleware: [readOrExplain, findUser], close: () => memory?.close() }
}

/** Starts the session of a user. Its id is new: one from before the login must not become it. */
export async function startSession(req: WithSession & WithAccount, user: User): Promise<void> {
  await wait((done) => req.session.regenerate(done))
  req.session.userId = user.id
  req.session.csrf = randomBytes(24).toString('base64url')
  // The response says that the user is logged in, so the session must be stored before.
  await wait((done) => req.session.save(done))
  req.account = user
}

export async function endSession(req: WithSession): Promise<void> {
  await wait((done) => req.session.destroy(done))
}

async function wait(start: (done: (error?: unknown) => void) => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    start((error) => (error ? reject(unavailable('redis', error)) : resolve()))
  })
}

/** The token that forms of this session must send. */
export function csrfToken({ session }: WithSession): string {
  if (session.csrf === undefined) {
    session.csrf = randomBytes(24).toString('base64url')
    // A visitor of the login page: robots come, too, and must not fill the store.
    session.cookie.maxAge = HOUR_MS
  }
  return session.csrf
}

/** The user of a request, also of a WebSocket; 401 for a visitor. */
export function userOf(req: WithAccount): User {
  if (req.account === undefined) throw new HttpError(401, 'Log in first', 'login.required')
  return req.account
}
