import { performance } from 'node:perf_hooks'
import { clearTimeout, LONGEST, setTimeout, throwLater } from '../runtime/timers.ts'

/** Milliseconds since the process started. Bound at load: fake timers replace the member. */
export const now: () => number = performance.now.bind(performance)

export interface Alarm {
  readonly ms: number
  readonly due: number
  ring(): void
}

/**
 * Alarms by their duration. Those of one duration are due in the order in which they were set, so one
 * timer for the first of each list serves all of them.
 */
const lists = new Map<number, Set<Alarm>>()
/** A program may compute durations, so only so many lists stay when they are empty. */
const KEPT = 32
/** Alarms that are due and have not rung yet. Another one that rings before may clear them. */
const ringing = new Set<Alarm>()
let timer: NodeJS.Timeout | undefined
let timerDue = Number.POSITIVE_INFINITY

/** Calls `ring` of an alarm when it is due. The alarm does not keep the process running. */
export function addAlarm(alarm: Alarm): void {
  const { ms, due } = alarm
  const list = lists.get(ms)
  if (list === undefined) lists.set(ms, new Set([alarm]))
  else list.add(alarm)
  if (due < timerDue) wakeAt(due)
}

/** Calls `ring` after some milliseconds. */
export function setAlarm(ms: number, ring: () => void): Alarm {
  const alarm = { ms, due: now() + ms, ring }
  addAlarm(alarm)
  return alarm
}

export function clearAlarm(alarm: Alarm): void {
  ringing.delete(alarm)
  const list = lists.get(alarm.ms)
  list?.delete(alarm)
  if (list?.size === 0 && lists.size > KEPT) lists.delete(alarm.ms)
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
  // The process may have been busy, so that alarms of several lists are due.
  late.sort((one, other) => one.due - other.due)
  const rest = firstDue()
  if (rest !== undefined && rest < timerDue) wakeAt(rest)
  for (const alarm of late) ringing.add(alarm)
  for (const alarm of ringing) {
    ringing.delete(alarm)
    ring(alarm)
  }
}

/** The failure of one alarm must not stop the others. */
function ring(alarm: Alarm): void {
  try {
    alarm.ring()
  } catch (error) {
    throwLater(error)
  }
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
