import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { type DialectName, dialectOf } from '../harness/dialects.ts'
import { endHosts } from '../harness/host-process.ts'
import { request } from '../harness/request.ts'
import type { Transport } from '../harness/run.ts'
import { findDifference } from './compare-runs.ts'
import { grammars } from './grammars.ts'
import { asked, settings } from './response-calls.ts'
import { asked3, settings3 } from './response-calls-3x.ts'
import { tablesIn, targetsIn } from './route-table.ts'

/** Requests of one program, on average: short lists shrink to readable cases. */
const batchSize = 20
const lengths = { minLength: 1, maxLength: 2 * batchSize, size: 'max' } as const
const cases = Number(process.env.FUZZ_CASES ?? 20_000)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_115)

/** Shrinking is cut short: a readable case soon is worth more than the smallest one late. */
const limits = { seed, interruptAfterTimeLimit: 100_000, timeout: 30_000 }
const timeout = Math.max(120_000, cases * 10)

/** Random route tables and random response calls, in the dialect and in its original. */
export function testFuzz(name: DialectName): void {
  const dialect = dialectOf(name)
  describe(`${dialect.name} fuzz (seed ${seed})`, () => {
    afterAll(endHosts)

    it(
      `${cases} requests to random route tables run the same handlers`,
      async () => {
        let asks = 0
        const property = fc.asyncProperty(
          tablesIn(grammars[name]),
          fc.array(targetsIn(grammars[name]), lengths),
          fc.constantFrom<Transport>('app.listen', 'http.createServer'),
          async (layers, targets, transport) => {
            asks += targets.length
            const requests = targets.map(({ method, url }, index) =>
              request(method, url, { headers: { 'X-Case': String(index) } }),
            )
            const difference = await findDifference(
              { program: 'table', given: layers, requests },
              dialect,
              transport,
            )
            if (difference) throw new Error(difference)
          },
        )
        await fc.assert(property, { ...limits, numRuns: runsFor(cases) })
        expect(asks).toBeGreaterThanOrEqual(cases)
      },
      timeout,
    )

    it(
      `${cases / 4} random sequences of response calls answer the same bytes`,
      async () => {
        let asks = 0
        const reads = name === '3.x' ? name : 'newer'
        const property = fc.asyncProperty(
          name === '3.x' ? settings3 : settings,
          fc.array(name === '3.x' ? asked3 : asked, lengths),
          async (chosen, questions) => {
            asks += questions.length
            const requests = questions.map(({ method, url, headers }, index) =>
              request(method, url, { headers: { ...headers, 'X-Case': String(index) } }),
            )
            const difference = await findDifference(
              { program: 'calls', given: { settings: chosen, asked: questions, reads }, requests },
              dialect,
              'app.listen',
            )
            if (difference) throw new Error(difference)
          },
        )
        await fc.assert(property, { ...limits, numRuns: runsFor(cases / 4) })
        expect(asks).toBeGreaterThanOrEqual(cases / 4)
      },
      timeout,
    )
  })
}

/** Lengths are random, so a few more programs than the average asks for. */
function runsFor(wanted: number): number {
  return Math.ceil((wanted / batchSize) * 1.15) + 5
}
