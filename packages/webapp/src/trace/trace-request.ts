import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestTrace } from '../types/shared/trace.ts'
import { requestChannels } from './channels.ts'

const events = new WeakMap<object, RequestTrace>()

/** Handles a request and publishes its events on the `webapp.request` channels. */
export function traceRequest(req: IncomingMessage, res: ServerResponse, handle: () => void): void {
  const { method = '', url = '' } = req
  const event: RequestTrace = { req, res, method, url, route: undefined }
  events.set(req, event)
  res.once('close', () => requestChannels.finish(event))
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
