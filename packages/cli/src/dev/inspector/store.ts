import type {
  ApplicationReport,
  ChildMessage,
  Counts,
  RequestRecord,
  RouteCount,
  StreamReport,
} from './messages.ts'

/** Older requests are forgotten. */
const MAX_REQUESTS = 500

/** All records together, as JSON: 500 requests with full previews would take 90 MB. */
const MAX_BYTES = 48_000_000

/** Processes that count on their own: a program may start many, one after the other. */
const MAX_SOURCES = 64

/** The line of a request in the list. */
export interface RequestSummary {
  readonly id: string
  readonly time: number
  readonly method: string
  readonly url: string
  readonly route: string | undefined
  readonly status: number
  readonly duration: number
  readonly size: number
  readonly isAborted: boolean
  readonly hasError: boolean
  /** The protocol of a handshake, and whether its connection is open. */
  readonly upgrade: { readonly protocol: string; readonly isOpen: boolean } | undefined
  readonly stream: StreamReport | undefined
}

/** What the inspector knows: the last requests, and the routes and settings of the program. */
export class RecordStore {
  readonly #records = new Map<string, { record: RequestRecord; size: number }>()
  #bytes = 0
  /** By process: the workers of a cluster count on their own. */
  readonly #counts = new Map<object, Counts>()
  readonly #applications = new Map<object, readonly ApplicationReport[]>()

  take(message: ChildMessage, source: object, size: number): void {
    if (message.type === 'request') this.#add(message.record, size)
    else if (message.type === 'counts') this.#count(message.counts, source)
    else if (message.type === 'applications') {
      this.#applications.set(source, message.applications)
      forgetFirst(this.#applications)
    }
  }

  /** Forgets what the last run of the program counted. Its requests stay. */
  restart(): void {
    this.#counts.clear()
    this.#applications.clear()
  }

  clear(): void {
    this.#records.clear()
    this.#bytes = 0
  }

  get counts(): Counts {
    return addCounts([...this.#counts.values()])
  }

  /** Workers of a cluster have the same applications. */
  get applications(): readonly ApplicationReport[] {
    const all = [...this.#applications.values()].flat()
    return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
  }

  get(id: string): RequestRecord | undefined {
    return this.#records.get(id)?.record
  }

  /** The newest request is the last. */
  list(): RequestSummary[] {
    return [...this.#records.values()].map(({ record }) => summarize(record))
  }

  #count(counts: Counts, source: object): void {
    this.#counts.set(source, counts)
    if (this.#counts.size <= MAX_SOURCES) return
    const [first, second] = this.#counts
    if (first === undefined || second === undefined) return
    this.#counts.delete(first[0])
    this.#counts.set(second[0], addCounts([first[1], second[1]]))
  }

  /** A connection that left HTTP is reported again at its end: it keeps its place. */
  #add(record: RequestRecord, size: number): void {
    this.#bytes += size - (this.#records.get(record.id)?.size ?? 0)
    this.#records.set(record.id, { record, size })
    for (const [id, oldest] of this.#records) {
      if (this.#records.size <= MAX_REQUESTS && this.#bytes <= MAX_BYTES) return
      this.#records.delete(id)
      this.#bytes -= oldest.size
    }
  }
}

function forgetFirst(map: Map<object, unknown>): void {
  const [first] = map.keys()
  if (map.size > MAX_SOURCES && first !== undefined) map.delete(first)
}

function addCounts(all: readonly Counts[]): Counts {
  const routes = new Map<string, RouteCount>()
  for (const each of all.flatMap((counts) => counts.routes)) {
    const key = `${each.method} ${each.route}`
    const known = routes.get(key)
    routes.set(key, known === undefined ? each : addRoutes(known, each))
  }
  return {
    seen: all.reduce((sum, { seen }) => sum + seen, 0),
    recorded: all.reduce((sum, { recorded }) => sum + recorded, 0),
    routes: [...routes.values()],
  }
}

function addRoutes(one: RouteCount, other: RouteCount): RouteCount {
  return {
    method: one.method,
    route: one.route,
    count: one.count + other.count,
    errors: one.errors + other.errors,
    totalTime: one.totalTime + other.totalTime,
    maxTime: Math.max(one.maxTime, other.maxTime),
  }
}

export function summarize(record: RequestRecord): RequestSummary {
  const { id, time, method, url, route, status, duration, isAborted, responseBody, error } = record
  const { upgrade, stream } = record
  const hasError = error !== undefined
  return {
    id,
    time,
    method,
    url,
    route,
    status,
    duration,
    size: responseBody.size,
    isAborted,
    hasError,
    upgrade: upgrade && { protocol: upgrade.protocol, isOpen: upgrade.isOpen },
    stream,
  }
}
