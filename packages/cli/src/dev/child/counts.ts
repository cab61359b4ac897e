import type { Counts, RouteCount } from '../inspector/messages.ts'
import type { Exchange } from './exchange.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** Routes are few; methods are the client's, and may be many. */
const MAX_ENTRIES = 2000

/** Counts the requests of each route since the program started. */
export class RequestCounts {
  readonly #routes = new Map<string, Writable<RouteCount>>()
  #seen = 0
  #recorded = 0
  #hasChanged = false

  add({ method, route = '(no route)', responseTime, sent }: Exchange, isRecorded: boolean): void {
    this.#seen++
    if (isRecorded) this.#recorded++
    this.#hasChanged = true
    const key = `${method} ${route}`
    const entry = this.#routes.get(key) ?? this.#create(key, method, route)
    if (entry === undefined) return
    entry.count++
    if (sent.status >= 500) entry.errors++
    entry.totalTime += responseTime
    entry.maxTime = Math.max(entry.maxTime, responseTime)
  }

  /** The counts, if there are new ones. */
  take(): Counts | undefined {
    if (!this.#hasChanged) return undefined
    this.#hasChanged = false
    return { seen: this.#seen, recorded: this.#recorded, routes: [...this.#routes.values()] }
  }

  #create(key: string, method: string, route: string): Writable<RouteCount> | undefined {
    if (this.#routes.size >= MAX_ENTRIES) return undefined
    const entry = { method, route, count: 0, errors: 0, totalTime: 0, maxTime: 0 }
    this.#routes.set(key, entry)
    return entry
  }
}
