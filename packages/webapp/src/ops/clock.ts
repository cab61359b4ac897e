import { performance } from 'node:perf_hooks'
import { clearTimeout, LONGEST, setTimeout } from '../runtime/timers.ts'

/** Milliseconds since the process started. Bound at load: fake timers replace the member. */
export const now: () => number = performance.now.bind(performance)

export interface Alarm {
  readonly ms: number
  readonly due: number
  readonly ring: () => void
}

/**
 * Alarms by their duration. Those of one duration are due in the order in which they were set, so one
 * timer for the first of each list serves all of them.
 */
const lists = new Map<number, Set<Alarm>>()
let timer: NodeJS.Timeout | undefined
let timerDue = Number.POSITIVE_INFINITY

/** Calls `ring` after some milliseconds. The alarm does not keep the process running. */
export function setAlarm(ms: number, ring: () => void): Alarm {
  const alarm = { ms, due: now() + ms, ring }
  const list = lists.get(ms)
  if (list === undefined) lists.set(ms, new Set([alarm]))
  else list.add(alarm)
  if (alarm.due < timerDue) wakeAt(alarm.due)
  return alarm
}

export function clearAlarm(alarm: Alarm): void {
  const list = lists.get(alarm.ms)
  list?.delete(alarm)
  // A program may compute durations, so an empty list must not stay.
  if (list?.size === 0) lists.delete(alarm.ms)
}

function wakeAt(due: number): void {
  if (timer !== undefined) clearTimeout(timer)
  timerDue = due
  const delay = Math.min(LONGEST, Math.max(1, Math.ceil(due - now())))
  timer = setTimeout(wake, delay).unref()
}

function wake(): void {
  timer = undefined
  timerDue = Number.POSITIVE_INFINITY
  const time = now()
  const late = [...lists.values()].flatMap((list) => takeDue(list, time))
  const rest = firstDue()
  if (rest !== undefined && rest < timerDue) wakeAt(rest)
  for (const alarm of late) alarm.ring()
}

function takeDue(list: Set<Alarm>, time: number): Alarm[] {
  const taken: Alarm[] = []
  for (const alarm of list) {
    if (alarm.due > time) break
    taken.push(alarm)
  }
  for (const alarm of taken) clearAlarm(alarm)
  return taken
}

function firstDue(): number | undefined {
  let first: number | undefined
  for (const list of lists.values()) {
    const [alarm] = list
    if (alarm !== undefined && (first === undefined || alarm.due < first)) first = alarm.due
  }
  return first
}
