import type { User } from '../accounts/users.ts'
import type { Database, Queries } from '../database/database.ts'
import { HttpError, notFound } from '../errors.ts'
import type { Live } from '../live.ts'
import { type Notes, onlyOwner } from './notes.ts'

export interface Share {
  readonly name: string
  readonly access: 'read' | 'write'
}

/** With whom notes are shared. Only the owner of a note sees and changes it. */
export class Shares {
  readonly #database: Database
  readonly #notes: Notes
  readonly #live: Live

  constructor(database: Database, notes: Notes, live: Live) {
    this.#database = database
    this.#notes = notes
    this.#live = live
  }

  async list(user: User, noteId: string): Promise<Share[]> {
    const note = await this.#notes.get(user, noteId)
    if (note.access !== 'owner') throw onlyOwner()
    return this.#database.query<Share>(
      `SELECT u.name, CASE WHEN s.can_write THEN 'write' ELSE 'read' END AS access
       FROM shares s JOIN users u ON u.id = s.user_id WHERE s.note_id = $1 ORDER BY u.name`,
      [noteId],
    )
  }

  /** Shares a note, or changes what somebody may do with it. */
  async set(user: User, noteId: string, { name, access }: Share): Promise<Share> {
    const found = await this.#findUser(name)
    if (found.isDisabled) throw unknownUser()
    if (found.id === user.id) {
      throw new HttpError(409, 'The note is yours already', 'share.owner')
    }
    await this.#notes.change(user, 'shared', async (queries) => {
      const note = await this.#notes.get(user, noteId, queries)
      if (note.access !== 'owner') throw onlyOwner()
      await queries.query(
        `INSERT INTO shares (note_id, user_id, can_write) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, note_id) DO UPDATE SET can_write = $3`,
        [noteId, found.id, access === 'write'],
      )
      return { note }
    })
    return { name: found.name, access }
  }

  async remove(user: User, noteId: string, name: string): Promise<void> {
    const found = await this.#findUser(name)
    await this.#notes.change(user, 'unshared', async (queries) => {
      const note = await this.#notes.get(user, noteId, queries)
      const isLeaving = found.id === user.id && note.access !== 'owner'
      if (note.access !== 'owner' && !isLeaving) throw onlyOwner()
      const rows = await queries.query(
        'DELETE FROM shares WHERE note_id = $1 AND user_id = $2 RETURNING user_id',
        [noteId, found.id],
      )
      if (rows.length === 0) throw notFound('share')
      // Others still see the note: to them "stopped sharing" would be wrong.
      return { note, audience: [await ownerOf(queries, noteId), found.id] }
    })
    this.#live.accessEnded(noteId, found.id)
  }

  async #findUser(name: string): Promise<{ id: number; name: string; isDisabled: boolean }> {
    const [user] = await this.#database.query<{ id: number; name: string; isDisabled: boolean }>(
      `SELECT id, name, is_disabled AS "isDisabled" FROM users WHERE lower(name) = lower($1)`,
      [name],
    )
    if (user === undefined) throw unknownUser()
    return user
  }
}

async function ownerOf(queries: Queries, noteId: string): Promise<number> {
  const [row] = await queries.query<{ id: number }>(
    'SELECT owner_id AS id FROM notes WHERE id = $1',
    [noteId],
  )
  if (row === undefined) throw notFound('note')
  return row.id
}

function unknownUser(): HttpError {
  return new HttpError(404, 'There is no user with this name', 'user.unknown')
}
