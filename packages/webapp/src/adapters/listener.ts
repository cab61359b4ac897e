import {
  createServer,
  Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { Server as HttpsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { inspect } from 'node:util'

/** What can answer a request: a function, an application, or a server, which need not listen. */
export type Listener = ListenerFunction | Server

type ListenerFunction = (req: IncomingMessage, res: ServerResponse) => unknown

/** What takes the server's end of a connection to this listener. */
export function acceptorOf(listener: Listener): (end: Duplex) => void {
  if (listener instanceof HttpsServer) return (end) => listener.emit('secureConnection', end)
  if (listener instanceof HttpServer) return (end) => listener.emit('connection', end)
  if (typeof listener === 'function') return (end) => serverOf(listener).emit('connection', end)
  throw new TypeError(
    `A request listener, an application or a server of node:http can be asked, not ${inspect(listener, { depth: 0 })}`,
  )
}

/** Whether connections of this server are encrypted ones. */
export function isSecure(listener: Listener): boolean {
  return listener instanceof HttpsServer
}

// Servers that never listen: they hold no handle, and parse what connections bring.
const servers = new WeakMap<ListenerFunction, Server>()

function serverOf(listener: ListenerFunction): Server {
  const known = servers.get(listener)
  if (known !== undefined) return known
  const server = createServer(isApplication(listener) ? listener : guard(listener))
  servers.set(listener, server)
  return server
}

/** An application answers errors itself, and knows the server that is its own. */
function isApplication(listener: ListenerFunction): listener is RequestListener {
  return typeof (listener as { handle?: unknown }).handle === 'function'
}

/** On a network the error of a listener would end the process; here whoever asked hears of it. */
function guard(listener: ListenerFunction): RequestListener {
  return async (req, res) => {
    try {
      await listener(req, res)
    } catch (error) {
      failures.set(req.socket, error)
      req.socket.destroy()
    }
  }
}

const failures = new WeakMap<Duplex, unknown>()

/** What the listener threw when it was given this end of a connection. */
export function failureAt(end: Duplex): { readonly error: unknown } | undefined {
  return failures.has(end) ? { error: failures.get(end) } : undefined
}
