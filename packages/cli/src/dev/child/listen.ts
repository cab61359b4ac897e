import cluster from 'node:cluster'
import { type EventEmitter, errorMonitor } from 'node:events'
import { Server as HttpServer } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import type { ServerKind } from '../settings.ts'
import type { StartPipe } from './start-pipe.ts'

interface PortMemory {
  readonly heldPorts: readonly number[]
  readonly randomPorts: readonly number[]
}

type Listen = (this: NetServer, ...args: unknown[]) => NetServer

/**
 * Watches the servers of the program. A port that `webapp dev` holds is released before the program
 * binds it, and `listen(0)` gets the same port after each start.
 */
export function watchServers(
  pipe: StartPipe,
  { heldPorts, randomPorts }: PortMemory,
  onListening: (server: NetServer) => void,
): void {
  const held = new Set(heldPorts)
  const remembered = [...randomPorts]
  const original = NetServer.prototype.listen as unknown as Listen
  const listen: Listen = function listen(...args) {
    const wanted = portOf(args)
    if (wanted === undefined) return original.apply(this, args)
    const port = (wanted === 0 ? remembered.shift() : undefined) ?? wanted
    if (held.delete(port)) pipe.ask({ type: 'release', port })
    report(this, wanted)
    return original.apply(this, port === wanted ? args : withPort(args, port))
  }
  Object.assign(NetServer.prototype, { listen })

  function report(server: NetServer, wanted: number): void {
    const onRefused = (error: NodeJS.ErrnoException) => {
      // The program may try again.
      server.off('listening', onListen)
      pipe.send({ type: 'refused', port: wanted, code: error.code ?? '' })
    }
    // The monitor does not count as a handler of the error.
    const emitter: EventEmitter = server
    emitter.once(errorMonitor, onRefused)
    const onListen = () => {
      emitter.off(errorMonitor, onRefused)
      onListening(server)
      const { port, address } = server.address() as AddressInfo
      const kind = kindOf(server)
      pipe.send({ type: 'listening', port, host: address, kind, isRandom: wanted === 0 })
    }
    server.prependOnceListener('listening', onListen)
  }
}

/** The port that `listen` asks for, 0 for any; `undefined` for a pipe, a handle or a wrong value. */
function portOf([first]: readonly unknown[]): number | undefined {
  if (typeof first === 'object' && first !== null) {
    const { port, path, fd, _handle } = first as Record<string, unknown>
    if (path !== undefined || fd !== undefined || _handle !== undefined) return undefined
    return port === undefined ? undefined : toPort(port)
  }
  if (typeof first === 'function') return 0
  return toPort(first)
}

function toPort(value: unknown): number | undefined {
  if (value === undefined || value === null) return 0
  const isNumber = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
  const port = isNumber ? Number(value) : Number.NaN
  return Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : undefined
}

function withPort(args: readonly unknown[], port: number): unknown[] {
  const [first, ...rest] = args
  if (typeof first === 'object' && first !== null) return [{ ...first, port }, ...rest]
  return typeof first === 'function' ? [port, ...args] : [port, ...rest]
}

function kindOf(server: NetServer): ServerKind {
  if (server instanceof HttpServer) return 'http'
  if ('updateSettings' in server) return 'http2'
  if ('setSecureContext' in server) return 'https'
  // The primary of a cluster listens for its workers with a plain server.
  return cluster.isPrimary && Object.keys(cluster.workers ?? {}).length > 0 ? 'http' : 'tcp'
}
