import { afterAll, describe, expect, it } from 'vitest'
import type { DialectName } from '../harness/dialects.ts'
import { endHosts } from '../harness/host-process.ts'
import { attemptOf } from './attempts.ts'
import { batchSize } from './targets.ts'

const seed = Number(process.env.FUZZ_SEED ?? 20_261_115)
// `npm run fuzz` goes on for any time with new seeds, `npm run test:slow` tries twenty times as many.
const factor = Number(process.env.FUZZ_CASES ?? 500) / 20_000

/** Tests of random trials, by their sentences. */
type Promises = Readonly<Record<string, { readonly target: string; readonly cases: number }>>

/** Random programs and requests, in the dialect and in its original. `FUZZ_CASES` asks for more. */
export function testFuzz(dialect: DialectName, promises: Promises): void {
  describe(`${dialect} fuzz (seed ${seed})`, () => {
    afterAll(endHosts)

    for (const [sentence, { target, cases }] of Object.entries(promises)) {
      const count = Math.ceil(cases * factor)
      it(sentence, () => expectNoFinding(target, dialect, count), timeFor(count))
    }
  })
}

async function expectNoFinding(target: string, dialect: DialectName, count: number): Promise<void> {
  const limits = { seed, runs: runsFor(count), time: timeFor(count) * 0.9 }
  const tried = await attemptOf(target)(dialect, limits)
  expect(tried.finding).toBeUndefined()
  expect(tried.executions).toBeGreaterThanOrEqual(count)
}

/** A safety net in milliseconds: a busy machine must be able to make all trials. */
function timeFor(count: number): number {
  return Math.max(120_000, count * 100)
}

/** Lengths are random, so a few more programs than the average asks for. */
function runsFor(wanted: number): number {
  return Math.ceil((wanted / batchSize) * 1.25) + 4
}
