import { Socket } from 'node:net'
import { isWrittenWith } from '../internals.ts'

const { write, _write, _writev } = Socket.prototype

/** Tools that load before us replace these too; `write` is a member of the streams behind. */
const areNodesOwn =
  !Object.hasOwn(Socket.prototype, 'write') && isWrittenWith(_write, '_writeGeneric')

/**
 * Whether a connection keeps nothing of the memory it is given once that is written: it is Node's
 * own, and nobody replaced a member that sees what is written.
 */
export function isOwnConnection(socket: unknown): socket is Socket {
  return (
    areNodesOwn &&
    socket instanceof Socket &&
    socket.write === write &&
    socket._write === _write &&
    socket._writev === _writev
  )
}
