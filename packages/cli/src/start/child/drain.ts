import { once } from 'node:events'
import type { Server } from 'node:net'
import type { Applications } from './applications.ts'
import { endKeptConnections } from './kept-connections.ts'
import type { PrimaryLink } from './primary-link.ts'
import { leaveCluster, type Servers } from './servers.ts'
import type { HeldSignals } from './signals.ts'

interface Parts {
  readonly applications: Applications
  readonly servers: Servers
  readonly signals: HeldSignals
  readonly link: PrimaryLink
}

/**
 * Ends a worker when its requests are finished. If the program listens for SIGTERM or SIGINT, as
 * `webapp.shutdown` does, the program ends itself. Otherwise this closes its servers.
 */
export class Drain {
  readonly #parts: Parts
  #hasBegun = false
  /** Whether the program ends itself, with a time limit of its own. */
  #isLeftToProgram = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  begin(timeout: number): void {
    if (this.#hasBegun) return
    this.#hasBegun = true
    const { servers, signals } = this.#parts
    for (const server of servers.listening()) endKeptConnections(server)
    setTimeout(() => this.#expire(), timeout).unref()
    this.#isLeftToProgram = signals.passOn()
    if (!this.#isLeftToProgram) {
      void this.#close(timeout)
      return
    }
    // A library may listen for the signal to save its data, and leave the servers as they are.
    setTimeout(() => this.#closeIfForgotten(timeout / 2), timeout / 2).unref()
  }

  #closeIfForgotten(timeout: number): void {
    const { applications, servers } = this.#parts
    const all = servers.all()
    const isForgotten = !applications.isClosing && all.every(({ listening }) => listening)
    if (!isForgotten) return
    this.#isLeftToProgram = false
    void this.#close(timeout)
  }

  async #close(timeout: number): Promise<void> {
    const { applications, servers } = this.#parts
    const open = servers.listening()
    const closing = [applications.close(timeout), ...open.map(closed)]
    // Those that no application of webapp has closed.
    for (const server of servers.listening()) server.close()
    await Promise.all(closing)
    await leaveCluster()
    process.exit()
  }

  #expire(): void {
    const { link, servers } = this.#parts
    const counting = servers.all().map(countConnections)
    void Promise.all(counting).then((counts) => {
      const connections = counts.reduce((sum, count) => sum + count, 0)
      link.send({ type: 'expired', connections })
      // The primary waits a little longer for a program with a limit of its own.
      if (!this.#isLeftToProgram) setImmediate(() => process.exit())
    })
  }
}

async function closed(server: Server): Promise<void> {
  await once(server, 'close')
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((_error, count = 0) => resolve(count))
  })
}
