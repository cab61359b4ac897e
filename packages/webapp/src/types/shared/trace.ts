import type { IncomingMessage, ServerResponse } from 'node:http'

interface ExchangeTrace {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly method: string
}

/** One request, from its arrival until its answer is on the way or the client has left. */
export interface RequestTrace extends ExchangeTrace {
  readonly url: string
  /** The pattern of the last route that matched, with the paths of its mounts. */
  route: string | undefined
  /** The error that no handler took. */
  error?: unknown
}

/** A route that matched. */
export interface RouteTrace extends ExchangeTrace {
  readonly route: string
  /** Where the router of the route is mounted, as the client wrote it. */
  readonly mountPath: string
}

/** One run of a handler or middleware, until it answered or called `next`. */
export interface LayerTrace extends ExchangeTrace {
  /** The name of the function. */
  readonly name: string
  readonly mountPath: string
  /** The pattern of the route that the handler belongs to; undefined for other middleware. */
  readonly route: string | undefined
  readonly handlesErrors: boolean
  outcome: 'next' | 'answered' | 'failed' | undefined
  error?: unknown
}

/** An error that a handler threw, rejected or gave to `next`. */
export interface ErrorTrace extends ExchangeTrace {
  readonly error: unknown
  /** The handler that it came from. */
  readonly name: string
  readonly mountPath: string
  readonly route: string | undefined
}
