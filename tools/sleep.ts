import { setTimeout as delay } from 'node:timers/promises'

const STEP = 5

/** Steps to wait for the disk; a read of a pipe without a writer never ends. */
const MAX_DISK_STEPS = 400

/**
 * Waits in small steps. On a busy machine a single timer would fire before the events that came
 * meanwhile are delivered; here a stall counts as one step.
 */
export async function sleep(milliseconds: number): Promise<void> {
  for (let slept = 0; slept < milliseconds; slept += STEP) await delay(STEP)
}

/** Waits for what may still follow: for a time, and for the files that this thread is using. */
export async function settle(milliseconds: number): Promise<void> {
  await sleep(milliseconds)
  for (let step = 0; step < MAX_DISK_STEPS && isUsingDisk(); step++) await delay(STEP)
}

function isUsingDisk(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))
}
