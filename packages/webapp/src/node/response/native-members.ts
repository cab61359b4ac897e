import { ServerResponse } from 'node:http'
import { closesRequestsFirst } from '../internals.ts'
import { endUnread } from '../request/stream.ts'
import { type LaneResponse, requestOf } from '../server/connection.ts'

/** Node's members behind those of the dialect, of a response that is not one of HTTP/1. */
export const kNative = Symbol('webapp.native')

export type NativeResponse = ServerResponse & { getRawHeaderNames(): string[] }

interface WithNative {
  readonly [kNative]?: NativeResponse
}

/** Node's members behind those of a response. Read them at each call: tracing tools replace them. */
export function nativeOf(res: ServerResponse): NativeResponse {
  return (res as WithNative)[kNative] ?? (ServerResponse.prototype as NativeResponse)
}

type Emit = (this: unknown, event: string | symbol, ...args: unknown[]) => boolean

/**
 * Emits an event of a response with Node's member. The arguments are those of `emit`. With 'close', the
 * request closes in the order in which Node would close it.
 */
export function emitAsNode(res: ServerResponse, args: Parameters<Emit>): boolean {
  // A program may have set `res.req` to null.
  const req = args[0] === 'close' && requestOf(res as LaneResponse)
  if (req && closesRequestsFirst) endUnread(req)
  const hasListeners = (nativeOf(res).emit as Emit).apply(res, args)
  if (req) endUnread(req)
  return hasListeners
}
