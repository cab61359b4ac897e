import { Socket } from 'node:net'
import { capabilities } from '../internals.ts'

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
