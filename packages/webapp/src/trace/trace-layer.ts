import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorTrace, LayerTrace } from '../types/shared/trace.ts'
import { errorChannel, layerChannels } from './channels.ts'
import { closeRun, openRun } from './open-runs.ts'
import { TracedOperation } from './operation.ts'
import { mountPathOf } from './route-pattern.ts'
import { type Outcome, type TraceState, traceStateOf } from './trace-state.ts'

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
  const { req, res, next } = run
  const state = traceStateOf(req)
  const event = new LayerEvent(run, state.route)
  const finish = (outcome: Outcome) => {
    if (event.outcome !== undefined) return
    event.outcome = outcome
    closeRun(state, finish)
    layerChannels.finish(event)
  }
  const tracedNext: Next = (error) => {
    const isError = Boolean(error) && error !== 'route' && error !== 'router'
    if (isError && event.outcome === undefined) publishError(state, event, error)
    finish(isError ? 'failed' : 'next')
    next(error)
  }
  const finishIfEnded = () => {
    if (res.writableEnded) finish('answered')
  }
  openRun(state, res, finish)
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

  constructor(run: Run, route: string | undefined) {
    super()
    const { handle, given, req, res } = run
    this.req = req
    this.res = res
    this.method = req.method ?? ''
    this.name = handle.name || '<anonymous>'
    this.mountPath = mountPathOf(req)
    this.route = route
    this.handlesErrors = given !== undefined
    this.outcome = undefined
    this.#run = run
  }

  /** A getter, because V8 formats the recorded stack when it is first read. */
  get place(): string | undefined {
    return this.#run.placeOf(this.#run.handle)
  }
}

function publishError(state: TraceState, event: LayerEvent, error: unknown): void {
  event.error = error
  layerChannels.fail(event)
  const { req, res, method, name, mountPath, route } = event
  if (state.publishedError === error || !errorChannel.hasSubscribers) return
  state.publishedError = error
  const errorEvent: ErrorTrace = { req, res, method, error, name, mountPath, route }
  errorChannel.publish(errorEvent)
}
