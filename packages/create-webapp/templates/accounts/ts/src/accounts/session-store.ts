import { type SessionData, Store } from 'express-session'
import type { Database } from '../database/database.ts'

/** Keeps sessions in the database, so a restart does not log anybody out. */
export class SessionStore extends Store {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override get(id: string, done: (error: unknown, session?: SessionData | null) => void): void {
    const sql = 'SELECT content FROM sessions WHERE id = $1 AND expires > now()'
    this.#database
      .query<{ content: string }>(sql, [id])
      .then(
        ([row]) => done(null, row === undefined ? null : (JSON.parse(row.content) as SessionData)),
        done,
      )
  }

  override set(id: string, session: SessionData, done?: (error?: unknown) => void): void {
    const expires = new Date(Date.now() + (session.cookie.originalMaxAge ?? 0))
    const sql = `INSERT INTO sessions (id, content, expires) VALUES ($1, $2, $3)
      ON CONFLICT (id) DO UPDATE SET content = excluded.content, expires = excluded.expires`
    this.#database.query(sql, [id, JSON.stringify(session), expires]).then(() => done?.(), done)
  }

  override destroy(id: string, done?: (error?: unknown) => void): void {
    // Those that nobody ended go with it.
    const sql = 'DELETE FROM sessions WHERE id = $1 OR expires < now()'
    this.#database.query(sql, [id]).then(() => done?.(), done)
  }
}
