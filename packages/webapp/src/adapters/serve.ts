import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import type { RunningServer, Servable, ServeOptions } from './serve-types.ts'

const DEFAULT_PORT = 3000

/** Starts an application, and resolves when it listens: one call and one result for every runtime. */
export async function serve(app: Servable, options: ServeOptions = {}): Promise<RunningServer> {
  checkApplication(app)
  checkOptions(options)
  const { port = DEFAULT_PORT, hostname, signal } = options
  signal?.throwIfAborted()
  const server = app.listen(hostname === undefined ? { port } : { port, host: hostname })
  await once(server, 'listening')
  if (signal?.aborted) await app.close()
  signal?.throwIfAborted()
  if (signal) closeWith(signal, app)
  // A server with a port has an address of that form.
  const { address, port: taken } = server.address() as AddressInfo
  return {
    hostname: address,
    port: taken,
    url: urlOf(address, taken),
    close: (closeOptions) => app.close(closeOptions),
  }
}

/** A failed close is an unhandled rejection, because a signal has no caller that it could reach. */
function closeWith(signal: AbortSignal, app: Servable): void {
  const close = () => void app.close()
  signal.addEventListener('abort', close, { once: true })
  // The application may listen again later, and then the signal is not for it.
  app.once('closing', () => signal.removeEventListener('abort', close))
}

/** The wildcard addresses are no address that every client can use. */
function urlOf(address: string, port: number): string {
  const isWildcard = address === '::' || address === '0.0.0.0'
  const name = address.includes(':') ? `[${address}]` : address
  return `http://${isWildcard ? 'localhost' : name}:${port}/`
}

function checkApplication(app: unknown): void {
  const { listen, close, once: subscribe } = (app ?? {}) as Partial<Servable>
  if ([app, listen, close, subscribe].every((each) => typeof each === 'function')) return
  throw new TypeError(`serve() needs an application, not ${inspect(app, { depth: 0 })}`)
}

function checkOptions({ port, hostname, signal }: ServeOptions): void {
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new RangeError(`port must be a whole number from 0 to 65535, not ${inspect(port)}`)
  }
  if (hostname !== undefined && (typeof hostname !== 'string' || hostname === '')) {
    throw new TypeError(`hostname must be an address or a name, not ${inspect(hostname)}`)
  }
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') {
    throw new TypeError(`signal must be an AbortSignal, not ${inspect(signal)}`)
  }
}
