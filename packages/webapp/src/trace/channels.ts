import { type Channel, channel } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Operation } from './operation.ts'

interface ExchangeEvent {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly method: string
}

/** One request, from its arrival until its answer is on the way or the client has left. */
export interface RequestEvent extends ExchangeEvent {
  readonly url: string
  /** The pattern of the last route that matched, with the paths of its mounts. */
  route: string | undefined
  /** The error that no handler took. */
  error?: unknown
}

/** A route that matched. */
export interface RouteEvent extends ExchangeEvent {
  readonly route: string
  /** Where the router of the route is mounted, as the client wrote it. */
  readonly mountPath: string
}

/** One run of a handler or middleware, until it answered or called `next`. */
export interface LayerEvent extends ExchangeEvent {
  /** The name of the function. */
  readonly name: string
  readonly mountPath: string
  /** The pattern of the route that the handler belongs to; undefined for other middleware. */
  readonly route: string | undefined
  readonly handlesErrors: boolean
  outcome: 'next' | 'answered' | 'failed' | undefined
  error?: unknown
}

/** An error that a handler threw, rejected or gave to `next`. */
export interface ErrorEvent extends ExchangeEvent {
  readonly error: unknown
  /** The handler that it came from. */
  readonly name: string
  readonly mountPath: string
  readonly route: string | undefined
}

export const requests = new Operation<RequestEvent>('webapp.request')
export const layers = new Operation<LayerEvent>('webapp.layer')
export const routes: Channel = channel('webapp.route')
export const errors: Channel = channel('webapp.error')
