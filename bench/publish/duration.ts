import { takesPart } from '../measure/turns.ts'
import type { Measure } from '../scenario.ts'

/** A warm-up has at least so many requests, or takes so many seconds of the processor. */
export const WARM_UP_REQUESTS = 60_000
export const WARM_UP_SECONDS = 12

/** Seconds of a usual warm-up. */
const WARM_UP = 3

/** Seconds of one turn: wrk takes whole ones. */
export const TURN_SECONDS = 1

/** Starting a process, checking its response and ending it. */
const START = 0.3

/** Between two turns: the start of wrk, and reading the processor time. */
const CHANGE = 0.1

/** A latency turn has a lead-in, and gives a slow server some time at its end. */
const LATENCY_EXTRA = 1

/** Bare Node's capacity is measured before latencies. */
const CAPACITY = START + WARM_UP + 3 * TURN_SECONDS

/** A scenario to be measured, as far as its duration depends on it. */
export interface Measured {
  readonly measure: Measure
  readonly candidates: readonly string[]
  readonly focus: readonly string[]
}

/** About how long one run of the scenarios takes. */
export function estimateSeconds(scenarios: readonly Measured[], turns: number): number {
  return scenarios.reduce((sum, scenario) => sum + secondsOf(scenario, turns), 0)
}

function secondsOf({ measure, candidates, focus }: Measured, turns: number): number {
  const isLatency = measure === 'latency'
  const turn = TURN_SECONDS + CHANGE + (isLatency ? LATENCY_EXTRA : 0)
  const counts = candidates.map((name) => {
    const taken = Array.from({ length: turns }, (_, at) => takesPart(name, at, focus))
    return taken.filter(Boolean).length
  })
  const measuring = counts.reduce((sum, count) => sum + count, 0) * turn
  // The first turn of a process is repeated.
  const starting = candidates.length * (START + WARM_UP + (isLatency ? 0 : turn))
  return starting + measuring + (isLatency ? CAPACITY : 0)
}

const MOST_TURNS = 30

/** How many turns fit into the time of some runs; refuses a time that is too short for one. */
export function turnsWithin(minutes: number, scenarios: readonly Measured[], runs: number): number {
  const takes = (turns: number) => (estimateSeconds(scenarios, turns) * runs) / 60
  let turns = 1
  if (takes(turns) > minutes) {
    const needed = Math.ceil(takes(turns))
    throw new RangeError(
      `--minutes ${minutes} is too short: ${runs} runs of ${scenarios.length} scenarios take at least ${needed}; choose some with --scenario`,
    )
  }
  while (turns < MOST_TURNS && takes(turns + 1) <= minutes) turns++
  return turns
}
