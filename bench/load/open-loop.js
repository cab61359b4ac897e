/**
 * The times in milliseconds at which requests shall be sent: independent arrivals at a mean rate, as
 * of many users, so no connection falls into step with another. The same seed gives the same times.
 *
 * @param {{ rate: number, seconds: number, seed?: number }} options
 */
export function scheduleArrivals({ rate, seconds, seed = 1 }) {
  const random = createRandom(seed)
  const times = []
  const gap = 1000 / rate
  for (let time = -Math.log(random()) * gap; time < seconds * 1000; ) {
    times.push(time)
    time += -Math.log(random()) * gap
  }
  return times
}

/**
 * Numbers above 0 and up to 1 (mulberry32).
 *
 * @param {number} seed
 */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 1) / 2 ** 32
  }
}

/**
 * What the loop needs of a connection.
 *
 * @typedef {object} OpenLoopClient
 * @property {(status: number | undefined) => void} onAnswer
 * @property {(bytes: Buffer) => void} ask
 */

/**
 * Sends requests at the times of a schedule, whether or not earlier ones were answered. Latency
 * counts from the time of the schedule: a request that waits for a free connection, because the
 * server stalls, is as late as its user sees it.
 */
export class OpenLoop {
  /** Milliseconds from the scheduled time to the response, of requests after the lead-in. @type {number[]} */
  latencies = []
  /** How late this program sent requests that had a free connection. @type {number[]} */
  lags = []
  /** @type {Record<string, number>} */
  statuses = {}
  errors = 0
  #schedule
  #clients
  #bytes
  #clock
  #leadIn
  #begin
  #next = 0
  #pending = new Set()
  /** Until when every connection was in use. */
  #busyUntil = 0

  /**
   * @param {object} options
   * @param {readonly number[]} options.schedule
   * @param {readonly OpenLoopClient[]} options.clients
   * @param {Buffer} options.bytes
   * @param {() => number} options.clock
   * @param {number} [options.leadIn] milliseconds at the beginning that do not count
   */
  constructor({ schedule, clients, bytes, clock, leadIn = 0 }) {
    this.#schedule = schedule
    this.#clients = [...clients]
    this.#bytes = bytes
    this.#clock = clock
    this.#leadIn = leadIn
    this.#begin = clock()
  }

  get isDone() {
    return this.#next === this.#schedule.length && this.#pending.size === 0
  }

  /** Sends all requests whose time has come, as far as connections are free. */
  sendDue() {
    const now = this.#clock()
    for (;;) {
      const offset = this.#schedule[this.#next]
      if (offset === undefined || this.#begin + offset > now) return
      const client = this.#clients.shift()
      if (client === undefined) {
        this.#busyUntil = now
        return
      }
      this.#next++
      this.#send(client, offset, now)
    }
  }

  /** Counts what is unanswered or unsent as if its response came now. */
  giveUp() {
    const late = this.#schedule.slice(this.#next).concat(...this.#pending)
    const now = this.#clock() - this.#begin
    for (const offset of late) this.#record(offset, now)
    this.#next = this.#schedule.length
    this.#pending.clear()
    return late.length
  }

  /**
   * @param {OpenLoopClient} client
   * @param {number} offset
   * @param {number} now
   */
  #send(client, offset, now) {
    const intended = this.#begin + offset
    if (intended >= this.#busyUntil && offset >= this.#leadIn) this.lags.push(now - intended)
    this.#pending.add(offset)
    client.onAnswer = (status) => {
      if (!this.#pending.delete(offset)) return
      if (status === undefined) {
        this.errors++
        return
      }
      this.statuses[status] = (this.statuses[status] ?? 0) + 1
      this.#record(offset, this.#clock() - this.#begin)
      this.#clients.push(client)
      this.sendDue()
    }
    client.ask(this.#bytes)
  }

  /**
   * @param {number} offset
   * @param {number} answered
   */
  #record(offset, answered) {
    if (offset >= this.#leadIn) this.latencies.push(answered - offset)
  }
}

/**
 * The value that this part of all values does not exceed.
 *
 * @param {readonly number[]} values
 * @param {number} part
 */
export function percentile(values, part) {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0
}
