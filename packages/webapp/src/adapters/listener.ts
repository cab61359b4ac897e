import {
  createServer,
  Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type https from 'node:https'
import type { Duplex } from 'node:stream'
import { inspect } from 'node:util'

/** A request listener, an application, or a server. The server does not have to be listening. */
export type Listener = ListenerFunction | Server

type ListenerFunction = (req: IncomingMessage, res: ServerResponse) => unknown

/** The function that hands the server's end of a connection to a listener. */
export function acceptorOf(listener: Listener): (end: Duplex) => void {
  if (typeof listener === 'function') return (end) => serverOf(listener).emit('connection', end)
  if (isSecure(listener)) return (end) => listener.emit('secureConnection', end)
  if (listener instanceof HttpServer) return (end) => listener.emit('connection', end)
  throw new TypeError(
    `app must be a request listener, an application or a server of node:http, not ${inspect(listener, { depth: 0 })}`,
  )
}

/** Whether this is a server of node:https. Functions start faster if the module is not loaded. */
export function isSecure(listener: Listener): boolean {
  if (typeof listener === 'function') return false
  return listener instanceof (require('node:https') as typeof https).Server
}

// These servers never listen, so they do not keep the process alive.
const servers = new WeakMap<ListenerFunction, Server>()

/** The server that handles the requests of a function. */
export function serverOf(listener: ListenerFunction): Server {
  const known = servers.get(listener)
  if (known !== undefined) return known
  const server = createServer(isApplication(listener) ? listener : guard(listener))
  servers.set(listener, server)
  return server
}

/** Applications and routers have `handle`. They handle errors themselves. */
function isApplication(listener: ListenerFunction): listener is RequestListener {
  return typeof (listener as { handle?: unknown }).handle === 'function'
}

/** Rejects the caller's promise if the listener throws; otherwise Node would end the process. */
function guard(listener: ListenerFunction): RequestListener {
  return async (req, res) => {
    try {
      await listener(req, res)
    } catch (error) {
      recordFailure(req.socket, error)
      req.socket.destroy()
    }
  }
}

const failures = new WeakMap<Duplex, unknown>()

/** Records why a connection is about to be destroyed. */
export function recordFailure(end: Duplex, error: unknown): void {
  failures.set(end, error)
}

/** The error for which this connection was destroyed, such as one that the listener threw. */
export function failureAt(end: Duplex): { readonly error: unknown } | undefined {
  return failures.has(end) ? { error: failures.get(end) } : undefined
}
