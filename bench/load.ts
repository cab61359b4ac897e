import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nextMessage } from './child-messages.ts'
import type { LoadOrder, LoadReport, OpenLoopOrder, OpenLoopReport } from './load/order.ts'

export const loadKinds = ['sockets', 'wrk'] as const

/** What makes the requests: our own program for quick work, `wrk` for what is published. */
export type LoadKind = (typeof loadKinds)[number]

/** One process that makes the requests of all rounds, so that it is the same for all servers. */
export class Load {
  readonly kind: LoadKind
  readonly #child: ChildProcess

  constructor(kind: LoadKind) {
    if (kind === 'wrk' && !isInstalled(kind)) {
      throw new Error(
        "wrk is not installed: take it from your system's packages, or --load sockets",
      )
    }
    this.kind = kind
    this.#child = startProgram(kind)
  }

  async run(order: LoadOrder): Promise<LoadReport> {
    this.#child.send(order)
    return nextMessage<LoadReport>(this.#child)
  }

  stop(): void {
    this.#child.kill()
  }
}

/** The load at a fixed rate, from which latency is measured. */
export class OpenLoad {
  readonly #child = startProgram('open-loop-main')

  async run(order: OpenLoopOrder): Promise<OpenLoopReport> {
    this.#child.send(order)
    return nextMessage<OpenLoopReport>(this.#child)
  }

  stop(): void {
    this.#child.kill()
  }
}

function startProgram(name: string): ChildProcess {
  const main = fileURLToPath(new URL(`./load/${name}.js`, import.meta.url))
  return fork(main, [], { execArgv: [], env: { ...process.env, NODE_OPTIONS: '' } })
}

/** Whether a program can be started here. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined
}
