import { createDeadline } from './ops/deadline.ts'
import { createHealth } from './ops/health.ts'
import type { Deadline, Health, RequestId, Shed } from './ops/ops-types.ts'
import { createRequestId } from './ops/request-id.ts'
import { createShed } from './ops/shed.ts'

export type * from './ops/ops-types.ts'

/** Middleware that ends requests whose handlers do not respond in time. */
export const deadline: Deadline = createDeadline

/** Middleware that refuses requests while the process is overloaded. */
export const shed: Shed = createShed

/** A handler for the probes of a load balancer: `/live` and `/ready`. */
export const health: Health = createHealth

/** Middleware that gives each request an id, in `req.id` and in a response header. */
export const requestId: RequestId = createRequestId
