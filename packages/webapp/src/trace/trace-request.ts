import type { IncomingMessage, ServerResponse } from 'node:http'
import { onResponseClose } from '../node/index.ts'
import type { RequestTrace } from '../types/shared/trace.ts'
import { requestChannels } from './channels.ts'
import { finishRuns } from './open-runs.ts'
import { TracedOperation } from './operation.ts'
import { findTraceState, startTraceState } from './trace-state.ts'

/** The event of a request. */
export class RequestEvent extends TracedOperation implements RequestTrace {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly method: string
  readonly url: string
  route: string | undefined
  error?: unknown
  /** The application that received the request: a foreign server does not set `req.app`. */
  readonly app: object

  constructor(app: object, req: IncomingMessage, res: ServerResponse) {
    super()
    this.req = req
    this.res = res
    this.method = req.method ?? ''
    this.url = req.url ?? ''
    this.route = undefined
    this.app = app
  }
}

/** Handles a request and publishes its events on the `webapp.request` channels. */
export function traceRequest(
  app: object,
  req: IncomingMessage,
  res: ServerResponse,
  handle: () => void,
): void {
  const event = new RequestEvent(app, req, res)
  const state = startTraceState(req)
  state.event = event
  onResponseClose(res, () => {
    // The layers of a request finish before the request.
    finishRuns(state)
    requestChannels.finish(event)
  })
  requestChannels.run(event, handle)
}

/** Records the route that a request matched; a later match replaces it. */
export function setRequestRoute(req: IncomingMessage, route: string): void {
  const event = findTraceState(req)?.event
  if (event !== undefined) event.route = route
}

/** Publishes an error that no error handler handled. */
export function failRequest(req: IncomingMessage, error: unknown): void {
  const event = findTraceState(req)?.event
  if (event === undefined) return
  event.error = error
  requestChannels.fail(event)
}
