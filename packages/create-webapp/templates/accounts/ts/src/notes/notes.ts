import type { User } from '../accounts/users.ts'
import type { Database } from '../database/database.ts'

export interface Note {
  readonly id: number
  readonly text: string
}

const MOST = 100

/** The notes of users. Each statement names the owner, so no user reaches the notes of another. */
export class Notes {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The newest notes of a user. */
  list(owner: User): Promise<Note[]> {
    const sql = `SELECT id, text FROM notes WHERE owner_id = $1 ORDER BY id DESC LIMIT ${MOST}`
    return this.#database.query<Note>(sql, [owner.id])
  }

  async add(owner: User, text: string): Promise<void> {
    const sql = 'INSERT INTO notes (owner_id, text) VALUES ($1, $2)'
    await this.#database.query(sql, [owner.id, text])
  }

  /** Returns false if the user has no such note. */
  async remove(owner: User, id: number): Promise<boolean> {
    const sql = 'DELETE FROM notes WHERE owner_id = $1 AND id = $2 RETURNING id'
    return (await this.#database.query(sql, [owner.id, id])).length > 0
  }
}
