import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorTrace, LayerTrace } from '../types/shared/trace.ts'
import { errors, layers } from './channels.ts'
import { mountPathOf, routeOf } from './place.ts'

type Next = (error?: unknown) => void
type Outcome = NonNullable<LayerTrace['outcome']>

/** A handler that is about to run. */
export interface Run {
  readonly handle: { readonly name: string }
  /** The error that an error handler is given. */
  readonly given?: unknown
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly next: Next
}

/**
 * Runs a handler and tells subscribers of it. It is over when it called `next`, when it failed, or
 * when the answer was ended. `call` runs it with the `next` that it is given.
 */
export function traceLayer(run: Run, call: (next: Next) => unknown): void {
  const { res, next } = run
  const event = describe(run)
  const finish = (outcome: Outcome) => {
    if (event.outcome !== undefined) return
    event.outcome = outcome
    openRuns(res).delete(finish)
    layers.finish(event)
  }
  const tracedNext: Next = (error) => {
    const isError = Boolean(error) && error !== 'route' && error !== 'router'
    if (isError && event.outcome === undefined) tellFailure(event, error)
    finish(isError ? 'failed' : 'next')
    next(error)
  }
  const finishIfAnswered = () => {
    if (res.writableEnded) finish('answered')
  }
  openRuns(res).add(finish)
  layers.run(event, () => {
    const result = call(tracedNext)
    if (result instanceof Promise) result.then(finishIfAnswered, finishIfAnswered)
  })
  finishIfAnswered()
}

function describe({ handle, given, req, res }: Run): LayerTrace {
  const { method = '' } = req
  return {
    req,
    res,
    method,
    name: handle.name || '<anonymous>',
    mountPath: mountPathOf(req),
    route: routeOf(req),
    handlesErrors: given !== undefined,
    outcome: undefined,
  }
}

// The error of a request that subscribers know: handlers and routers around it only hand it on.
const known = new WeakMap<object, unknown>()

function tellFailure(event: LayerTrace, error: unknown): void {
  event.error = error
  layers.fail(event)
  const { req, res, method, name, mountPath, route } = event
  if (known.get(req) === error || !errors.hasSubscribers) return
  known.set(req, error)
  const told: ErrorTrace = { req, res, method, error, name, mountPath, route }
  errors.publish(told)
}

// What runs for a response until it is answered: one listener for all of it.
const open = new WeakMap<object, Set<(outcome: Outcome) => void>>()

function openRuns(res: ServerResponse): Set<(outcome: Outcome) => void> {
  const known = open.get(res)
  if (known !== undefined) return known
  const runs = new Set<(outcome: Outcome) => void>()
  open.set(res, runs)
  res.once('close', () => {
    // The innermost first.
    for (const finish of [...runs].reverse()) finish('answered')
  })
  return runs
}
