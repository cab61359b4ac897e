import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nextMessage } from './child-messages.ts'
import type { LoadOrder, LoadReport } from './load/order.ts'

/** What makes the requests: `autocannon` for figures, `plain` where no peer is installed. */
export type LoadKind = 'autocannon' | 'plain'

/** One process that makes the requests of all rounds, so that it is warm like the servers. */
export class Load {
  readonly #child: ChildProcess

  constructor(kind: LoadKind) {
    const main = fileURLToPath(new URL(`./load/${kind}.js`, import.meta.url))
    this.#child = fork(main, [], { execArgv: [], env: { ...process.env, NODE_OPTIONS: '' } })
  }

  async run(order: LoadOrder): Promise<LoadReport> {
    this.#child.send(order)
    return nextMessage<LoadReport>(this.#child)
  }

  stop(): void {
    this.#child.kill()
  }
}
