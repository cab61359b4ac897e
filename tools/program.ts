import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface ProgramOptions {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** The user that runs the program, where the test runs as root and the program refuses that. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
  /** The signal of `stop`; SIGTERM if missing. */
  readonly stopSignal?: NodeJS.Signals
  /** Whether the program handles requests now. It is asked until it says so. */
  isReady(program: Program): Promise<boolean>
}

const running = new Map<ChildProcess, NodeJS.Signals>()
// A test that fails in between must not leave servers behind. SIGKILL would leave the workers of nginx.
process.on('exit', () => {
  for (const [child, signal] of running) child.kill(signal)
})

/** A server that a test starts, stops and starts again. It ends with the test process at the latest. */
export class Program {
  readonly options: ProgramOptions
  #child: ChildProcess | undefined
  #output = ''

  constructor(options: ProgramOptions) {
    this.options = options
  }

  /** The last part of what the program wrote on standard output and standard error. */
  get output(): string {
    return this.#output
  }

  get pid(): number {
    const pid = this.#child?.pid
    if (pid === undefined) throw new Error(`${this.options.name} is not running`)
    return pid
  }

  get #stopSignal(): NodeJS.Signals {
    return this.options.stopSignal ?? 'SIGTERM'
  }

  /** Resolves when the program is ready. */
  async start(): Promise<void> {
    const { name, command, args, env, cwd, user } = this.options
    if (this.#child) throw new Error(`${name} is running already, as process ${this.pid}`)
    const child = spawn(command, args, {
      ...(cwd === undefined ? {} : { cwd }),
      ...user,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    running.set(child, this.#stopSignal)
    this.#output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-40_000)
      })
    }
    let failure: Error | undefined
    child.once('error', (error) => {
      failure = error
      this.#forget(child)
    })
    child.once('exit', () => this.#forget(child))
    await this.#becomesReady(child, () => failure)
  }

  /** Ends the program by a signal; resolves to its exit code when it has ended, or to the signal. */
  async stop(signal = this.#stopSignal): Promise<number | NodeJS.Signals> {
    const child = this.#child
    if (!child) return 0
    const exited = once(child, 'exit')
    child.kill(signal)
    const [code, killedBy] = await exited
    return code ?? killedBy
  }

  async restart(signal?: NodeJS.Signals): Promise<void> {
    await this.stop(signal)
    await this.start()
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(this.pid, signal)
  }

  #forget(child: ChildProcess): void {
    running.delete(child)
    if (this.#child === child) this.#child = undefined
  }

  async #becomesReady(child: ChildProcess, failure: () => Error | undefined): Promise<void> {
    const { name, isReady } = this.options
    for (let turn = 0; turn < 1200; turn++) {
      if (this.#child !== child) {
        throw new Error(`${name} ended before it was ready\n${this.#output}`, { cause: failure() })
      }
      if (await isReady(this)) return
      await wait(50)
    }
    await this.stop('SIGKILL')
    throw new Error(`${name} was not ready after 1200 attempts\n${this.#output}`)
  }
}

/** The file of a program in PATH or in other folders; `undefined` if it is not installed. */
export function findProgram(name: string, folders: readonly string[] = []): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter)
  for (const folder of [...path, '/usr/sbin', '/usr/local/sbin', ...folders]) {
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {}
  }
  return undefined
}
