import type { LoadRequest, Protocol } from '../scenario.ts'

export interface LoadOrder {
  readonly origin: string
  readonly protocol?: Protocol
  readonly request: LoadRequest
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
}
