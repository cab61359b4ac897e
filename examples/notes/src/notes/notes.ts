import type { User } from '../accounts/users.ts'
import type { Database, Queries } from '../database/database.ts'
import { codeOf, forbidden, HttpError, notFound } from '../errors.ts'
import { addToFeeds, type FeedKind } from '../feed/feed.ts'
import type { Live } from '../live.ts'

export type Access = 'owner' | 'write' | 'read'

export interface NoteSummary {
  readonly id: string
  readonly title: string
  readonly excerpt: string
  readonly owner: string
  readonly access: Access
  readonly version: number
  /** The place in lists: a cursor. */
  readonly changed: number
  readonly updatedAt: Date
}

export interface Note {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly owner: string
  readonly access: Access
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface NoteText {
  readonly title: string
  readonly body: string
}

export interface Page<Item> {
  readonly items: Item[]
  /** The cursor of the next page; undefined on the last page. */
  readonly next: number | undefined
}

export interface PageRequest {
  readonly cursor?: number | undefined
  readonly limit: number
}

const ACCESS = `CASE WHEN n.owner_id = $1 THEN 'owner' WHEN s.can_write THEN 'write' ELSE 'read' END`
const FOREIGN_KEY_VIOLATION = '23503'
const NEWEST = Number.MAX_SAFE_INTEGER

/** The notes in the database. Every member takes the user who asks, and sees only their notes. */
export class Notes {
  readonly #database: Database
  readonly #live: Live

  constructor(database: Database, live: Live) {
    this.#database = database
    this.#live = live
  }

  /** The notes of a user and those shared with them, the last changed first. */
  async list(user: User, { cursor = NEWEST, limit }: PageRequest): Promise<Page<NoteSummary>> {
    const rows = await this.#database.query<NoteSummary>(
      // Each half reads an index in order and stops at the limit.
      `WITH visible AS (
         (SELECT id, 'owner' AS access FROM notes
          WHERE owner_id = $1 AND changed < $2 ORDER BY changed DESC LIMIT $3)
         UNION ALL
         (SELECT n.id, CASE WHEN s.can_write THEN 'write' ELSE 'read' END
          FROM shares s JOIN notes n ON n.id = s.note_id
          WHERE s.user_id = $1 AND n.changed < $2 ORDER BY n.changed DESC LIMIT $3)
       )
       SELECT n.id, n.title, left(n.body, 200) AS excerpt, o.name AS owner, visible.access, n.version,
         n.changed, n.updated_at AS "updatedAt"
       FROM visible JOIN notes n USING (id) JOIN users o ON o.id = n.owner_id
       ORDER BY n.changed DESC LIMIT $3`,
      [user.id, cursor, limit + 1],
    )
    return toPage(rows, limit)
  }

  /** A note that the user may read; 404 for any other, so that ids reveal nothing. */
  async get(user: User, id: string, queries: Queries = this.#database): Promise<Note> {
    const [note] = await queries.query<Note>(
      `SELECT n.id, n.title, n.body, o.name AS owner, ${ACCESS} AS access, n.version,
         n.created_at AS "createdAt", n.updated_at AS "updatedAt"
       FROM notes n JOIN users o ON o.id = n.owner_id
       LEFT JOIN shares s ON s.note_id = n.id AND s.user_id = $1
       WHERE n.id = $2 AND (n.owner_id = $1 OR s.user_id IS NOT NULL)`,
      [user.id, id],
    )
    if (note === undefined) throw notFound('note')
    return note
  }

  async add(user: User, { title, body }: NoteText): Promise<Note> {
    const { note } = await this.change(user, 'created', async (queries) => {
      const [row] = await queries.query<{ id: string }>(
        'INSERT INTO notes (owner_id, title, body) VALUES ($1, $2, $3) RETURNING id',
        [user.id, title, body],
      )
      return { note: await this.get(user, row?.id ?? '', queries) }
    })
    return note
  }

