import { clearInterval, setImmediate, setInterval } from '../runtime/timers.ts'
import { now } from './clock.ts'
import { RecentRequests } from './recent-requests.ts'

/** How often the delay of the event loop is measured, in milliseconds. */
const PERIOD = 10
/** How long every measurement must be too high before requests are refused, in milliseconds. */
const ENTRY = 200
const FEWEST = 3
/** How long no measurement may be too high before refusing ends, in milliseconds. */
const EXIT = 1000
/** How long nothing is measured any more after the last request, in milliseconds. */
const IDLE = 1000

let overloads = 0

/** Whether requests are being refused anywhere in this process. */
export function isProcessOverloaded(): boolean {
  return overloads > 0
}

/**
 * Detects whether more requests arrive than the process can handle.
 *
 * One slow handler delays the requests of one turn of the event loop, and then all is well. Overload is
 * a delay that does not go away, so requests are refused only after some time in which no measurement
 * was short. Then two limits hold until the load falls: how long the current turn may run before no
 * more of its requests are accepted, which bounds handlers that use the processor at once, and how many
 * requests may be in flight, which bounds those that use it after waiting for something.
 */
export class Overload {
  /** The last measured delay, in milliseconds. */
  delay = 0
  isActive = false
  readonly recent = new RecentRequests()
  readonly #maxDelay: number
  readonly #maxInFlight: number
  /** How many recent requests may be in flight during overload. It follows the delay. */
  #limit = Number.POSITIVE_INFINITY
  /** When the current turn handled its first request. */
  #turnStart: number | undefined
  #sampler: NodeJS.Timeout | undefined
  #sampleDue = 0
  #lastRequest = 0
  #hasRefused = false
  #highSince: number | undefined
  #highCount = 0
  #lastHigh = 0

  constructor(maxDelay: number, maxInFlight: number) {
    this.#maxDelay = maxDelay
    this.#maxInFlight = maxInFlight
  }

  /** Whether a request that arrives now is one too many. */
  isFull(): boolean {
    const busy = this.#timeInTurn()
    if (this.recent.inFlight >= this.#maxInFlight) return true
    if (!this.isActive) return false
    // A request has waited for the turn before this one, which was about as long.
    return busy > this.#maxDelay / 2 || this.recent.count >= this.#limit
  }

  noteRefusal(): void {
    this.#hasRefused = true
  }

  /** How long the requests of this turn of the event loop have been running. */
  #timeInTurn(): number {
    if (this.#turnStart !== undefined) return this.isActive ? now() - this.#turnStart : 0
    const time = now()
    this.#turnStart = time
    this.#lastRequest = time
    setImmediate(this.#endTurn)
    if (this.#sampler === undefined) this.#startSampling(time)
    return 0
  }

  readonly #endTurn = (): void => {
    this.#turnStart = undefined
  }

  #startSampling(time: number): void {
    this.recent.forgetOld(time)
    this.#sampleDue = time + PERIOD
    this.#sampler = setInterval(() => this.#sample(), PERIOD).unref()
  }

  #sample(): void {
    const time = now()
    this.delay = Math.max(0, time - this.#sampleDue)
    this.#sampleDue = time + PERIOD
    this.recent.forgetOld(time)
    const hasRefused = this.#hasRefused && this.isActive
    this.#hasRefused = false
    if (hasRefused || this.delay > this.#maxDelay) this.#noteHigh(time)
    else this.#noteLow(time)
    if (this.isActive) this.#adjustLimit(hasRefused)
    // While measurements are too high, one turn of the event loop may take longer than IDLE.
    else if (this.#highCount === 0 && time - this.#lastRequest > IDLE) this.#stopSampling()
  }

  #noteHigh(time: number): void {
    this.#lastHigh = time
    this.#highSince ??= time - this.delay
    this.#highCount++
    if (this.isActive || this.#highCount < FEWEST || time - this.#highSince < ENTRY) return
    this.isActive = true
    this.#limit = Math.max(1, Math.ceil(this.recent.count / 2))
    overloads++
  }

  #noteLow(time: number): void {
    this.#highSince = undefined
    this.#highCount = 0
    if (!this.isActive || time - this.#lastHigh < EXIT) return
    this.isActive = false
    this.#limit = Number.POSITIVE_INFINITY
    overloads--
  }

  /** Fewer requests while the delay is high, else one more, as long as requests are refused. */
  #adjustLimit(hasRefused: boolean): void {
    if (this.delay > this.#maxDelay / 2) this.#limit = Math.max(1, Math.floor(this.#limit * 0.8))
    else if (hasRefused) this.#limit++
  }

  #stopSampling(): void {
    clearInterval(this.#sampler)
    this.#sampler = undefined
    this.delay = 0
  }
}
