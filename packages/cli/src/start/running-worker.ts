import cluster, { type Worker } from 'node:cluster'
import { constants } from 'node:os'
import { saveConnections } from './lost-connections.ts'
import {
  type PrimaryMessage,
  SETTINGS_VARIABLE,
  unwrap,
  type WorkerMessage,
  type WorkerSettings,
  wrap,
} from './messages.ts'

/** How long a worker may take to listen on further addresses after the first one, in milliseconds. */
const SETTLING = 5000

/** How much longer than its time limit a worker may take, for what the program does at its end. */
const EXTRA = 2000

/** How a worker ended. */
export interface Ending {
  /** As a shell reports it: 128 and the number of the signal, for a worker that a signal ended. */
  readonly status: number
  readonly signal: NodeJS.Signals | undefined
}

export interface WorkerOptions {
  readonly slot: number
  readonly env: NodeJS.ProcessEnv
  readonly settings: WorkerSettings
  /** Addresses on which the worker listens before it counts as ready. */
  readonly expected: ReadonlySet<string>
  /** The number of reloads before its start. */
  readonly generation: number
  /** Whether other workers than this one accept connections. */
  readonly hasOthers: (worker: RunningWorker) => boolean
  readonly onMessage: (worker: RunningWorker, message: WorkerMessage) => void
}

/** One process of the program. */
export class RunningWorker {
  readonly slot: number
  readonly generation: number
  /** Resolves to whether the worker listens; false if it ended before. */
  readonly ready: Promise<boolean>
  readonly ended: Promise<Ending>
  /** The addresses that other workers have, too. */
  readonly shared = new Set<string>()
  readonly urls = new Set<string>()
  isReady = false
  isRetired = false
  hasEnded = false
  /** Whether the worker has shown that its event loop runs, since this was set to false. */
  isAlive = true
  readonly #worker: Worker
  readonly #expected: ReadonlySet<string>
  readonly #start = performance.now()
  #readyAt = Number.POSITIVE_INFINITY
  /** Messages for a worker whose preload file does not listen yet; `undefined` from then on. */
  #waiting: PrimaryMessage[] | undefined = []
  #setReady: (isReady: boolean) => void = () => undefined
  #settling: NodeJS.Timeout | undefined

  constructor({ slot, env, settings, expected, generation, hasOthers, onMessage }: WorkerOptions) {
    this.slot = slot
    this.generation = generation
    this.#expected = expected
    this.#worker = cluster.fork({ ...env, [SETTINGS_VARIABLE]: JSON.stringify(settings) })
    saveConnections(this.#worker, () => hasOthers(this))
    this.ready = new Promise((resolve) => {
      this.#setReady = resolve
    })
    this.ended = this.#waitForEnd()
    this.#worker.process.on('internalMessage', (value: unknown) => {
      const message = unwrap<WorkerMessage>(value)
      if (message === undefined) return
      if (message.type === 'alive') this.#noteSign()
      else if (message.type === 'listening') this.#noteAddress(message)
      else onMessage(this, message)
    })
  }

  get pid(): number | undefined {
    return this.#worker.process.pid
  }

  /** How long the worker has run, in milliseconds. */
  get age(): number {
    return performance.now() - this.#start
  }

  /** How long the worker has handled requests, in milliseconds. */
  get served(): number {
    return performance.now() - this.#readyAt
  }

  /** Lets the worker finish its requests, and kills it if that takes much longer than the limit. */
  async retire(timeout: number): Promise<Ending> {
    this.isRetired = true
    this.#send({ type: 'drain', timeout })
    const force = setTimeout(() => this.kill(), timeout + EXTRA)
    const ending = await this.ended
    clearTimeout(force)
    return ending
  }

  kill(): void {
    this.isRetired = true
    if (!this.hasEnded) this.#worker.process.kill('SIGKILL')
  }

  /** Asks for a sign of life, which sets `isAlive`. */
  ask(): void {
    this.isAlive = false
    this.#send({ type: 'ask' })
  }

  #send(message: PrimaryMessage): void {
    if (this.#waiting !== undefined) this.#waiting.push(message)
    // The worker may have ended, which `ended` tells.
    else if (this.#worker.isConnected()) this.#worker.process.send?.(wrap(message), () => undefined)
  }

  #noteSign(): void {
    this.isAlive = true
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const message of waiting) this.#send(message)
  }

  #noteAddress(message: Extract<WorkerMessage, { type: 'listening' }>): void {
    this.urls.add(message.url)
    if (message.isShared) this.shared.add(message.url)
    const isComplete = [...this.#expected].every((url) => this.shared.has(url))
    if (isComplete && message.pending === 0) this.#becomeReady()
    // New code may have other addresses, and a program may do without one of them.
    else this.#settling ??= setTimeout(() => this.#becomeReady(), SETTLING)
  }

  #becomeReady(): void {
    clearTimeout(this.#settling)
    if (this.hasEnded) return
    this.isReady = true
    this.#readyAt = performance.now()
    this.#setReady(true)
  }

  #waitForEnd(): Promise<Ending> {
    return new Promise((resolve) => {
      const end = (code: number | null, signal: NodeJS.Signals | null) => {
        clearTimeout(this.#settling)
        this.hasEnded = true
        this.#setReady(false)
        resolve({ status: statusOf(code, signal), signal: signal ?? undefined })
      }
      this.#worker.once('exit', end)
      this.#worker.on('error', () => {
        // The system could not start the process. Other errors concern messages to one that ended.
        if (this.pid === undefined) end(null, null)
      })
    })
  }
}

/** Node reports a process that it could not start with a negative code. */
function statusOf(code: number | null, signal: NodeJS.Signals | null): number {
  if (signal !== null) return 128 + constants.signals[signal]
  return code !== null && code >= 0 ? code : 1
}
