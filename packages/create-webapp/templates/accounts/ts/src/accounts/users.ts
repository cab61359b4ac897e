import type { Database } from '../database/database.ts'
import type { Passwords } from './passwords.ts'

export interface User {
  readonly id: number
  readonly name: string
}

export interface Credentials {
  readonly name: string
  readonly password: string
}

/** The accounts in the database. */
export class Users {
  readonly #database: Database
  readonly #passwords: Passwords

  constructor(database: Database, passwords: Passwords) {
    this.#database = database
    this.#passwords = passwords
  }

  /** Adds an account; undefined if the name is taken. */
  async add({ name, password }: Credentials): Promise<User | undefined> {
    const hash = await this.#passwords.hash(password)
    const [user] = await this.#database.query<User>(
      `INSERT INTO users (name, password) VALUES ($1, $2)
       ON CONFLICT (lower(name)) DO NOTHING RETURNING id, name`,
      [name, hash],
    )
    return user
  }

  /** The user with these credentials; undefined if they are wrong. */
  async authenticate({ name, password }: Credentials): Promise<User | undefined> {
    const [row] = await this.#database.query<User & { password: string }>(
      'SELECT id, name, password FROM users WHERE lower(name) = lower($1)',
      [name],
    )
    const matches = await this.#passwords.matches(password, row?.password)
    return matches && row !== undefined ? { id: row.id, name: row.name } : undefined
  }

  async find(id: number): Promise<User | undefined> {
    const [user] = await this.#database.query<User>('SELECT id, name FROM users WHERE id = $1', [
      id,
    ])
    return user
  }
}
