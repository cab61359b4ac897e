import { inspect } from 'node:util'
import { httpError } from '../errors/http-error.ts'
import { clearAlarm, now, setAlarm } from './clock.ts'
import type { HealthCheck, HealthCheckReport } from './ops-types.ts'

interface ProbeLimits {
  /** Milliseconds. */
  readonly timeout: number
  readonly cache: number
}

/** After so many times the time limit, a check that never ended may run again. */
const GIVEN_UP = 10

/** A named check with a time limit, which runs once for all requests that arrive meanwhile. */
export class HealthProbe {
  readonly name: string
  readonly #check: HealthCheck
  readonly #limits: ProbeLimits
  #running: Promise<HealthCheckReport> | undefined
  #last: { readonly report: HealthCheckReport; readonly at: number } | undefined
  /** When the check was called whose call has not ended. */
  #calledAt: number | undefined

  constructor(name: string, check: HealthCheck, limits: ProbeLimits) {
    if (typeof check !== 'function') {
      throw new TypeError(`health(): the check ${name} must be a function, got ${inspect(check)}`)
    }
    this.name = name
    this.#check = check
    this.#limits = limits
  }

  /** Never rejects. */
  run(): Promise<HealthCheckReport> {
    if (this.#running !== undefined) return this.#running
    const last = this.#last
    if (last !== undefined && (now() - last.at < this.#limits.cache || this.#hangs())) {
      return Promise.resolve(last.report)
    }
    this.#running = this.#measure().then((report) => {
      this.#running = undefined
      this.#last = { report, at: now() }
      return report
    })
    return this.#running
  }

  /** A check that hangs holds a connection, perhaps. Further calls could take all of them. */
  #hangs(): boolean {
    return this.#calledAt !== undefined && now() - this.#calledAt < this.#limits.timeout * GIVEN_UP
  }

  async #measure(): Promise<HealthCheckReport> {
    const start = now()
    const report = (status: HealthCheckReport['status'], error?: unknown): HealthCheckReport => ({
      status,
      ms: Math.round(now() - start),
      ...(error === undefined ? {} : { error: messageOf(error) }),
    })
    const controller = new AbortController()
    const { timeout } = this.#limits
    let end: () => void = () => {}
    const late = new Promise<'late'>((resolve) => {
      end = () => resolve('late')
    })
    const alarm = setAlarm(timeout, () => {
      controller.abort(timeoutError(this.name, timeout))
      end()
    })
    try {
      const outcome = await Promise.race([this.#call(start, controller.signal), late])
      if (outcome === 'late') return report('timeout', controller.signal.reason)
      return outcome.value === false ? report('failed', 'the check returned false') : report('ok')
    } catch (error) {
      return report('failed', error)
    } finally {
      clearAlarm(alarm)
    }
  }

  /** In an object, because a check may return any value. */
  async #call(start: number, signal: AbortSignal): Promise<{ readonly value: unknown }> {
    this.#calledAt = start
    try {
      return { value: await this.#check(signal) }
    } finally {
      if (this.#calledAt === start) this.#calledAt = undefined
    }
  }
}

function timeoutError(name: string, timeout: number): Error {
  return httpError(503, `the check ${name} took longer than ${timeout} ms`, {
    name: 'TimeoutError',
  })
}

/** A check may throw any value. The error of several connections has a code, and no message. */
function messageOf(error: unknown): string {
  try {
    const { message, code, name } = error as Partial<NodeJS.ErrnoException>
    return String((error instanceof Error && (message || code || name)) || error)
  } catch {
    return 'an error that cannot be shown'
  }
}
