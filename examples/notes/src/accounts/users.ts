import type { Database } from '../database/database.ts'
import { HttpError } from '../errors.ts'
import type { Live } from '../live.ts'
import type { Passwords } from './passwords.ts'

export interface User {
  readonly id: number
  readonly name: string
  readonly isAdmin: boolean
}

/** A user as the admin page shows it. */
export interface UserSummary extends User {
  readonly isDisabled: boolean
  readonly createdAt: Date
  readonly noteCount: number
}

export interface Credentials {
  readonly name: string
  readonly password: string
}

const USER = 'id, name, is_admin AS "isAdmin"'

/** Serialises sign-ups, so that exactly one account is the first. */
const SIGNUP_LOCK = 7_051_994

/** The accounts in the database. */
export class Users {
  readonly #database: Database
  readonly #passwords: Passwords
  readonly #live: Live

  constructor(database: Database, passwords: Passwords, live: Live) {
    this.#database = database
    this.#passwords = passwords
    this.#live = live
  }

  /** Adds an account. The first one of all is an administrator. */
  async add({ name, password }: Credentials): Promise<User> {
    const hash = await this.#passwords.hash(password)
    const [user] = await this.#database.transaction(async (queries) => {
      await queries.query('SELECT pg_advisory_xact_lock($1)', [SIGNUP_LOCK])
      return queries.query<User>(
        `INSERT INTO users (name, password, is_admin)
         VALUES ($1, $2, NOT EXISTS (SELECT FROM users))
         ON CONFLICT (lower(name)) DO NOTHING
         RETURNING ${USER}`,
        [name, hash],
      )
    })
    if (user === undefined) throw nameTaken()
    return user
  }

  /** The user with these credentials; undefined if they are wrong or the account is disabled. */
  async authenticate({ name, password }: Credentials): Promise<User | undefined> {
    const [row] = await this.#database.query<User & { password: string; isDisabled: boolean }>(
      `SELECT ${USER}, password, is_disabled AS "isDisabled" FROM users WHERE lower(name) = lower($1)`,
      [name],
    )
    const matches = await this.#passwords.matches(password, row?.password)
    if (!matches || row === undefined || row.isDisabled) return undefined
    return { id: row.id, name: row.name, isAdmin: row.isAdmin }
  }

  /** The user of a session; undefined for an account that is disabled or gone. */
  async find(id: number): Promise<User | undefined> {
    const [user] = await this.#database.query<User>(
      `SELECT ${USER} FROM users WHERE id = $1 AND NOT is_disabled`,
      [id],
    )
    return user
  }

  async list(after: number, limit: number): Promise<UserSummary[]> {
    return this.#database.query<UserSummary>(
      `SELECT ${USER}, is_disabled AS "isDisabled", created_at AS "createdAt",
         (SELECT count(*) FROM notes WHERE owner_id = users.id) AS "noteCount"
       FROM users WHERE id > $1 ORDER BY id LIMIT $2`,
      [after, limit],
    )
  }

  /** Returns false if there is no such account, or if it is an administrator's. */
  async setDisabled(id: number, isDisabled: boolean): Promise<boolean> {
    const rows = await this.#database.query(
      'UPDATE users SET is_disabled = $2 WHERE id = $1 AND NOT is_admin RETURNING id',
      [id, isDisabled],
    )
    if (isDisabled) this.#live.loginChanged(id)
    return rows.length > 0
  }
}

function nameTaken(): HttpError {
  return new HttpError(409, 'This name is taken', 'name.taken')
}
