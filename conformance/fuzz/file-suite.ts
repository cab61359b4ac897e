import fc from 'fast-check'
import { afterAll, describe, it } from 'vitest'
import { type DialectName, dialectOf } from '../harness/dialects.ts'
import { endHosts } from '../harness/host-process.ts'
import { findDifference } from './compare-runs.ts'
import { fileCase, setup, toFileRequest } from './file-cases.ts'
import { fileCase3, setup3 } from './file-cases-3x.ts'

const batchSize = 25
const cases = Number(process.env.FUZZ_CASES ?? 6_000)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_115)
const limits = { seed, interruptAfterTimeLimit: 100_000, timeout: 30_000 }
const timeout = Math.max(120_000, cases * 10)

/** Random requests for files, in the dialect and in its original. */
export function testFiles(name: DialectName): void {
  const dialect = dialectOf(name)
  describe(`${dialect.name} fuzz of files (seed ${seed})`, () => {
    afterAll(endHosts)

    it(
      `${cases} random paths, ranges and conditions are answered alike`,
      async () => {
        const property = fc.asyncProperty(
          name === '3.x' ? setup3 : setup,
          fc.array(name === '3.x' ? fileCase3 : fileCase, {
            minLength: batchSize,
            maxLength: batchSize,
          }),
          async (chosen, asked) => {
            const requests = asked.map((one, index) => toFileRequest(one, chosen.mount, index))
            const difference = await findDifference(
              { program: 'files', given: chosen, requests },
              dialect,
              'app.listen',
            )
            if (difference) throw new Error(difference)
          },
        )
        await fc.assert(property, { ...limits, numRuns: Math.ceil(cases / batchSize) })
      },
      timeout,
    )
  })
}
