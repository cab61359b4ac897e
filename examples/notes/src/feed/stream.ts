import type { RequestHandler } from 'webapp'
import { type EventStream, events } from 'webapp/sse'
import { type Sessions, userOf } from '../accounts/session.ts'
import { watchLogin } from '../accounts/watch-login.ts'
import { feedRoom } from '../live.ts'
import type { Services } from '../services.ts'
import type { FeedItem } from './feed.ts'

const BATCH = 100
/** How often a stream looks for items without a hint: one may be lost while Redis is down. */
const LOOK_MS = 30_000

/**
 * The feed of a user as server-sent events. A room only says that there is something new; the
 * stream then reads the database from the last item on, so it loses none and repeats none. A client
 * that connects again continues behind its last item.
 */
export function feedStream({ feeds, live }: Services, sessions: Sessions): RequestHandler {
  return async (req, res) => {
    const user = userOf(req)
    const start = Number(req.query.after ?? Number.NaN)
    const last = await feeds.lastSeq(user.id)
    const stream = events(req, res, { retry: 2_000 })
    const bell = createBell(stream)
    live.rooms.join(feedRoom(user.id), { closed: stream.closed, send: bell.ring })
    const { closed } = stream
    const end = () => stream.close()
    watchLogin(sessions, live, { session: req.session, userId: user.id, closed, end })
    const from =
      [Number(stream.lastEventId || Number.NaN), start].find(Number.isSafeInteger) ?? last
    const readAfter = (seq: number) => feeds.after(user.id, seq, BATCH)
    await stream.from(itemsAfter(Math.max(0, Math.min(from, last)), readAfter, stream, bell))
  }
}

async function* itemsAfter(
  from: number,
  readAfter: (seq: number) => Promise<FeedItem[]>,
  stream: EventStream,
  bell: Bell,
) {
  let last = from
  while (stream.isOpen) {
    const rung = bell.next()
    const items = await readAfter(last)
    for (const { seq, ...data } of items) {
      yield { event: 'item', id: seq, data: { seq, ...data } }
      last = seq
    }
    if (items.length === 0) await rung
  }
}

interface Bell {
  ring(): void
  /** Resolves with the next ring, when it is time to look anyway, and when the stream has ended. */
  next(): Promise<void>
}

function createBell(stream: EventStream): Bell {
  let wake = () => {}
  const ring = () => wake()
  const timer = setInterval(ring, LOOK_MS)
  stream.closed.then(() => {
    clearInterval(timer)
    ring()
  })
  return {
    ring,
    next: () =>
      new Promise((resolve) => {
        wake = resolve
      }),
  }
}
