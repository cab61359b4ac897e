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
export async function watchMachine(): Promise<Activity> {
  const before = takeReading(processFiles)
  await delay(WATCHED * 1000)
  return activityBetween(before, takeReading(processFiles), availableParallelism())
}

export interface Waiting {
  /** How long to wait for a quiet machine: the build before this has kept it busy. */
  readonly seconds: number
  watch(): Promise<Activity>
  pause(seconds: number): Promise<void>
  say(text: string): void
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
