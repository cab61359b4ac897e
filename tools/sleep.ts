import { setTimeout as delay } from 'node:timers/promises'

const STEP = 5

/**
 * Waits in small steps. Where a machine stops all its programs for a while, a single timer would
 * be over before anything that came meanwhile is heard; here the stop counts as one step.
 */
export async function sleep(milliseconds: number): Promise<void> {
  for (let slept = 0; slept < milliseconds; slept += STEP) await delay(STEP)
}
