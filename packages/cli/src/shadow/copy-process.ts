import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { readLines } from '../dev/read-lines.ts'
import { BackOff } from '../start/back-off.ts'
import { withGuards } from './copy/node-options.ts'
import {
  COPY_VARIABLE,
  type CopyMessage,
  type CopySettings,
  type Listening,
  type Wish,
} from './protocol.ts'

/** The pipe for messages: after standard input, output and error. */
const PIPE = 3

/** How much of the end of standard error is kept. */
const KEPT_OUTPUT = 4000

/** A copy that ran so long, in milliseconds, was not started in vain. */
const STABLE = 30_000

/** After so many ends without a server, requests no longer wait for a copy. It is still started again. */
const VAIN_STARTS = 4

export interface CopyPlan {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  readonly flags: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly folder: string
  readonly settings: Omit<CopySettings, 'pipe'>
}

/** Where a copy serves the requests of one server of the program. */
export interface CopyServer {
  readonly at: number | string
  readonly port: number
  readonly isSecure: boolean
}

export interface CopyEnd {
  readonly reason: string
  readonly pause: number
  /** The end of its standard error. */
  readonly output: string
}

/** The program once more, in a process of its own. It is started again whenever it ends. */
export class CopyProcess {
  readonly name: string
  readonly #plan: CopyPlan
  readonly #backOff = new BackOff(STABLE)
  readonly #onEnd: (end: CopyEnd) => void
  #child: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined
  #waiting: (() => void)[] = []
  #isStopped = false
  #endsWhenReady = 0
  servers: CopyServer[] = []
  /** How often it ended. */
  ends = 0
  /** Rejections that the program did not catch. */
  rejections = 0
  lastEnd: CopyEnd | undefined

  constructor(plan: CopyPlan, onEnd: (end: CopyEnd) => void) {
    this.name = plan.name
    this.#plan = plan
    this.#onEnd = onEnd
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  get isReady(): boolean {
    return this.servers.length > 0
  }

  start(): void {
    const { file, args, flags, env, folder, settings } = this.#plan
    const started = Date.now()
    const child = spawn(process.execPath, [...flags, file, ...args], {
      cwd: folder,
      env: {
        ...env,
        NODE_OPTIONS: withGuards(env.NODE_OPTIONS),
        [COPY_VARIABLE]: JSON.stringify({ ...settings, pipe: PIPE }),
      },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      // A signal of the terminal is meant for the program, and ends the copies after it.
      detached: true,
    })
    this.#child = child
    let output = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-KEPT_OUTPUT)
    })
    const pipe = child.stdio[PIPE] as Duplex
    pipe.on('error', () => undefined)
    readLines(pipe, (line) => this.#receive(parseMessage(line)))
    child.on('error', (error) => {
      output += error.message
    })
    child.once('close', (code, signal) => {
      this.servers = []
      if (this.#isStopped) return
      this.ends++
      const pause = this.#backOff.next(Date.now() - started)
      this.lastEnd = { reason: signal ?? `status ${code}`, pause, output }
      this.#onEnd(this.lastEnd)
      this.#timer = setTimeout(() => this.start(), pause)
    })
  }

  #receive(message: CopyMessage | undefined): void {
    if (message?.type === 'rejection') this.rejections++
    if (message?.type === 'listening') this.#addServer(message)
  }

  #addServer({ at, port, kind }: Listening): void {
    if (kind === 'other') return
    if (this.servers.some((server) => server.port === port)) return
    this.#endsWhenReady = this.ends
    this.servers.push({ at, port, isSecure: kind === 'https' })
    for (const notify of this.#waiting.splice(0)) notify()
  }

  /** The server that stands for one of the program. */
  serverFor({ at, order }: { at: number | string; order: number }): CopyServer | undefined {
    const same = this.servers.filter((server) => server.at === at)
    return same.length === 1 ? same[0] : (this.servers[order] ?? this.servers[0])
  }

  /** Resolves when it serves requests, or after some milliseconds. */
  async ready(timeout: number): Promise<boolean> {
    if (this.isReady || this.ends - this.#endsWhenReady >= VAIN_STARTS) return this.isReady
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeout)
      this.#waiting.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
    return this.isReady
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    for (const notify of this.#waiting.splice(0)) notify()
    this.#child?.kill('SIGKILL')
  }

  /** What it wanted to use outside of its process, so far. */
  get wishes(): Wish[] {
    return readWishes(this.#plan.settings.wishes)
  }

  /** The routes of the program, such as `GET /users/:id`, as far as it has reported them. */
  get routes(): string[] {
    const { routes } = this.#plan.settings
    if (routes === undefined || !existsSync(routes.file)) return []
    return JSON.parse(readFileSync(routes.file, 'utf8')) as string[]
  }
}

function parseMessage(line: string): CopyMessage | undefined {
  try {
    return JSON.parse(line) as CopyMessage
  } catch {
    return undefined // The program has written it.
  }
}

/** The processes of a copy append lines, and several may report the same wish. */
function readWishes(path: string): Wish[] {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return []
  }
  // The last line may not be complete yet.
  const lines = text.split('\n').slice(0, -1)
  return [...new Set(lines)].map((line) => JSON.parse(line) as Wish)
}
