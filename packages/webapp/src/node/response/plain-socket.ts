import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { capabilities } from '../internals.ts'
import { isPristine } from './pristine.ts'

const { write, _write, _writev } = Socket.prototype

/**
 * Whether a connection keeps no reference to memory that it has written: it is Node's own socket,
 * and no member that sees the written chunks was replaced.
 */
export function isPlainSocket(socket: unknown): socket is Socket {
  return (
    capabilities.encodeBuffer &&
    socket instanceof Socket &&
    socket.write === write &&
    socket._write === _write &&
    socket._writev === _writev
  )
}

/**
 * Whether nothing refers to a chunk of a response any more once `write` has called back, so that its
 * memory can be used again: no member of the response or of its connection was replaced.
 */
export function freesChunks(res: ServerResponse): boolean {
  return isPristine(res) && isPlainSocket(res.socket)
}
