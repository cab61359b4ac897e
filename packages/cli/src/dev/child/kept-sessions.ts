import type { IncomingMessage } from 'node:http'

/** Sessions of the memory store of express-session: each is the text of a JSON value. */
export type Sessions = Readonly<Record<string, string>>

interface MemoryStore {
  readonly sessions: Record<string, string>
}

/** More text than this is not kept: it is copied while the program ends. */
const MAX_TEXT = 4_000_000

/** The sessions in memory that the next run of the program gets, and those of the run before. */
export class KeptSessions {
  readonly #before: Sessions
  readonly #stores = new Set<MemoryStore>()

  constructor(before: Sessions) {
    this.#before = before
  }

  /** express-session sets this member of a request before it reads a session. */
  watch(req: IncomingMessage): void {
    const define = (descriptor: PropertyDescriptor) =>
      Object.defineProperty(req, 'sessionStore', { configurable: true, ...descriptor })
    define({
      get: () => undefined,
      set: (store: unknown) => {
        define({ enumerable: true, writable: true, value: store })
        if (isMemoryStore(store) && !this.#stores.has(store)) this.#fill(store)
      },
    })
  }

  /** The sessions of now; those of the run before if no request has used a session since. */
  get current(): Sessions {
    if (this.#stores.size === 0) return this.#before
    const entries = [...this.#stores].flatMap(({ sessions }) => Object.entries(sessions))
    const size = entries.reduce((sum, [id, text]) => sum + id.length + text.length, 0)
    return size > MAX_TEXT ? {} : Object.fromEntries(entries)
  }

  /** A program may have several stores. The names of sessions are random, so each gets all. */
  #fill(store: MemoryStore): void {
    this.#stores.add(store)
    for (const [id, text] of Object.entries(this.#before)) store.sessions[id] ??= text
  }
}

function isMemoryStore(store: unknown): store is MemoryStore {
  if (typeof store !== 'object' || store === null) return false
  const { sessions } = store as { sessions?: unknown }
  return store.constructor?.name === 'MemoryStore' && isTexts(sessions)
}

function isTexts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every((each) => typeof each === 'string')
}
