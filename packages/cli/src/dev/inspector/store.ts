import type { ApplicationReport, ChildMessage, Counts, RequestRecord } from './messages.ts'

/** Older requests are forgotten. */
const MAX_REQUESTS = 500

/** The bodies of all requests together: 500 requests with full previews would take 90 MB. */
const MAX_BYTES = 48_000_000

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
}

/** What the inspector knows: the last requests, and the routes and settings of the program. */
export class RecordStore {
  readonly #records = new Map<string, RequestRecord>()
  #bytes = 0
  #counts: Counts = { seen: 0, recorded: 0, routes: [] }
  #applications: readonly ApplicationReport[] = []

  take(message: ChildMessage): void {
    if (message.type === 'request') this.#add(message.record)
    else if (message.type === 'counts') this.#counts = message.counts
    else if (message.type === 'applications') this.#applications = message.applications
  }

  /** Forgets what the last run of the program counted. Its requests stay. */
  restart(): void {
    this.#counts = { seen: 0, recorded: 0, routes: [] }
    this.#applications = []
  }

  clear(): void {
    this.#records.clear()
    this.#bytes = 0
  }

  get counts(): Counts {
    return this.#counts
  }

  get applications(): readonly ApplicationReport[] {
    return this.#applications
  }

  get(id: string): RequestRecord | undefined {
    return this.#records.get(id)
  }

  /** The newest request is the last. */
  list(): RequestSummary[] {
    return [...this.#records.values()].map(summarize)
  }

  #add(record: RequestRecord): void {
    this.#records.set(record.id, record)
    this.#bytes += sizeOf(record)
    for (const [id, oldest] of this.#records) {
      if (this.#records.size <= MAX_REQUESTS && this.#bytes <= MAX_BYTES) return
      this.#records.delete(id)
      this.#bytes -= sizeOf(oldest)
    }
  }
}

function sizeOf({ requestBody, responseBody, output }: RequestRecord): number {
  const written = output.reduce((sum, { text }) => sum + text.length, 0)
  return requestBody.data.length + responseBody.data.length + written + 4000
}

export function summarize(record: RequestRecord): RequestSummary {
  const { id, time, method, url, route, status, duration, isAborted, responseBody, error } = record
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
  }
}
