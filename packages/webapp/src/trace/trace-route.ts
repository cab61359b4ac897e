import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RouteTrace } from '../types/shared/trace.ts'
import { routeChannel } from './channels.ts'
import { leaveRoute, mountPathOf, recordRoute } from './route-pattern.ts'
import { setRequestRoute } from './trace-request.ts'

type Next = (error?: unknown) => void

/** Records a matched route and publishes it. */
export function traceRoute(req: IncomingMessage, res: ServerResponse, pattern: unknown): void {
  const route = recordRoute(req, pattern)
  setRequestRoute(req, route)
  if (!routeChannel.hasSubscribers) return
  const { method = '' } = req
  const event: RouteTrace = { req, res, method, route, mountPath: mountPathOf(req) }
  routeChannel.publish(event)
}

/** Wraps `next` so that the request leaves its current route first. */
export function leavingRoute(req: IncomingMessage, next: Next): Next {
  return (error) => {
    leaveRoute(req)
    next(error)
  }
}
