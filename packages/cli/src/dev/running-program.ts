import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Duplex, Readable } from 'node:stream'
import { readLines } from './read-lines.ts'
import { type ChildSettings, SETTINGS_VARIABLE, type StartMessage } from './settings.ts'
import { StackStream } from './stack-lines.ts'

/** How much of the end of standard error is kept, for the error page. */
const KEPT_OUTPUT = 8000

/** The pipe for start messages: after standard input, output and error. */
const PIPE = 3

export interface Launch {
  readonly file: string
  readonly args: readonly string[]
  readonly flags: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly settings: ChildSettings
}

/** One run of the program. */
export class RunningProgram {
  readonly #child: ChildProcess
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** The end of what the program wrote to standard error. */
  errorOutput = ''

  constructor(
    { file, args, flags, env, settings }: Launch,
    onMessage: (message: StartMessage, reply: (text?: string) => void) => void,
  ) {
    this.#child = spawn(process.execPath, [...flags, file, ...args], {
      stdio: ['inherit', 'inherit', 'pipe', 'pipe'],
      env: { ...env, [SETTINGS_VARIABLE]: JSON.stringify({ ...settings, pipe: PIPE }) },
    })
    const pipe = this.#child.stdio[PIPE] as Duplex
    pipe.on('error', () => undefined)
    readLines(pipe, (line) => {
      if (!line.startsWith(settings.token)) return // The program has written it, not the preload file.
      const message = JSON.parse(line.slice(settings.token.length)) as StartMessage
      onMessage(message, (text = '') => pipe.write(`${text}\n`))
    })
    this.#copyErrors(this.#child.stderr as Readable, settings)
    this.ended = this.#waitForEnd()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Node writes the error that ends the program by itself, so its stack is shortened here. */
  #copyErrors(stream: Readable, { framework, fullStacks }: ChildSettings): void {
    const short = new StackStream(framework, (bytes) => process.stderr.write(bytes))
    stream.on('end', () => short.flush())
    stream.on('data', (chunk: Buffer) => {
      if (fullStacks) process.stderr.write(chunk)
      else short.add(chunk)
      this.errorOutput = (this.errorOutput + chunk.toString()).slice(-KEPT_OUTPUT)
    })
  }

  async #waitForEnd(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    try {
      const [code, signal] = await once(this.#child, 'exit')
      // The last output may arrive after the end; a process that the program left may keep it open.
      const closed = once(this.#child, 'close')
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 300).unref())])
      // A pipe that such a process keeps open does not keep `webapp dev` running.
      for (const stream of this.#child.stdio) (stream as Partial<Socket> | null)?.unref?.()
      return { code, signal }
    } catch {
      return { code: 1, signal: null }
    }
  }
}
