import { constants } from 'node:os'
import { inspect } from 'node:util'
import type { Closable, CloseReport, ShutdownOptions } from '../../types/shared/lifecycle.ts'
import type { Application } from '../application.ts'
import { beginClosing, checkTimeout } from './close.ts'
import { leaveCluster } from './leave-cluster.ts'

type Signal = NodeJS.Signals

const SIGNALS: readonly Signal[] = ['SIGTERM', 'SIGINT']

/**
 * Closes applications when the process is told to end: the first signal closes them, a second one
 * ends the process at once. Returns what undoes it.
 */
export function shutdown(
  apps: Closable | readonly Closable[],
  options: ShutdownOptions = {},
): () => void {
  const ending = new Ending(checkApps([apps].flat()), options)
  const signals = checkSignals(options.signals ?? SIGNALS)
  for (const signal of signals) process.on(signal, ending.hear)
  return () => {
    for (const signal of signals) process.off(signal, ending.hear)
  }
}

class Ending {
  readonly hear: (signal: Signal) => void
  readonly #apps: readonly Closable[]
  readonly #options: ShutdownOptions
  readonly #timeout: number
  #isEnding = false

  constructor(apps: readonly Closable[], options: ShutdownOptions) {
    this.#apps = apps
    this.#options = options
    this.#timeout = checkTimeout(options.timeout)
    this.hear = (signal) => {
      if (this.#isEnding) this.#endAtOnce(signal)
      else this.#end(signal)
    }
  }

  async #end(signal: Signal): Promise<void> {
    this.#isEnding = true
    this.#tell(`${signal}: closing, what is in flight has ${describeTime(this.#timeout)}`)
    try {
      for (const app of this.#apps) beginClosing(app as Application)
      await this.#options.before?.(signal)
      const timeout = this.#timeout
      const reports = await Promise.all(this.#apps.map((app) => app.close({ timeout })))
      await this.#options.after?.(signal)
      this.#tell(describeReports(reports))
      process.exitCode ??= 0
    } catch (error) {
      this.#tell(`could not close: ${inspect(error)}`)
      process.exitCode = 1
    }
    if (this.#options.exit === false) return
    await leaveCluster()
    process.exit()
  }

  #endAtOnce(signal: Signal): void {
    this.#tell(`${signal}: the second signal, ending at once`)
    // What a shell tells of a process that the signal itself has ended.
    process.exit(128 + constants.signals[signal])
  }

  #tell(notice: string): void {
    const { log = writeNotice } = this.#options
    if (log) log(notice)
  }
}

function writeNotice(notice: string): void {
  process.stderr.write(`webapp: ${notice}\n`)
}

function describeTime(timeout: number): string {
  if (timeout === Number.POSITIVE_INFINITY) return 'as long as it takes'
  return timeout < 1000 ? `${timeout} ms` : `${timeout / 1000} s`
}

/** People replace `app.close`; theirs may tell nothing. */
function describeReports(reports: readonly unknown[]): string {
  const counts = reports.map((report) => (report as CloseReport | undefined)?.forced ?? 0)
  const forced = counts.reduce((sum, count) => sum + count, 0)
  if (forced === 0) return 'closed'
  return `closed, ${forced} ${forced === 1 ? 'connection was' : 'connections were'} cut off`
}

function checkApps(apps: readonly Closable[]): readonly Closable[] {
  for (const app of apps) {
    if (typeof app?.close === 'function') continue
    throw new TypeError(`shutdown takes an application or a list of them, got ${inspect(app)}`)
  }
  return apps
}

function checkSignals(signals: readonly Signal[]): readonly Signal[] {
  for (const signal of signals) {
    if (Object.hasOwn(constants.signals, signal)) continue
    throw new TypeError(`signals must be names such as 'SIGTERM', got ${inspect(signal)}`)
  }
  return signals
}
