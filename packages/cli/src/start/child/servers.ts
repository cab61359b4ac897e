import cluster from 'node:cluster'
import { type EventEmitter, errorMonitor } from 'node:events'
import { Server as HttpServer } from 'node:http'
import { Server } from 'node:net'
import type { PrimaryLink } from './primary-link.ts'
import { watchSessions } from './sessions.ts'

type Listen = (this: Server, ...args: unknown[]) => Server

/** The servers of the program, and what they tell the primary. */
export class Servers {
  readonly #link: PrimaryLink
  #known: WeakRef<Server>[] = []
  #pending = 0

  constructor(link: PrimaryLink) {
    this.#link = link
    const original = Server.prototype.listen as unknown as Listen
    const note = (server: Server, args: readonly unknown[]) => this.#note(server, args)
    const listen: Listen = function listen(...args) {
      const result = original.apply(this, args)
      note(this, args)
      return result
    }
    Object.assign(Server.prototype, { listen })
  }

  /** Those that still listen. */
  listening(): Server[] {
    return this.all().filter(({ listening }) => listening)
  }

  all(): Server[] {
    return this.#known.flatMap((each) => each.deref() ?? [])
  }

  #note(server: Server, [first]: readonly unknown[]): void {
    if (!this.all().includes(server)) {
      this.#known = this.#known.filter((each) => each.deref() !== undefined)
      this.#known.push(new WeakRef(server))
      if (isHttp2(server)) watchSessions(server)
    }
    this.#wait(1)
    const emitter: EventEmitter = server
    const onListening = () => {
      emitter.off(errorMonitor, onError)
      this.#wait(-1)
      const isShared = !isAnyPort(first) || !isExclusive(first)
      const url = urlOf(server)
      this.#link.send({ type: 'listening', pending: this.#pending, url, isShared })
    }
    const onError = (error: NodeJS.ErrnoException & { port?: number }) => {
      emitter.off('listening', onListening)
      this.#wait(-1)
      if (error.code === 'EADDRINUSE' && isExclusive(first)) {
        this.#link.send({ type: 'taken', url: String(error.port) })
      }
    }
    // The program may hand the error to a listener of its own: the monitor does not count as one.
    emitter.once(errorMonitor, onError)
    server.once('listening', onListening)
  }

  #wait(change: 1 | -1): void {
    this.#pending += change
    this.#link.setWaiting(this.#pending > 0)
  }
}

/** Whether a worker binds the address itself, and Node's primary does not share it. */
function isExclusive(options: unknown): boolean {
  const { exclusive, reusePort } = (options ?? {}) as Record<string, unknown>
  return exclusive === true || reusePort === true
}

function isAnyPort(options: unknown): boolean {
  const { port } = (options ?? {}) as { port?: unknown }
  return Number(port ?? 0) === 0
}

function isHttp2(server: Server): boolean {
  return 'updateSettings' in server
}

function urlOf(server: Server): string {
  const address = server.address()
  if (address === null) return 'unknown' // The program closed it at once.
  if (typeof address === 'string') return `unix:${address}`
  return `${protocolOf(server)}://${hostName(address.address)}:${address.port}/`
}

function protocolOf(server: Server): string {
  if ('setSecureContext' in server) return 'https'
  return server instanceof HttpServer || isHttp2(server) ? 'http' : 'tcp'
}

function hostName(host: string): string {
  if (['::', '0.0.0.0', '127.0.0.1', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Leaves the cluster: connections that the primary has sent meanwhile go back to it. */
export async function leaveCluster(): Promise<void> {
  const { worker } = cluster
  if (!process.connected || worker === undefined) return
  await new Promise<void>((resolve) => {
    process.once('disconnect', resolve)
    worker.disconnect()
  })
}
