import { randomBytes } from 'node:crypto'
import { RedisStore } from 'connect-redis'
import session, { type SessionData, type Store } from 'express-session'
import type { Request, RequestHandler } from 'webapp'
import type { Config } from '../config.ts'
import { HttpError, unavailable } from '../errors.ts'
import { recordError } from '../http/error-pages.ts'
import type { Live } from '../live.ts'
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
  /** Whether a session still has a user: false after the logout, or if the account is disabled. */
  isLoggedIn(session: { readonly id: string }): Promise<boolean>
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
      if (error === undefined || error === null) return next()
      const failure = unavailable('redis', error)
      // It calls back again if the session cannot be renewed at the end of the response. Behind the
      // error handlers, this would close a connection that the proxy uses for the next request.
      if (res.writableEnded) recordError(failure, req, res, next)
      else next(failure)
    })
  }
  const findUser: RequestHandler = async (req, _res, next) => {
    const { userId } = req.session
    if (userId !== undefined) req.account = await users.find(userId)
    next()
  }
  const isLoggedIn = async ({ id }: { readonly id: string }) => {
    const data = await readStored(store, id)
    return data?.userId !== undefined && (await users.find(data.userId)) !== undefined
  }
  return { middleware: [readOrExplain, findUser], isLoggedIn, close: () => memory?.close() }
}

function readStored(store: Store, id: string): Promise<SessionData | null | undefined> {
  return new Promise((resolve, reject) => {
    store.get(id, (error, data) => {
      if (error) reject(unavailable('redis', error))
      else resolve(data)
    })
  })
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

/** Ends the session, and the streams and sockets that were opened with it. */
export async function endSession(req: WithSession & WithAccount, live: Live): Promise<void> {
  await wait((done) => req.session.destroy(done))
  if (req.account !== undefined) live.loginChanged(req.account.id)
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
