import type { LoadRequest, Protocol } from '../scenario.ts'

export interface LoadOrder {
  readonly origin: string
  readonly protocol?: Protocol
  readonly request: LoadRequest
  /** The status that responses shall have. */
  readonly status: number
  /** How many requests; never fewer than connections. */
  readonly amount: number
  readonly connections: number
  /** The bound in time, should the server be slower than thought. */
  readonly seconds: number
  /** How long it shall take, for a load that cannot count. */
  readonly time: number
}

export interface LoadReport {
  readonly seconds: number
  /** Requests without an answer. */
  readonly errors: number
  /** How many answers had which status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Why the load failed as a whole. */
  readonly reason?: string
}

/** Requests at a fixed rate, for so many seconds. */
export interface OpenLoopOrder {
  readonly origin: string
  readonly request: LoadRequest
  readonly rate: number
  readonly seconds: number
  readonly connections: number
}

/** Times in milliseconds. */
export interface OpenLoopReport extends Pick<LoadReport, 'errors' | 'statuses' | 'reason'> {
  /** Requests without a response when the load was ended; they count with the time until then. */
  readonly unfinished: number
  readonly p50: number
  readonly p99: number
  readonly p999: number
  /** How late the load itself was, at its 99th percentile. */
  readonly lag: number
}
