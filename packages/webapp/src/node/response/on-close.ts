import type { Socket } from 'node:net'
import type { AnyResponse } from '../../http/finished.ts'
import { nextTick } from '../../runtime/timers.ts'
import { kLane, type LaneResponse } from '../server/connection.ts'
import { watchClose } from '../server/response-end.ts'

/**
 * Calls back when a response closes, or when its connection closes before its turn: a pipelined
 * response that is still queued has no socket, so Node does not emit its `close`. If the connection
 * has closed before, it calls back soon. Returns a function that cancels the callback.
 */
export function onResponseClose(res: AnyResponse, callback: () => void): () => void {
  const response = res as LaneResponse
  return response[kLane]?.closes(response)
    ? watchClose(response, callback)
    : listenForClose(res, callback)
}

function listenForClose(res: AnyResponse, callback: () => void): () => void {
  const { req, socket, stream } = res
  const connection = socket === null && stream === undefined ? req?.socket : undefined
  const waiting = connection && callbacksOf(connection)
  let isCancelled = false
  const cancel = () => {
    isCancelled = true
    res.removeListener('close', onClose)
    waiting?.delete(onClose)
  }
  const onClose = () => {
    if (isCancelled) return
    cancel()
    callback()
  }
  res.on('close', onClose)
  waiting?.add(onClose)
  if (connection?.destroyed) nextTick(onClose)
  return cancel
}

const callbacksBySocket = new WeakMap<Socket, Set<() => void>>()

/**
 * The functions that are called when a connection closes. All pipelined requests share one listener,
 * which avoids Node's warning about too many.
 */
function callbacksOf(socket: Socket): Set<() => void> {
  const known = callbacksBySocket.get(socket)
  if (known !== undefined) return known
  const callbacks = new Set<() => void>()
  callbacksBySocket.set(socket, callbacks)
  socket.once('close', () => {
    for (const callback of [...callbacks]) callback()
  })
  return callbacks
}
