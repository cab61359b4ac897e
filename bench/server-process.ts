import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { nextMessage } from './child-messages.ts'
import type { FoundCandidate } from './discover.ts'
import type { Plan } from './plan.ts'
import type { Protocol } from './scenario.ts'
import type { FromServer, ToServer, Usage } from './server/messages.ts'

const main = fileURLToPath(new URL('./server/main.js', import.meta.url))

/** Why a candidate does not take part; part of the results, not a failure of the run. */
export class UnableError extends Error {}

/** The process of one candidate, listening. */
export class ServerProcess {
  readonly origin: string
  readonly #child: ChildProcess

  constructor(child: ChildProcess, port: number, protocol: Protocol = 'http') {
    this.#child = child
    this.origin = `${protocol === 'http' ? 'http' : 'https'}://127.0.0.1:${port}`
  }

  async usage(): Promise<Usage> {
    if (!this.#child.connected) throw new UnableError('ended under load')
    this.#tell({ type: 'usage' })
    const answer = await nextWord(this.#child)
    if (answer.type !== 'usage') throw new UnableError(`did not say its usage, but ${answer.type}`)
    return answer
  }

  /** Lets the process end by itself: a profile is written only then. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exit = once(this.#child, 'exit')
    this.#tell({ type: 'stop' })
    await exit
  }

  #tell(message: ToServer): void {
    // One that has just ended cannot be told: its exit says so, and no error has to.
    this.#child.send(message, () => {})
  }
}

export interface ServerOptions {
  readonly plan: Plan
  readonly protocol?: Protocol
  /** The program that runs it. */
  readonly node: string
  /** Options of Node. */
  readonly flags?: readonly string[]
}

export async function startServer(
  candidate: FoundCandidate,
  { plan, protocol = 'http', node, flags = [] }: ServerOptions,
): Promise<ServerProcess> {
  const child = fork(main, [candidate.module, candidate.name, JSON.stringify(plan), protocol], {
    // Not those of this process: the loader for TypeScript must not run in the server.
    execArgv: ['--no-deprecation', ...flags],
    execPath: node,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_OPTIONS: '',
      NO_DEPRECATION: '*',
      ...candidate.env,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const complaint = collectComplaint(child)
  const first = await nextWord(child)
  if (first.type === 'listening') return new ServerProcess(child, first.port, protocol)
  child.kill()
  const reason = first.type === 'unable' ? first.reason : 'said nothing of use'
  throw new UnableError([reason, ...complaint()].join(': '))
}

/** A process that ends instead is one that is unable. */
async function nextWord(child: ChildProcess): Promise<FromServer> {
  return nextMessage<FromServer>(child).catch((error: Error) => ({
    type: 'unable',
    reason: error.message,
  }))
}

/** What a process says on standard error is of interest only when it does not start. */
function collectComplaint(child: ChildProcess): () => string[] {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-4096)
  })
  return () => text.match(/^\w*Error.*$/m)?.slice(0, 1) ?? []
}
