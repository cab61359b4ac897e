import type { Database, Queries } from '../database/database.ts'

export type FeedKind = 'created' | 'changed' | 'deleted' | 'shared' | 'unshared' | 'attached'

export interface FeedItem {
  readonly seq: number
  readonly kind: FeedKind
  readonly actor: string
  readonly noteId: string
  readonly title: string
  readonly at: Date
}

/** Something that happened to a note. */
export interface FeedEvent {
  readonly kind: FeedKind
  readonly actor: string
  readonly noteId: string
  readonly title: string
}

/** Each feed keeps this many items. */
const KEPT = 1_000

const ITEM = 'seq, kind, actor, note_id AS "noteId", title, at'

/** Adds an item to the feeds of users, in the transaction of the change that it reports. */
export async function addToFeeds(
  queries: Queries,
  userIds: readonly number[],
  { kind, actor, noteId, title }: FeedEvent,
): Promise<void> {
  await queries.query(
    // In the order of the ids: two transactions that lock the same feeds never wait for each other.
    `WITH next AS (
       INSERT INTO feeds (user_id, last_seq)
       SELECT DISTINCT id, 1 FROM unnest($1::int[]) AS id ORDER BY id
       ON CONFLICT (user_id) DO UPDATE SET last_seq = feeds.last_seq + 1
       RETURNING user_id, last_seq
     ), trimmed AS (
       DELETE FROM feed_items USING next
       WHERE feed_items.user_id = next.user_id AND feed_items.seq <= next.last_seq - ${KEPT}
     )
     INSERT INTO feed_items (user_id, seq, kind, actor, note_id, title)
     SELECT user_id, last_seq, $2, $3, $4::uuid, $5 FROM next`,
    [userIds, kind, actor, noteId, title],
  )
}

export class Feeds {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The items after one, oldest first. */
  after(userId: number, seq: number, limit: number): Promise<FeedItem[]> {
    return this.#database.query(
      `SELECT ${ITEM} FROM feed_items WHERE user_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
      [userId, seq, limit],
    )
  }

  /** The items before one, newest first; the newest of all without one. */
  before(userId: number, seq: number | undefined, limit: number): Promise<FeedItem[]> {
    return this.#database.query(
      `SELECT ${ITEM} FROM feed_items
       WHERE user_id = $1 AND ($2::int IS NULL OR seq < $2) ORDER BY seq DESC LIMIT $3`,
      [userId, seq ?? null, limit],
    )
  }

  async lastSeq(userId: number): Promise<number> {
    const [row] = await this.#database.query<{ last: number }>(
      'SELECT last_seq AS last FROM feeds WHERE user_id = $1',
      [userId],
    )
    return row?.last ?? 0
  }
}
