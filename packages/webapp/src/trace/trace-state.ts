import type { LayerTrace, RequestTrace } from '../types/shared/trace.ts'
import type { TracedOperation } from './operation.ts'

export type Outcome = NonNullable<LayerTrace['outcome']>
export type Finish = (outcome: Outcome) => void

/** What is recorded about a request while something subscribes. */
export interface TraceState {
  /** Undefined without subscribers of requests. */
  event: (RequestTrace & TracedOperation) | undefined
  /** The patterns of the mounts that the request entered, keyed by `req.baseUrl` inside the mount. */
  mounts: Map<string, string> | undefined
  /** The full pattern of the current route, including the mounts. */
  route: string | undefined
  /** The last published error: outer handlers and routers pass the same error on. */
  publishedError: unknown
  /** The unfinished runs of handlers, the innermost last; undefined before the first. */
  runs: Finish[] | undefined
}

/**
 * The state is a member of the request. With one `WeakMap` for each kind of data, garbage collection
 * took a fifth of the processor time.
 */
const kTrace = Symbol('webapp.trace')

interface TracedMessage {
  [kTrace]?: TraceState
}

export function findTraceState(req: object): TraceState | undefined {
  return (req as TracedMessage)[kTrace]
}

export function traceStateOf(req: object): TraceState {
  return findTraceState(req) ?? startTraceState(req)
}

/** Begins a new state. Another application may have handled the request before. */
export function startTraceState(req: object): TraceState {
  const state: TraceState = {
    event: undefined,
    mounts: undefined,
    route: undefined,
    publishedError: undefined,
    runs: undefined,
  }
  ;(req as TracedMessage)[kTrace] = state
  return state
}
