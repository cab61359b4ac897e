import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nextMessage } from './child-messages.ts'
import type { LoadOrder, LoadReport } from './load/order.ts'

export const loadKinds = ['sockets', 'wrk'] as const

/** What makes the requests: our own program, or `wrk` to see whether it comes to the same. */
export type LoadKind = (typeof loadKinds)[number]

/** One process that makes the requests of all rounds, so that it is the same for all servers. */
export class Load {
  readonly #child: ChildProcess

  constructor(kind: LoadKind) {
    if (kind === 'wrk' && !isInstalled(kind)) {
      throw new Error(
        "wrk is not installed: take it from your system's packages, or --load sockets",
      )
    }
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

/** Whether a program can be started here. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined
}
