import type { IncomingMessage, ServerResponse } from 'node:http'
import { onResponseClose } from '../node/index.ts'
import type { RequestTrace } from '../types/shared/trace.ts'
import { requestChannels } from './channels.ts'
import { collectRuns } from './open-runs.ts'
import { TracedOperation } from './operation.ts'
import { subscriptions } from './subscriptions.ts'

const events = new WeakMap<object, RequestEvent>()

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
  events.set(req, event)
  // The layers of a request finish before the request.
  const finishLayers = subscriptions.layers ? collectRuns(res) : undefined
  onResponseClose(res, () => {
    finishLayers?.()
    requestChannels.finish(event)
  })
  requestChannels.run(event, handle)
}

/** Records the route that a request matched; a later match replaces it. */
export function setRequestRoute(req: IncomingMessage, route: string): void {
  const event = events.get(req)
  if (event !== undefined) event.route = route
}

/** Publishes an error that no error handler handled. */
export function failRequest(req: IncomingMessage, error: unknown): void {
  const event = events.get(req)
  if (event === undefined) return
  event.error = error
  requestChannels.fail(event)
}
