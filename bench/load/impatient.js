import { Client, openClient } from './client.js'
import { scheduleArrivals } from './open-loop.js'

/**
 * Sends requests at a fixed rate, as of many users, who leave when they have waited for too long. A user
 * who left closes the connection, and the next one opens another.
 *
 * @param {object} options
 * @param {string} options.origin
 * @param {Buffer} options.bytes
 * @param {number} options.rate requests for each second
 * @param {number} options.seconds
 * @param {number} options.patience how long a user waits, in milliseconds
 * @param {number} [options.leadIn] seconds at the beginning that do not count
 * @param {number} [options.seed]
 */
export async function sendImpatiently({
  origin,
  bytes,
  rate,
  seconds,
  patience,
  leadIn = 0,
  seed = 1,
}) {
  const schedule = scheduleArrivals({ rate, seconds: seconds + leadIn, seed })
  const begin = performance.now()
  /** @type {Client[]} */
  const idle = []
  /** @type {Visit[]} */
  const visits = []
  let next = 0
  while (next < schedule.length) {
    const due = /** @type {number} */ (schedule[next])
    if (performance.now() - begin < due) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      continue
    }
    next++
    const visit = new Visit(begin + due, patience, due >= leadIn * 1000)
    visits.push(visit)
    void visit.begin(idle.pop() ?? origin, bytes, (client) => idle.push(client))
  }
  await Promise.all(visits.map(({ ended }) => ended))
  for (const client of idle) client.close()
  return summarise(
    visits.filter(({ counts }) => counts),
    seconds,
  )
}

/** One request. The time counts from the moment at which it should have been sent. */
class Visit {
  /** @type {number | 'left' | 'failed'} */
  outcome = 'left'
  latency = 0
  /** @type {Promise<void>} */
  ended
  #resolve = () => {}
  #isOver = false
  #since
  #patience

  /**
   * @param {number} since
   * @param {number} patience
   * @param {boolean} counts
   */
  constructor(since, patience, counts) {
    this.counts = counts
    this.#since = since
    this.#patience = patience
    this.ended = new Promise((resolve) => {
      this.#resolve = () => resolve()
    })
  }

  /**
   * @param {Client | string} from a connection, or where to open one
   * @param {Buffer} bytes
   * @param {(client: Client) => void} release
   */
  async begin(from, bytes, release) {
    /** @type {Client | undefined} */
    let client
    const timer = setTimeout(() => {
      this.#end('left')
      client?.close()
    }, this.#patience)
    try {
      client = typeof from === 'string' ? await openClient(from) : from
    } catch {
      clearTimeout(timer)
      this.#end('failed')
      return
    }
    if (this.#isOver) {
      client.close()
      return
    }
    const used = client
    used.onAnswer = (status) => {
      clearTimeout(timer)
      this.#end(status ?? 'failed')
      if (status !== undefined) release(used)
    }
    used.ask(bytes)
  }

  /** @param {number | 'left' | 'failed'} outcome */
  #end(outcome) {
    if (this.#isOver) return
    this.#isOver = true
    this.outcome = outcome
    this.latency = performance.now() - this.#since
    this.#resolve()
  }
}

/**
 * @param {readonly Visit[]} visits
 * @param {number} seconds
 */
function summarise(visits, seconds) {
  const of = (/** @type {(outcome: Visit['outcome']) => boolean} */ accepts) =>
    visits.filter(({ outcome }) => accepts(outcome)).map(({ latency }) => latency)
  return {
    seconds,
    sent: visits.length,
    useful: of((outcome) => outcome === 200),
    refused: of((outcome) => outcome === 503),
    left: of((outcome) => outcome === 'left').length,
    failed: of((outcome) => outcome !== 200 && outcome !== 503 && outcome !== 'left').length,
  }
}
