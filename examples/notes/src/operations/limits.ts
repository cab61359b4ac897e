import type { RequestHandler } from 'webapp'
import { deadline, type ShedMiddleware, shed } from 'webapp/ops'
import type { Config } from '../config.ts'

/** Refuses requests while the process is overloaded, instead of letting all of them wait. */
export function refuseInOverload({ maxDelayMs }: Config): ShedMiddleware {
  return shed({ maxDelay: maxDelayMs })
}

/** Ends a request that gets no response in time. The log has the error, with the route. */
export function endLateRequests({ deadlineMs }: Config): RequestHandler {
  return deadline(deadlineMs)
}

/** A large attachment over a slow line takes longer. Node's `requestTimeout` ends it. */
export const whileUploading: RequestHandler = deadline(Number.POSITIVE_INFINITY)
