import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Activity,
  activityBetween,
  complaintsAbout,
  processFiles,
  takeReading,
} from './activity.ts'

/** Seconds in which this process does nothing and looks at the others. */
const WATCHED = 5

/** Seconds between two looks at a busy machine. */
const BETWEEN = 10

/** Looks at the machine and says what it does; this process is idle meanwhile. */
async function watchMachine(): Promise<Activity> {
  const before = takeReading(processFiles)
  await delay(WATCHED * 1000)
  return activityBetween(before, takeReading(processFiles), availableParallelism())
}

interface Waiting {
  /** How long to wait for a quiet machine: the build before this has kept it busy. */
  readonly seconds: number
  watch(): Promise<Activity>
  pause(seconds: number): Promise<void>
  say(text: string): void
}

/**
 * What a reader has to know above the figures. Refuses a busy machine, unless the figures may be
 * rough.
 */
export async function requireQuiet({
  wait,
  isRough,
}: {
  readonly wait: number
  readonly isRough: boolean
}): Promise<string[]> {
  const waiting = {
    seconds: isRough ? 0 : wait,
    watch: watchMachine,
    pause: (seconds: number) => delay(seconds * 1000),
    say: (text: string) => console.log(text),
  }
  const complaints = await awaitQuiet(waiting, availableParallelism())
  if (complaints.length === 0) return []
  const list = complaints.join('; ')
  if (isRough) return [`When the run began, the machine was busy: ${list}.`]
  throw new RangeError(
    `This machine is busy, so the figures would be wrong: ${list}. End the other programs, or publish rough figures with --rough.`,
  )
}

/** What speaks against a measurement now, after waiting for a quiet machine as long as allowed. */
export async function awaitQuiet(waiting: Waiting, cores: number): Promise<string[]> {
  for (let waited = 0; ; waited += WATCHED + BETWEEN) {
    const complaints = complaintsAbout(await waiting.watch(), cores)
    if (complaints.length === 0 || waited >= waiting.seconds) return complaints
    waiting.say(`waiting for a quiet machine: ${complaints.join('; ')}`)
    await waiting.pause(BETWEEN)
  }
}
