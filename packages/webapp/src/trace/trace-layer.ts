import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorTrace, LayerTrace } from '../types/shared/trace.ts'
import { errorChannel, layerChannels } from './channels.ts'
import { type Outcome, openRuns } from './open-runs.ts'
import { TracedOperation } from './operation.ts'
import { mountPathOf, routeOf } from './route-pattern.ts'

type Next = (error?: unknown) => void

/** A handler with its arguments, before it runs. */
export interface Run {
  readonly handle: { readonly name: string }
  /** The error that an error handler receives. */
  readonly given?: unknown
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly next: Next
  /** Finds the place of the handler's registration. */
  readonly placeOf: (handle: object) => string | undefined
}

/**
 * Runs a handler and publishes its events. The run finishes when the handler calls `next`, fails,
 * or ends the response. `call` runs the handler with the given `next`.
 */
export function traceLayer(run: Run, call: (next: Next) => unknown): void {
  const { res, next } = run
  const event = new LayerEvent(run)
  const finish = (outcome: Outcome) => {
    if (event.outcome !== undefined) return
    event.outcome = outcome
    openRuns(res).delete(finish)
    layerChannels.finish(event)
  }
  const tracedNext: Next = (error) => {
    const isError = Boolean(error) && error !== 'route' && error !== 'router'
    if (isError && event.outcome === undefined) publishError(event, error)
    finish(isError ? 'failed' : 'next')
    next(error)
  }
  const finishIfEnded = () => {
    if (res.writableEnded) finish('answered')
  }
  openRuns(res).add(finish)
  layerChannels.run(event, () => {
    const result = call(tracedNext)
    if (result instanceof Promise) result.then(finishIfEnded, finishIfEnded)
  })
  finishIfEnded()
}

class LayerEvent extends TracedOperation implements LayerTrace {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly method: string
  readonly name: string
  readonly mountPath: string
  readonly route: string | undefined
  readonly handlesErrors: boolean
  outcome: LayerTrace['outcome']
  error?: unknown
  readonly #run: Run

  constructor(run: Run) {
    super()
    const { handle, given, req, res } = run
    this.req = req
    this.res = res
    this.method = req.method ?? ''
    this.name = handle.name || '<anonymous>'
    this.mountPath = mountPathOf(req)
    this.route = routeOf(req)
    this.handlesErrors = given !== undefined
    this.outcome = undefined
    this.#run = run
  }

  /** A getter, because V8 formats the recorded stack when it is first read. */
  get place(): string | undefined {
    return this.#run.placeOf(this.#run.handle)
  }
}

// The last published error of each request: outer handlers and routers pass the same error on.
const published = new WeakMap<object, unknown>()

function publishError(event: LayerEvent, error: unknown): void {
  event.error = error
  layerChannels.fail(event)
  const { req, res, method, name, mountPath, route } = event
  if (published.get(req) === error || !errorChannel.hasSubscribers) return
  published.set(req, error)
  const errorEvent: ErrorTrace = { req, res, method, error, name, mountPath, route }
  errorChannel.publish(errorEvent)
}
