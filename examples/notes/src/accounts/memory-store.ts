import { type SessionData, Store } from 'express-session'

interface Entry {
  readonly json: string
  readonly expires: number
}

const SWEEP_MS = 60_000

/** Sessions in the memory of this process, for one process without Redis. Expired ones are removed. */
export class MemoryStore extends Store {
  readonly #entries = new Map<string, Entry>()
  readonly #sweep = setInterval(() => this.#removeExpired(), SWEEP_MS).unref()

  override get(id: string, callback: (error: unknown, session?: SessionData | null) => void): void {
    const entry = this.#entries.get(id)
    const isAlive = entry !== undefined && entry.expires > Date.now()
    callback(null, isAlive ? (JSON.parse(entry.json) as SessionData) : null)
  }

  override set(id: string, session: SessionData, callback?: (error?: unknown) => void): void {
    const { maxAge } = session.cookie
    const expires = Date.now() + (maxAge ?? 0)
    this.#entries.set(id, { json: JSON.stringify(session), expires })
    callback?.()
  }

  override touch(id: string, session: SessionData, callback?: () => void): void {
    if (this.#entries.has(id)) this.set(id, session)
    callback?.()
  }

  override destroy(id: string, callback?: (error?: unknown) => void): void {
    this.#entries.delete(id)
    callback?.()
  }

  close(): void {
    clearInterval(this.#sweep)
  }

  #removeExpired(): void {
    const now = Date.now()
    for (const [id, { expires }] of this.#entries) if (expires <= now) this.#entries.delete(id)
  }
}
