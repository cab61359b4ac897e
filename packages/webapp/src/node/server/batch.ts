import { setImmediate } from '../../runtime/timers.ts'

// Requests that arrived together: all are parsed before the first one is handled
// (docs/decisions/0015).

/** Batches of fewer requests gain nothing. */
const WORTHWHILE = 3

/** After this many batches in a row with fewer, the next requests are not queued for a while. */
const LONELY = 8
const AT_ONCE = 32

/** A connection whose request waits for its turn. */
interface Waiting {
  /** Runs the handlers of the request, with its body. Returns true if `end` has to follow. */
  run(): boolean
  /** Ends the stream of the request. */
  end(): void
}

/** The connections whose request is handled in the next `setImmediate`. */
let batch: Waiting[] = []

/** The connections whose request got its body in this turn. */
let ending: Waiting[] = []

/** How many small batches came in a row, and how many of the next requests are not queued. */
let lonely = 0
let atOnce = 0

/** Whether recent requests came alone, so that the next one is handled at once. */
export function comesAlone(): boolean {
  if (batch.length > 0 || atOnce === 0) return false
  atOnce--
  return true
}

export function joinBatch(waiting: Waiting): void {
  batch.push(waiting)
  if (batch.length === 1) schedule()
}

function schedule(): void {
  setImmediate(flush)
  // As in Node, all ticks run between a body and its end: they do so between two immediates.
  setImmediate(endAll)
}

function flush(): void {
  const waiting = batch
  batch = []
  lonely = waiting.length < WORTHWHILE ? lonely + 1 : 0
  atOnce = lonely < LONELY ? 0 : AT_ONCE
  let at = 0
  try {
    while (at < waiting.length) {
      const next = waiting[at++] as Waiting
      if (next.run()) ending.push(next)
    }
  } finally {
    // A handler threw past its router, which ends the process or reaches `uncaughtException`.
    if (at < waiting.length) {
      batch = [...waiting.slice(at), ...batch]
      schedule()
    }
  }
}

function endAll(): void {
  const waiting = ending
  ending = []
  let at = 0
  try {
    while (at < waiting.length) waiting[at++]?.end()
  } finally {
    // A listener of one request threw. The others go on, as those of `flush` do.
    if (at < waiting.length) {
      ending = [...waiting.slice(at), ...ending]
      setImmediate(endAll)
    }
  }
}
