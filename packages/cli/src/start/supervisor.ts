import cluster from 'node:cluster'
import { constants } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { BackOff } from './back-off.ts'
import type { WorkerMessage } from './messages.ts'
import type { Notices } from './notices.ts'
import { formatBytes } from './quantities.ts'
import { type Ending, RunningWorker } from './running-worker.ts'
import type { ServiceManager } from './service-manager.ts'

/** How long a program may start without a notice, in milliseconds. */
const SLOW_START = 30_000

export interface Plan {
  readonly file: string
  readonly args: readonly string[]
  readonly folder: string
  readonly workers: number
  readonly timeout: number
  readonly maxMemory: number | undefined
  readonly env: NodeJS.ProcessEnv
  /** The flags of Node for new workers. */
  flags(): readonly string[]
}

/** A place for one worker, which others take when it ends. */
interface Slot {
  worker: RunningWorker | undefined
  readonly crashes: BackOff
  readonly replacements: BackOff
}

type EndSignal = 'SIGTERM' | 'SIGINT'

/** Keeps the workers of a program running: the primary of a cluster. */
export class Supervisor {
  /** Resolves to the exit status of the command, when all workers have ended. */
  readonly finished: Promise<number>
  readonly #plan: Plan
  readonly #notices: Notices
  readonly #manager: ServiceManager
  readonly #slots: readonly Slot[]
  /** All processes, also those that are starting or finishing their requests. */
  readonly #running = new Set<RunningWorker>()
  readonly #ending = new AbortController()
  readonly #recycling = new WeakSet<RunningWorker>()
  /** What the last worker listens on, for its successors. */
  #addresses: ReadonlySet<string> = new Set()
  #finish: (status: number) => void = () => undefined
  /** Replacements in turn: never are two workers of the same order away at once. */
  #turn = Promise.resolve()
  #generation = 0
  #wantsReload = false

