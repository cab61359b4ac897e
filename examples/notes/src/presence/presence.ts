import { randomUUID } from 'node:crypto'
import webapp, { type RequestHandler, type Router } from 'webapp'
import { type UpgradedSocket, upgrade } from 'webapp/ws'
import { z } from 'zod'
import { type Sessions, userOf } from '../accounts/session.ts'
import { watchLogin } from '../accounts/watch-login.ts'
import { HttpError } from '../errors.ts'
import { checkId } from '../http/check-id.ts'
import { noteRoom } from '../live.ts'
import type { Services } from '../services.ts'

/** A page says what its user does. It repeats this from time to time, as a sign of life. */
const Report = z.object({ state: z.enum(['viewing', 'editing']) })

const POLICY_VIOLATION = 1008

/**
 * Who reads or edits a note. Each page reports its state over a WebSocket, and all pages of the note
 * get `{ id, name, state }`, in all processes. `{ id, gone: true }` follows when a page is closed. A
 * process that is killed sends no such message, so pages forget what was not repeated for a while.
 * `{ version }` follows the handshake: a page that was not connected learns that the note changed.
 */
export function presence({ notes, live, log }: Services, sessions: Sessions): Router {
  const routes = webapp.Router()
  routes.param('id', checkId)

  const requireNote: RequestHandler<{ id: string }> = async (req, _res, next) => {
    await notes.get(userOf(req), req.params.id)
    next()
  }

  const open = upgrade<{ id: string }>(
    (socket, req) => {
      const room = noteRoom(req.params.id)
      const id = randomUUID()
      const user = userOf({ account: req.account })
      const { id: userId, name } = user
      const member = createMember(socket, userId)
      live.rooms.join(room, member)
      const end = () => socket.close(POLICY_VIOLATION, 'The user is no longer logged in')
      watchLogin(sessions, live, { session: req.session, userId, closed: member.closed, end })
      const tell = (message: object) =>
        live.rooms.broadcast(room, JSON.stringify({ id, ...message }))
      const isAllowed = createAllowance()
      socket.on('message', (data) => {
        const report = Report.safeParse(parse(String(data)))
        if (!report.success)
          socket.close(POLICY_VIOLATION, 'A report has the form {"state":"viewing"}')
        else if (isAllowed()) tell({ name, state: report.data.state })
      })
      socket.on('close', () => tell({ gone: true }))
      socket.send(JSON.stringify({ you: id }))
      // After the page has joined the room: it misses no change in between.
      notes.get(user, req.params.id).then(
        ({ version }) => socket.send(JSON.stringify({ version })),
        (error: unknown) => {
          if (error instanceof HttpError && error.status === 404)
            socket.close(POLICY_VIOLATION, 'The note is gone')
          else log.warn({ err: error }, 'no version for a page')
        },
      )
    },
    { maxPayload: 1_000 },
  )

  routes.get('/notes/:id/presence', requireNote, open)
  return routes
}

const MOST_REPORTS = 50
const REPORTS_MS = 10_000

/**
 * Each report goes to all pages of the note. Reports beyond the allowance are dropped, because a page
 * repeats its report anyway.
 */
function createAllowance(): () => boolean {
  let start = Date.now()
  let count = 0
  return () => {
    const now = Date.now()
    if (now - start >= REPORTS_MS) {
      start = now
      count = 0
    }
    count++
    return count <= MOST_REPORTS
  }
}

/** Passes messages of the room on, and closes the socket of a user who lost access to the note. */
function createMember(socket: UpgradedSocket, userId: number) {
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return {
    closed,
    send(data: string | Buffer) {
      const message = parse(String(data))
      if (typeof message !== 'object' || message === null || !('accessEnded' in message)) {
        socket.send(String(data))
      } else if (message.accessEnded === userId) {
        socket.close(POLICY_VIOLATION, 'The note is no longer shared with you')
      }
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
