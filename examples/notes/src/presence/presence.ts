import { randomUUID } from 'node:crypto'
import webapp, { type RequestHandler, type Router } from 'webapp'
import { type UpgradedSocket, upgrade } from 'webapp/ws'
import { z } from 'zod'
import { userOf } from '../accounts/session.ts'
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
 */
export function presence({ notes, live }: Services): Router {
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
      const { id: userId, name } = userOf({ account: req.account })
      live.rooms.join(room, createMember(socket, userId))
      const tell = (message: object) =>
        live.rooms.broadcast(room, JSON.stringify({ id, ...message }))
      socket.on('message', (data) => {
        const report = Report.safeParse(parse(String(data)))
        if (report.success) tell({ name, state: report.data.state })
        else socket.close(POLICY_VIOLATION, 'A report has the form {"state":"viewing"}')
      })
      socket.on('close', () => tell({ gone: true }))
      socket.send(JSON.stringify({ you: id }))
    },
    { maxPayload: 1_000 },
  )

  routes.get('/notes/:id/presence', requireNote, open)
  return routes
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