  constructor(plan: Plan, notices: Notices, manager: ServiceManager) {
    this.#plan = plan
    this.#notices = notices
    this.#manager = manager
    this.#slots = Array.from({ length: plan.workers }, () => ({
      worker: undefined,
      crashes: new BackOff(60_000),
      // A leak that takes longer to reach the limit must not grow for the time of a pause.
      replacements: new BackOff(5000),
    }))
    this.finished = new Promise((resolve) => {
      this.#finish = resolve
    })
  }

  /** Starts one worker, and the others when it listens: a program that fails does so only once. */
  start(): Promise<void> {
    this.#takeTurn(() => this.#startAll())
    return this.#turn
  }

  async #startAll(): Promise<void> {
    const start = performance.now()
    this.#setUp()
    const slow = setInterval(() => {
      this.#notices.info('waiting for the program to listen', { after: seconds(start) })
    }, SLOW_START).unref()
    const [first, ...others] = this.#slots.keys()
    const isUp = (await this.#fill(first)) && (await all(others.map((slot) => this.#fill(slot))))
    clearInterval(slow)
    if (!isUp || this.#isEnding) return
    const workers = this.#slots.length
    const url = [...this.#urls()].join(' ')
    this.#notices.info('ready', { workers, url, pid: process.pid, ms: Math.round(since(start)) })
    this.#manager.ready(describe(workers))
    this.#watchForManager()
  }

  /** Replaces all workers, one by one. */
  reload(): void {
    if (this.#wantsReload) return
    this.#wantsReload = true
    this.#takeTurn(async () => {
      this.#wantsReload = false
      if (this.#isEnding) return
      this.#generation++
      const start = performance.now()
      this.#notices.info('reloading', { workers: this.#slots.length })
      this.#manager.reloading()
      const isDone = await this.#replaceAll()
      if (this.#isEnding) return
      this.#manager.ready(describe(this.#slots.length))
      if (isDone) this.#notices.info('reloaded', { ms: Math.round(since(start)) })
      else this.#notices.failure('reload stopped; the old workers go on')
    })
  }

  /** Ends all workers when their requests are finished. A second call ends them at once. */
  end(signal: EndSignal): void {
    if (this.#isEnding) {
      this.#notices.info('ending at once', { signal })
      for (const worker of this.#running) worker.kill()
      this.#finish(128 + constants.signals[signal])
      return
    }
    const { timeout } = this.#plan
    this.#notices.info('ending', { signal, workers: this.#running.size, timeout: `${timeout}ms` })
    void this.#endAll().then((status) => {
      this.#notices.info('ended', { status })
      this.#finish(status)
    })
  }

  /** Resolves to 0 if all workers have ended well. */
  async #endAll(): Promise<number> {
    this.#ending.abort()
    this.#manager.stopping()
    const { timeout } = this.#plan
    const endings = await Promise.all([...this.#running].map((worker) => worker.retire(timeout)))
    await this.#manager.flush()
    const failed = endings.find(({ status }) => status !== 0)
    return failed?.signal === undefined ? (failed?.status ?? 0) : 1
  }

  get #isEnding(): boolean {
    return this.#ending.signal.aborted
  }

  /** Read before each start of workers, because new code may need other flags. */
  #setUp(): void {
    const { file, args, folder, flags } = this.#plan
    cluster.setupPrimary({ exec: file, args: [...args], cwd: folder, execArgv: [...flags()] })
  }

  /** Starts the first worker of a slot. If it cannot start, the command ends with its status. */
  async #fill(at = 0): Promise<boolean> {
    const worker = this.#launch(at)
    if (await worker.ready) return this.#place(worker)
    const { status, signal } = await worker.ended
    if (this.#isEnding) return false
    const reason = signal ?? `status ${status}`
    this.#notices.failure('the program ended before it listened', { reason, pid: worker.pid })
    await this.#endAll()
    this.#finish(status)
    return false
  }

  #launch(slot: number): RunningWorker {
    const { env, maxMemory } = this.#plan
    const worker = new RunningWorker({
      slot,
      env,
      settings: { maxMemory },
      expected: this.#addresses,
      generation: this.#generation,
      hasOthers: (worker) => this.#hasOthers(worker),
      onMessage: (...args) => this.#take(...args),
    })
    this.#running.add(worker)
    void worker.ended.then((ending) => this.#onEnd(worker, ending))
    return worker
  }

  /**
   * Gives a worker that listens its slot, and ends the one that had it. Resolves to whether it has the
   * slot: meanwhile the slot may have been filled otherwise.
   */
  async #place(worker: RunningWorker, old?: RunningWorker): Promise<boolean> {
    const slot = this.#slots[worker.slot]
    const current = slot?.worker
    const isTaken = current && current !== old && current.generation >= worker.generation
    if (slot === undefined || isTaken || this.#isEnding) {
      await worker.retire(this.#plan.timeout)
      return false
    }
    slot.worker = worker
    this.#addresses = worker.shared
    await current?.retire(this.#plan.timeout)
    return !this.#isEnding
  }

  #onEnd(worker: RunningWorker, { status, signal }: Ending): void {
    this.#running.delete(worker)
    const slot = this.#slots[worker.slot]
    if (slot?.worker !== worker) return
    slot.worker = undefined
    if (worker.isRetired || this.#isEnding) return
    const reason = signal ?? `status ${status}`
    this.#notices.failure('worker ended', { pid: worker.pid, reason, after: `${worker.age | 0}ms` })
    void this.#restart(worker.slot, worker.age)
  }

  /** Starts a worker for a slot that is empty, after a growing pause, until one listens. */
  async #restart(at: number, age: number): Promise<void> {
    const slot = this.#slots[at]
    if (slot === undefined) return
    const pause = slot.crashes.next(age)
    if (pause > 0) {
      this.#notices.failure('waiting before the next start', { pause: `${pause}ms` })
      await this.#pause(pause)
    }
    if (this.#isEnding || slot.worker !== undefined) return
    const worker = this.#tryLaunch(at)
    if (worker !== undefined && (await worker.ready)) {
      this.#notices.info('worker ready', { pid: worker.pid })
      await this.#place(worker)
      return
    }
    if (this.#isEnding) return
    const ending = await worker?.ended
    const reason = ending?.signal ?? `status ${ending?.status ?? 1}`
    this.#notices.failure('a worker ended before it listened', { pid: worker?.pid, reason })
    await this.#restart(at, 0)
  }

  /** The flags may not be found, for example while the packages of the program are installed anew. */
  #tryLaunch(at: number): RunningWorker | undefined {
    try {
      this.#setUp()
      return this.#launch(at)
    } catch (error) {
      this.#notices.failure('cannot start a worker', { error: (error as Error).message })
      return undefined
    }
  }

  async #replaceAll(): Promise<boolean> {
    for (const [at, slot] of this.#slots.entries()) {
      if (slot.worker?.generation === this.#generation) continue
      if (!(await this.#replace(at))) return false
    }
    return true
  }

  /** Starts a new worker, and ends the old one when the new one listens. */
  async #replace(at: number): Promise<boolean> {
    if (this.#isEnding) return false
    const old = this.#slots[at]?.worker
    const worker = this.#tryLaunch(at)
    if (worker === undefined) return false
    if (!(await worker.ready)) {
      const { status, signal } = await worker.ended
      if (this.#isEnding) return false
      const reason = signal ?? `status ${status}`
      this.#notices.failure('the new worker ended before it listened', { pid: worker.pid, reason })
      return false
    }
    this.#notices.info('worker replaced', { pid: worker.pid, old: old?.pid })
    await this.#place(worker, old)
    return !this.#isEnding
  }

  #take(worker: RunningWorker, message: WorkerMessage): void {
    const { pid } = worker
    if (message.type === 'expired') {
      const { connections } = message
      this.#notices.failure('worker reached its time limit', { pid, connections })
    } else if (message.type === 'taken') {
      const advice = 'it listens with exclusive: remove that, or use --workers 1'
      this.#notices.failure('a worker wants a port for itself', { port: message.url, advice })
    } else if (message.type === 'retire') {
      this.#recycle(worker, 'SIGTERM to the worker')
    } else if (message.type === 'memory') {
      this.#recycle(worker, `memory ${formatBytes(message.bytes)}`)
    }
  }

  /** Replaces one worker gracefully. A limit that each worker exceeds at once must not loop. */
  #recycle(worker: RunningWorker, reason: string): void {
    const slot = this.#slots[worker.slot]
    if (slot?.worker !== worker || worker.isRetired || this.#isEnding) return
    if (this.#recycling.has(worker)) return
    this.#recycling.add(worker)
    const pause = slot.replacements.next(worker.served)
    this.#notices.info('replacing worker', { pid: worker.pid, reason, pause: `${pause}ms` })
    void this.#pause(pause).then(() =>
      this.#takeTurn(async () => {
        if (slot.worker === worker && !this.#isEnding) await this.#replace(worker.slot)
        this.#recycling.delete(worker)
      }),
    )
  }

  #takeTurn(task: () => Promise<void>): void {
    this.#turn = this.#turn.then(task)
  }

  async #pause(ms: number): Promise<void> {
    await wait(ms, undefined, this.#ending).catch(() => undefined)
  }

  /** Tells systemd that the service works, as long as at least one worker does. */
  #watchForManager(): void {
    const interval = this.#manager.watchdogInterval / 2
    if (interval === 0) return
    const ask = () => {
      const workers = this.#slots.flatMap(({ worker }) => worker ?? [])
      if (workers.some(({ isAlive }) => isAlive)) this.#manager.alive()
      for (const worker of workers) worker.ask()
    }
    ask()
    const asking = setInterval(ask, interval)
    void this.finished.then(() => clearInterval(asking))
  }

  /** Whether another worker listens and is not about to end. */
  #hasOthers(worker: RunningWorker): boolean {
    return [...this.#running].some(
      (other) => other !== worker && other.isReady && !other.hasEnded && !other.isRetired,
    )
  }

  #urls(): Set<string> {
    return new Set(this.#slots.flatMap(({ worker }) => [...(worker?.urls ?? [])]))
  }
}

async function all(results: readonly Promise<boolean>[]): Promise<boolean> {
  return (await Promise.all(results)).every(Boolean)
}

function since(start: number): number {
  return performance.now() - start
}

function seconds(start: number): string {
  return `${Math.round(since(start) / 1000)}s`
}

function describe(workers: number): string {
  return workers === 1 ? '1 worker' : `${workers} workers`
}
