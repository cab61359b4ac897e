import { Console } from 'node:console'
import { constants } from 'node:os'
import { inspect } from 'node:util'
import { callSafely } from '../../errors/call-safely.ts'
import { setImmediate } from '../../runtime/timers.ts'
import type { Closable, CloseReport, ShutdownOptions } from '../../types/shared/lifecycle.ts'
import type { Application } from '../application.ts'
import { beginClosing, checkTimeout, closeServers } from './close.ts'
import { leaveCluster } from './leave-cluster.ts'

type Signal = NodeJS.Signals

/** On Windows, Ctrl+C is SIGINT, and nothing sends SIGTERM. */
export const SIGNALS: readonly Signal[] = ['SIGTERM', 'SIGINT']

/** Shutdowns that the last signal began. A program may call `shutdown` for each application. */
const underWay = new Set<Ending>()
let exits = false

/**
 * Closes applications when the process receives a signal to end. A second signal ends the process at
 * once. Returns a function that removes the signal listeners.
 */
export function closeOnSignal(
  apps: Closable | readonly Closable[],
  options: ShutdownOptions = {},
): () => void {
  const ending = new Ending(checkApps([apps].flat()), options)
  const signals = checkSignals(options.signals ?? SIGNALS)
  for (const signal of signals) process.on(signal, ending.onSignal)
  return () => {
    for (const signal of signals) process.off(signal, ending.onSignal)
  }
}

class Ending {
  readonly onSignal: (signal: Signal) => void
  readonly #apps: readonly Closable[]
  readonly #options: ShutdownOptions
  readonly #timeout: number
  #isEnding = false

  constructor(apps: readonly Closable[], options: ShutdownOptions) {
    this.#apps = apps
    this.#options = options
    this.#timeout = checkTimeout(options.timeout)
    this.onSignal = (signal) => {
      if (this.#isEnding) this.#endAtOnce(signal)
      else this.#end(signal)
    }
  }

  /** A step that fails must not keep the others from their work: requests are in flight. */
  async #end(signal: Signal): Promise<void> {
    this.#isEnding = true
    underWay.add(this)
    this.#log(`${signal} received; ${describeWait(this.#timeout)} for in-flight requests`)
    for (const app of this.#apps) beginClosing(app as Application, this.#fail)
    await this.#try(() => this.#options.before?.(signal))
    // Lets Node accept the connections in the queue of the system, which would reset them. The first
    // turn may be long, because work arrived with the signal; the second one is short.
    await nextTurn()
    await nextTurn()
    const reports = await Promise.all(this.#apps.map((app) => this.#close(app)))
    await this.#try(() => this.#options.after?.(signal))
    this.#log(describeReports(reports))
    process.exitCode ??= 0
    await this.#exit()
  }

  /** The last shutdown ends the process: the others have requests in flight. */
  async #exit(): Promise<void> {
    underWay.delete(this)
    if (this.#options.exit !== false) exits = true
    if (!exits || underWay.size > 0) return
    exits = false
    await leaveCluster()
    process.exit()
  }

  async #close(app: Closable): Promise<unknown> {
    const timeout = this.#timeout
    const start = performance.now()
    try {
      return await app.close({ timeout })
    } catch (error) {
      this.#fail(error)
      // A `close` that the program replaced may have failed before it called webapp's own one.
      const rest = Math.max(0, timeout - (performance.now() - start))
      return this.#try(() => closeServers(app as Application, rest))
    }
  }

  async #try(step: () => unknown): Promise<unknown> {
    try {
      return await step()
    } catch (error) {
      this.#fail(error)
      return undefined
    }
  }

  readonly #fail = (error: unknown): void => {
    this.#log(`shutdown failed: ${describeError(error)}`)
    process.exitCode = 1
  }

  #endAtOnce(signal: Signal): void {
    this.#log(`${signal} received again; exiting at once`)
    // The exit status that a shell reports for a process that a signal has ended.
    process.exit(128 + constants.signals[signal])
  }

  #log(notice: string): void {
    const { log = writeNotice } = this.#options
    if (!log) return
    callSafely(
      () => log(notice),
      (error) => writeNotice(`${notice} (the log function failed: ${describeError(error)})`),
    )
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Writes with a console, which ignores errors: a closed standard error must not end the process. */
function writeNotice(notice: string): void {
  new Console(process.stderr).log(`webapp: ${notice}`)
}

/** Text of an error. Programs can throw any object, also one that cannot be inspected. */
function describeError(error: unknown): string {
  try {
    return inspect(error)
  } catch {
    return 'an error that cannot be inspected'
  }
}

function describeWait(timeout: number): string {
  if (timeout === Number.POSITIVE_INFINITY) return 'waiting without limit'
  return `waiting up to ${timeout < 1000 ? `${timeout} ms` : `${timeout / 1000} s`}`
}

/** An `app.close` that the program replaced may report nothing. */
function describeReports(reports: readonly unknown[]): string {
  const counts = reports.map((report) => (report as CloseReport | undefined)?.forced ?? 0)
  const forced = counts.reduce((sum, count) => sum + count, 0)
  if (forced === 0) return 'closed'
  return `closed; ${forced} ${forced === 1 ? 'connection' : 'connections'} destroyed at the timeout`
}

function checkApps(apps: readonly Closable[]): readonly Closable[] {
  for (const app of apps) {
    if (typeof app?.close === 'function') continue
    throw new TypeError(`shutdown takes an application or a list of them, got ${inspect(app)}`)
  }
  return apps
}

/** The signals, if the platform has all of them. */
export function checkSignals(
  signals: readonly Signal[],
  known: object = constants.signals,
): readonly Signal[] {
  for (const signal of signals) {
    if (Object.hasOwn(known, signal)) continue
    throw new TypeError(`signals must be names such as 'SIGTERM', got ${inspect(signal)}`)
  }
  return signals
}
