import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestTrace } from '../types/shared/trace.ts'
import { requests } from './channels.ts'

const events = new WeakMap<object, RequestTrace>()

/** Tells the subscribers of `webapp.request` of a request that is being handled. */
export function traceRequest(req: IncomingMessage, res: ServerResponse, handle: () => void): void {
  const { method = '', url = '' } = req
  const event: RequestTrace = { req, res, method, url, route: undefined }
  events.set(req, event)
  res.once('close', () => requests.finish(event))
  requests.run(event, handle)
}

/** The route that a request got to; the last one counts. */
export function setRequestRoute(req: IncomingMessage, route: string): void {
  const event = events.get(req)
  if (event !== undefined) event.route = route
}

/** An error that no handler took. */
export function failRequest(req: IncomingMessage, error: unknown): void {
  const event = events.get(req)
  if (event === undefined) return
  event.error = error
  requests.fail(event)
}
