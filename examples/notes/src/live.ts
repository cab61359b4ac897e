import type { Logger } from 'pino'
import { type Rooms, redisAdapter, rooms } from 'webapp/ws'
import type { Redis } from './redis.ts'

/** What pages that show a note learn about it. */
export interface NoteChange {
  readonly kind: string
  readonly by: string
  readonly version?: number | undefined
}

/** Rooms of open pages, across processes. Messages are hints: the database has the truth. */
export interface Live {
  readonly rooms: Rooms
  /** Tells the streams of users that their feeds have new items. */
  feedChanged(userIds: readonly number[]): void
  /** Tells the pages that show a note. */
  noteChanged(noteId: string, change: NoteChange): void
  /** Makes the open streams and sockets of a user check whether the user is still logged in. */
  loginChanged(userId: number): void
  /** Closes the sockets of a user on a note that is no longer shared with them. */
  accessEnded(noteId: string, userId: number): void
  close(): Promise<void>
}

/** The message of `loginChanged` in the room of a feed. */
export const CHECK_LOGIN = 'check'

export const feedRoom = (userId: number) => `feed:${userId}`
export const noteRoom = (noteId: string) => `note:${noteId}`

export function createLive(redis: Redis | undefined, log: Logger): Live {
  const onError = (error: unknown) => log.warn({ err: error }, 'live message failed')
  const adapter = redis && redisAdapter(toAdapterClient(redis), { prefix: 'notes:', onError })
  const hall = rooms({ adapter, onError })
  return {
    rooms: hall,
    feedChanged(userIds) {
      for (const id of userIds) hall.broadcast(feedRoom(id), 'new')
    },
    loginChanged: (userId) => void hall.broadcast(feedRoom(userId), CHECK_LOGIN),
    noteChanged: (noteId, change) =>
      void hall.broadcast(noteRoom(noteId), JSON.stringify({ change })),
    accessEnded: (noteId, userId) =>
      void hall.broadcast(noteRoom(noteId), JSON.stringify({ accessEnded: userId })),
    close: () => hall.close(),
  }
}

/** Publishes fail at once without a connection; subscriptions wait for it. */
function toAdapterClient({ commands, subscriber }: Redis) {
  return {
    publish: (channel: string, message: string) => commands.publish(channel, message),
    duplicate: () => subscriber,
  }
}
