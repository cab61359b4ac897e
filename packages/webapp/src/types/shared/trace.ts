import type { IncomingMessage, ServerResponse } from 'node:http'

interface ExchangeTrace {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly method: string
}

interface OperationTrace extends ExchangeTrace {
  /**
   * Runs the synchronous part of the operation inside of a function, which must call `work` once before
   * it returns. A subscriber of `start` may call this, for example to make a span the active one.
   */
  wrap(wrapper: (work: () => void) => void): void
}

/** One request, from its arrival until its response is sent or the client disconnects. */
export interface RequestTrace extends OperationTrace {
  readonly url: string
  /** The pattern of the last matched route, including the paths of its mounts. */
  route: string | undefined
  /** The error that no error handler handled. */
  error?: unknown
}

/** A matched route. */
export interface RouteTrace extends ExchangeTrace {
  readonly route: string
  /** The path that the route's router is mounted at, as it appears in the request URL. */
  readonly mountPath: string
}

/** One run of a handler or middleware, until it responds or calls `next`. */
export interface LayerTrace extends OperationTrace {
  /** The name of the function. */
  readonly name: string
  readonly mountPath: string
  /** The pattern of the route that the handler belongs to; undefined for middleware. */
  readonly route: string | undefined
  readonly handlesErrors: boolean
  /**
   * File, line and column of the call that registered the handler. webapp records it in development,
   * for hints; otherwise it is undefined.
   */
  readonly place: string | undefined
  outcome: 'next' | 'answered' | 'failed' | undefined
  error?: unknown
}

/** An error that a handler threw, rejected with or passed to `next`. */
export interface ErrorTrace extends ExchangeTrace {
  readonly error: unknown
  /** The name of the handler that the error came from. */
  readonly name: string
  readonly mountPath: string
  readonly route: string | undefined
}