  /** Replaces the text. With `version`, only if the note still has this version; else 412. */
  async update(
    user: User,
    id: string,
    text: NoteText & { version?: number | undefined },
  ): Promise<Note> {
    const { note } = await this.change(user, 'changed', async (queries) => {
      const { access } = await this.get(user, id, queries)
      if (access === 'read') throw readOnly()
      const rows = await queries.query(
        `UPDATE notes SET title = $2, body = $3, version = version + 1,
           changed = nextval('note_changes'), updated_at = now()
         WHERE id = $1 AND ($4::int IS NULL OR version = $4) RETURNING id`,
        [id, text.title, text.body, text.version ?? null],
      )
      if (rows.length === 0) throw changedMeanwhile()
      return { note: await this.get(user, id, queries) }
    })
    return note
  }

  /** Removes a note. Resolves to the ids of its attachments, whose content is of no use any more. */
  async remove(user: User, id: string): Promise<string[]> {
    const { attachments } = await this.change(user, 'deleted', async (queries) => {
      const note = await this.get(user, id, queries)
      if (note.access !== 'owner') throw onlyOwner()
      // From here on, nobody can add an attachment that the next statement would not see.
      await queries.query('SELECT id FROM notes WHERE id = $1 FOR UPDATE', [id])
      const attachments = await queries.query<{ id: string }>(
        'DELETE FROM attachments WHERE note_id = $1 RETURNING id',
        [id],
      )
      const audience = await audienceOf(queries, id)
      const rows = await queries.query('DELETE FROM notes WHERE id = $1 RETURNING id', [id])
      // Another request has deleted it since `get`, and has told the audience.
      if (rows.length === 0) throw notFound('note')
      return { note, audience, attachments }
    })
    return attachments.map((attachment) => attachment.id)
  }

  /**
   * Runs a change of one note in a transaction with its item in the feeds of the audience, and tells
   * their open pages after the commit. The audience are all who see the note after the change,
   * unless `work` names another one.
   */
  async change<Result extends Change>(
    user: User,
    kind: FeedKind,
    work: (queries: Queries) => Promise<Result>,
  ): Promise<Result> {
    const { result, audience } = await this.#database
      .transaction(async (queries) => {
        const result = await work(queries)
        const { id: noteId, title } = result.note
        const audience = result.audience ?? (await audienceOf(queries, noteId))
        await addToFeeds(queries, audience, { kind, actor: user.name, noteId, title })
        return { result, audience }
      })
      .catch((error: unknown) => {
        // Somebody has deleted the note since `work` has read it.
        throw codeOf(error) === FOREIGN_KEY_VIOLATION ? notFound('note') : error
      })
    const { id, version } = result.note
    this.#live.feedChanged(audience)
    this.#live.noteChanged(id, { kind, by: user.name, version })
    return result
  }
}

export interface Change {
  readonly note: Pick<Note, 'id' | 'title' | 'version'>
  readonly audience?: readonly number[]
}

/** The owner of a note and everyone it is shared with. */
async function audienceOf(queries: Queries, noteId: string): Promise<number[]> {
  const rows = await queries.query<{ id: number }>(
    `SELECT owner_id AS id FROM notes WHERE id = $1
     UNION SELECT user_id FROM shares WHERE note_id = $1`,
    [noteId],
  )
  return rows.map(({ id }) => id)
}

export function toPage<Item extends { changed: number }>(rows: Item[], limit: number): Page<Item> {
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? items.at(-1)?.changed : undefined }
}

function readOnly(): HttpError {
  return forbidden('This note is shared with you for reading only', 'note.read-only')
}

export function onlyOwner(): HttpError {
  return forbidden('Only the owner of the note can do this', 'note.not-owner')
}

function changedMeanwhile(): HttpError {
  return new HttpError(412, 'The note was changed meanwhile', 'note.changed')
}
