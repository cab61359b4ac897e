import type { IncomingMessage, ServerResponse } from 'node:http'

/** Middleware for applications and routers of every dialect. */
export type OpsMiddleware = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** Options of `deadline`. */
export interface DeadlineOptions {
  /** The status of the error for a request that is late; 503 by default. */
  readonly status?: number | undefined
  /**
   * Whether the client must have the whole response in time. A response that has begun and is late is
   * then cut off. By default, only the beginning of a response counts.
   */
  readonly whole?: boolean | undefined
  /**
   * Receives the report of a handler that wrote to a response after the deadline, once for each
   * request. By default, the report is written to standard error; `false` disables it.
   */
  readonly onLate?: ((report: LateReport, req: IncomingMessage) => void) | false | undefined
}

/** What a handler did after the deadline of its request. */
export interface LateReport {
  readonly message: string
  readonly method: string
  /** The pattern of the route if the request was in one, else the path. */
  readonly route: string
  /** The member of the response that the handler used, such as `end`. */
  readonly member: string
  /** The deadline, in milliseconds. */
  readonly deadline: number
  /** How long after the deadline, in milliseconds. */
  readonly late: number
}

/**
 * Creates middleware that ends a request if no response has begun after `ms` milliseconds. Of several
 * deadlines, the last one that the request passes counts. `Infinity` lifts the deadline.
 */
export type Deadline = (ms: number, options?: DeadlineOptions) => OpsMiddleware

/** Options of `shed`. */
export interface ShedOptions {
  /**
   * How long the event loop may be busy before a request has its turn, in milliseconds; 25 by
   * default. Requests are refused only while this delay lasts, and not for one slow handler.
   */
  readonly maxDelay?: number | undefined
  /** How many requests may be in flight, streams among them; no limit by default. */
  readonly maxInFlight?: number | undefined
  /** The value of `Retry-After`, in seconds; 1 by default. */
  readonly retryAfter?: number | undefined
  /** Whether a request passes even if the process is overloaded, such as that of a health check. */
  readonly priority?: ((req: IncomingMessage) => boolean) | undefined
}

/** The middleware that `shed` creates, with figures for metrics. */
export interface ShedMiddleware extends OpsMiddleware {
  /** Whether the process is overloaded. A request may also be refused because of `maxInFlight`. */
  readonly isShedding: boolean
  /** The requests that passed and whose responses are not finished. */
  readonly inFlight: number
  /** How many requests were refused since the start. */
  readonly refused: number
  /** The last measured delay of the event loop, in milliseconds. */
  readonly delay: number
}

/** Creates middleware that refuses requests with 503 while the process is overloaded. */
export type Shed = (options?: ShedOptions) => ShedMiddleware

/** A check of `health`. It fails if it throws, rejects or returns `false`. */
export type HealthCheck = (signal: AbortSignal) => unknown

/** Options of `health`. */
export interface HealthOptions {
  /** The checks of `/ready`, by name. */
  readonly checks?: Readonly<Record<string, HealthCheck>> | undefined
  /**
   * How long a check may take, in milliseconds; 2,000 by default. A check that goes on is not called
   * again meanwhile, for up to ten times as long.
   */
  readonly timeout?: number | undefined
  /** How long the result of a check is used again, in milliseconds; 1,000 by default. */
  readonly cache?: number | undefined
  /**
   * Whether the response has the state of each check and the reasons; `false` by default, because
   * errors may name hosts. A function decides for each request.
   */
  readonly details?: boolean | ((req: IncomingMessage) => boolean) | undefined
}

/** The body of a response of `health`. */
export interface HealthReport {
  readonly status: 'ok' | 'unavailable'
  /** Why the status is not `ok`, if details are allowed. */
  readonly reasons?: readonly string[] | undefined
  readonly checks?: Readonly<Record<string, HealthCheckReport>> | undefined
}

/** The state of one check. */
export interface HealthCheckReport {
  readonly status: 'ok' | 'failed' | 'timeout'
  /** How long the check took, in milliseconds. */
  readonly ms: number
  readonly error?: string | undefined
}

/** Creates a handler for `/live` and `/ready`, below the path where it is mounted. */
export type Health = (options?: HealthOptions) => OpsMiddleware

/** Options of `requestId`. */
export interface RequestIdOptions {
  /** The header of requests and responses; `X-Request-Id` by default. */
  readonly header?: string | undefined
  /** Creates the id of a request; `crypto.randomUUID` by default. */
  readonly generate?: ((req: IncomingMessage) => string) | undefined
  /**
   * Whether the id of a request comes from its header. By default, it does if the setting `trust
   * proxy` trusts the peer.
   */
  readonly trust?: boolean | ((req: IncomingMessage) => boolean) | undefined
}

/** Creates middleware that sets `req.id`, and sends the id in a response header. */
export type RequestId = (options?: RequestIdOptions) => OpsMiddleware
