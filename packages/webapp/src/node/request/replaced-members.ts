import { EventEmitter } from 'node:events'
import { IncomingMessage } from 'node:http'

/** Private members of Node's requests. */
export interface NodeRequest extends IncomingMessage {
  _read(size: number): void
  _dump(): void
}

interface StreamMembers {
  readonly on: unknown
  readonly destroy: unknown
}

/** Node's members of requests. Read them at each call, because tracing tools replace them. */
export const nodeRequest = IncomingMessage.prototype as NodeRequest

const emitter = EventEmitter.prototype

// As they were at load. `capabilities` tells whether a tool had replaced one of them before.
const { on: addListener, removeAllListeners: removeFromEmitter } = emitter
const { push, on, destroy, emit, read, resume, unpipe } = nodeRequest
const { _dump, _read, _destroy, removeAllListeners, removeListener, listenerCount } = nodeRequest

let ours: StreamMembers = { on: undefined, destroy: undefined }

/** Records the members of all dialects that stand before Node's. */
export function recordStreamMembers(members: StreamMembers): void {
  ours = members
}

/**
 * Whether no member was replaced that Node calls while a request is read, drained and destroyed, on
 * this request or on a prototype behind it. Only then may these steps be left out.
 */
export function hasNodesStream(request: IncomingMessage): boolean {
  const req = request as NodeRequest
  return (
    req.emit === emit &&
    req.read === read &&
    req.resume === resume &&
    req.unpipe === unpipe &&
    req.removeAllListeners === removeAllListeners &&
    req.listenerCount === listenerCount &&
    req._read === _read &&
    req._destroy === _destroy &&
    req.on === ours.on &&
    req.destroy === ours.destroy &&
    nodeRequest.push === push &&
    nodeRequest.on === on &&
    nodeRequest.destroy === destroy &&
    nodeRequest._dump === _dump &&
    emitter.on === addListener &&
    emitter.removeAllListeners === removeFromEmitter
  )
}

/** Whether no member was replaced that a body parser calls when it has read a body. */
export function hasNodesRemoval(req: IncomingMessage): boolean {
  return req.removeListener === removeListener
}
