import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** What a program wrote before it ended. */
interface Result {
  readonly status: number | null
  readonly output: string
}

/** Runs the built create-webapp. */
export function create(cwd: string, ...args: string[]): Result {
  return run(process.execPath, [MAIN, ...args], cwd)
}

/** Runs a program, and returns what it wrote. */
export function run(command: string, args: readonly string[], cwd: string): Result {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { status, output: stdout + stderr }
}

/** A program that runs until `stop`, in a group of processes of its own. */
export class Started {
  static readonly #running = new Set<ChildProcess>()

  readonly #child: ChildProcess
  #output = ''

  constructor(command: string, args: readonly string[], { cwd, env }: SpawnOptions) {
    this.#child = spawn(command, args, {
      cwd,
      env: { ...cleanEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk) => {
        this.#output += String(chunk)
        this.#child.emit('output')
      })
    }
    Started.#running.add(this.#child)
    this.#child.once('exit', () => {
      Started.#running.delete(this.#child)
      this.#child.emit('output')
    })
  }

  /** Ends what a failed test has left. */
  static killAll(): void {
    for (const { pid } of Started.#running) {
      // A program that did not start has no id, and 0 would end the process group of the tests.
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    }
  }

  /** Waits until the program has written something. */
  async wrote(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.#output)) {
      if (this.#child.exitCode !== null) {
        throw new Error(`ended without ${pattern}, wrote:\n${this.#output}`)
      }
      await once(this.#child, 'output')
    }
  }

  /** Sends SIGTERM to the program alone, and returns its exit code. */
  async end(): Promise<number | null> {
    this.#child.kill('SIGTERM')
    return this.ended()
  }

  /** Waits until the program ends by itself. */
  async ended(): Promise<number | null> {
    if (this.#child.exitCode !== null) return this.#child.exitCode
    const [code] = await once(this.#child, 'exit')
    return code
  }

  /** Ends npm and what it has started. */
  async endGroup(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const { pid } = this.#child
    if (pid === undefined) throw new Error('the program did not start')
    process.kill(-pid, 'SIGTERM')
    await once(this.#child, 'exit')
  }
}

/** The environment of a user, without what Vitest adds. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _env, VITEST: _vitest, NODE_OPTIONS: _options, ...env } = process.env
  return env
}
