import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { clearInterval, setInterval } from '../../runtime/timers.ts'

/** How long the rest of a refused body is read after the response, in milliseconds, and how much. */
const LONGEST = 30_000
const MOST = 64 * 1024 * 1024
const CHECK = 250

/** Node calls `destroySoon` to close a connection after its last response. */
type ClosableSocket = Socket & { destroySoon?(): void }

/**
 * Lets a client that is still sending a refused body receive the response.
 *
 * A connection that is closed while unread bytes arrive is reset, and a reset discards what the
 * client has not read yet. So the response is followed by the end of our side only; the rest of the
 * body is read, up to a limit, and then the connection is closed.
 */
export function lingerAfter(req: IncomingMessage): void {
  const socket: ClosableSocket | undefined = req.socket
  if (req.complete || req.httpVersionMajor >= 2 || !socket?.destroySoon) return
  if (Object.hasOwn(socket, 'destroySoon')) return
  const close = () => {
    Reflect.deleteProperty(socket, 'destroySoon')
    socket.destroySoon?.()
  }
  socket.destroySoon = () => {
    if (req.complete || socket.destroyed) close()
    else readOn(req, socket, close)
  }
  req.once('close', () => Reflect.deleteProperty(socket, 'destroySoon'))
}

function readOn(req: IncomingMessage, socket: Socket, close: () => void): void {
  const most = socket.bytesRead + MOST
  let checks = 0
  const timer = setInterval(() => {
    checks += 1
    if (checks * CHECK >= LONGEST || socket.bytesRead > most) socket.destroy()
  }, CHECK).unref()
  socket.once('close', () => clearInterval(timer))
  req.once('end', close)
  socket.end()
}
