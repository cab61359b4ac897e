import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

export interface CommandOptions {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
  /** Makes the process the leader of a group, as a shell does with a command. */
  readonly detached?: boolean
}

/** A running command line. */
export class RunningCommand {
  readonly child: ChildProcess
  /** Standard output and error together. */
  output = ''
  /** Resolves to the exit status, or the signal that ended the process. */
  readonly ended: Promise<number | string>
  #onOutput: (() => void)[] = []
  /** Whether the process has ended, and all that it wrote has been read. */
  #hasClosed = false

  constructor(args: readonly string[], { cwd, env, detached }: CommandOptions, main = MAIN) {
    const { NODE_ENV: _env, PORT: _port, VITEST: _vitest, ...inherited } = process.env
    this.child = spawn(process.execPath, [main, ...args], {
      cwd,
      env: { ...inherited, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached,
    })
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += stripVTControlCharacters(chunk.toString())
        for (const notify of this.#onOutput) notify()
      })
    }
    this.child.once('close', () => {
      this.#hasClosed = true
      for (const notify of this.#onOutput) notify()
    })
    this.ended = once(this.child, 'exit').then(([code, signal]) => code ?? signal)
  }

  /** Waits for output that matches, after the given position; returns the match. */
  async until(pattern: RegExp, from = 0): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.output.slice(from))
      if (match !== null) return match
      if (this.#hasClosed) throw new Error(`ended without ${pattern}, wrote:\n${this.output}`)
      await new Promise<void>((resolve) => {
        this.#onOutput.push(resolve)
      })
    }
  }

  async stop(): Promise<number | string> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGTERM')
    return this.ended
  }
}
