import { CHECK_LOGIN, feedRoom, type Live } from '../live.ts'
import type { Sessions } from './session.ts'

/** How often a connection checks without a hint: one may be lost while Redis is down. */
const CHECK_MS = 60_000

interface Connection {
  readonly session: { readonly id: string }
  readonly userId: number
  readonly closed: Promise<unknown>
  /** Closes the connection. */
  end(): void
}

/** Ends an event stream or a WebSocket when its user logs out, or when the account is disabled. */
export function watchLogin(sessions: Sessions, live: Live, connection: Connection): void {
  const { session, userId, closed, end } = connection
  const check = async () => {
    // If Redis or the database is not available, the next check decides.
    const isLoggedIn = await sessions.isLoggedIn(session).catch(() => true)
    if (!isLoggedIn) end()
  }
  const timer = setInterval(check, CHECK_MS)
  closed.then(() => clearInterval(timer))
  live.rooms.join(feedRoom(userId), {
    closed: closed.then(() => {}),
    send: (data: string | Buffer) => void (String(data) === CHECK_LOGIN && check()),
  })
}
