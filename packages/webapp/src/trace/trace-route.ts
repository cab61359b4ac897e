import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RouteTrace } from '../types/shared/trace.ts'
import { routes } from './channels.ts'
import { leaveRoute, mountPathOf, recordRoute } from './place.ts'
import { setRequestRoute } from './trace-request.ts'

type Next = (error?: unknown) => void

/** Tells of a route that matched. */
export function traceRoute(req: IncomingMessage, res: ServerResponse, pattern: unknown): void {
  const route = recordRoute(req, pattern)
  setRequestRoute(req, route)
  if (!routes.hasSubscribers) return
  const { method = '' } = req
  const event: RouteTrace = { req, res, method, route, mountPath: mountPathOf(req) }
  routes.publish(event)
}

/** A `next` behind which the request is no longer in its route. */
export function leavingRoute(req: IncomingMessage, next: Next): Next {
  return (error) => {
    leaveRoute(req)
    next(error)
  }
}
