import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { User } from '../accounts/users.ts'
import type { Database, Queries } from '../database/database.ts'
import { forbidden, isUnavailable, notFound } from '../errors.ts'
import type { Note, Notes } from '../notes/notes.ts'
import type { Storage, StoredFile } from '../storage/storage.ts'

export interface Attachment {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly createdAt: Date
}

const ATTACHMENT = 'id, name, type, size, created_at AS "createdAt"'

interface Upload {
  readonly name: string
  readonly type: string
  readonly content: Readable
}

/** Files of notes: a row in the database, and the content in the storage. */
export class Attachments {
  readonly #database: Database
  readonly #notes: Notes
  readonly #storage: Storage
  readonly #log: Logger

  constructor(database: Database, notes: Notes, storage: Storage, log: Logger) {
    this.#database = database
    this.#notes = notes
    this.#storage = storage
    this.#log = log
  }

  async list(noteId: string): Promise<Attachment[]> {
    return this.#database.query<Attachment>(
      `SELECT ${ATTACHMENT} FROM attachments WHERE note_id = $1 ORDER BY created_at, id`,
      [noteId],
    )
  }

  /** The note, if the user may add attachments to it. */
  async writableNote(user: User, noteId: string, queries?: Queries): Promise<Note> {
    const note = await this.#notes.get(user, noteId, queries)
    if (note.access === 'read') {
      throw forbidden('This note is shared with you for reading only', 'note.read-only')
    }
    return note
  }

  /** Stores the content first, then the row: a row never lacks its content. */
  async add(user: User, noteId: string, { name, type, content }: Upload): Promise<Attachment> {
    const id = randomUUID()
    const size = await this.#storage.put(id, content)
    try {
      const { row } = await this.#notes.change(user, 'attached', async (queries) => {
        // Again: an upload takes time, and the note may be gone or no longer be shared.
        const note = await this.writableNote(user, noteId, queries)
        const [row] = await queries.query<Attachment>(
          `INSERT INTO attachments (id, note_id, name, type, size)
           VALUES ($1, $2, $3, $4, $5) RETURNING ${ATTACHMENT}`,
          [id, noteId, name, type, size],
        )
        if (row === undefined) throw new Error('INSERT returned no row')
        return { note, row }
      })
      return row
    } catch (error) {
      // A commit whose outcome is unknown may have added the row, which then needs the content.
      if (!isUnavailable(error)) await this.#discard(id)
      throw error
    }
  }

  async open(user: User, noteId: string, id: string): Promise<Attachment & { file: StoredFile }> {
    await this.#notes.get(user, noteId)
    const [row] = await this.#database.query<Attachment>(
      `SELECT ${ATTACHMENT} FROM attachments WHERE note_id = $1 AND id = $2`,
      [noteId, id],
    )
    if (row === undefined) throw notFound('attachment')
    return { ...row, file: await this.#storage.get(id) }
  }

  async remove(user: User, noteId: string, id: string): Promise<void> {
    await this.writableNote(user, noteId)
    const rows = await this.#database.query(
      'DELETE FROM attachments WHERE note_id = $1 AND id = $2 RETURNING id',
      [noteId, id],
    )
    if (rows.length === 0) throw notFound('attachment')
    await this.#discard(id)
  }

  /** Removes a note with the content of its attachments. */
  async removeNote(user: User, noteId: string): Promise<void> {
    const ids = await this.#notes.remove(user, noteId)
    await Promise.all(ids.map((id) => this.#discard(id)))
  }

  /** Content without a row is garbage, not a failure of the request. */
  async #discard(id: string): Promise<void> {
    await this.#storage.remove(id).catch((error: unknown) => {
      this.#log.warn({ err: error, attachment: id }, 'attachment left in storage')
    })
  }
}
