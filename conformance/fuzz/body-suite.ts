import fc from 'fast-check'
import { afterAll, describe, it } from 'vitest'
import { type DialectName, dialectOf } from '../harness/dialects.ts'
import { endHosts } from '../harness/host-process.ts'
import { bodyCase, parsers, toRequest } from './body-requests.ts'
import { bodyCase3, parsers3 } from './body-requests-3x.ts'
import { findDifference } from './compare-runs.ts'

const batchSize = 25
const cases = Number(process.env.FUZZ_CASES ?? 6_000)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_115)
const limits = { seed, interruptAfterTimeLimit: 100_000, timeout: 30_000 }
const timeout = Math.max(120_000, cases * 10)

/** Random bodies for random parsers, in the dialect and in its original. */
export function testBodies(name: DialectName): void {
  const dialect = dialectOf(name)
  describe(`${dialect.name} fuzz of bodies (seed ${seed})`, () => {
    afterAll(endHosts)

    it(
      `${cases} random bodies are parsed and refused alike`,
      async () => {
        const property = fc.asyncProperty(
          name === '3.x' ? parsers3 : parsers,
          fc.array(casesIn(name), { minLength: batchSize, maxLength: batchSize }),
          async (chosen, bodies) => {
            const { plainErrors } = dialect.oracle
            const requests = bodies.map(toRequest)
            const difference = await findDifference(
              { program: 'parsers', given: { parsers: chosen, plainErrors }, requests },
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

/** UTF-32 is read in every dialect of ours, and by the original from 5.x on (W-022). */
function casesIn(name: DialectName): typeof bodyCase {
  if (name === '3.x') return bodyCase3
  if (name === '5.x') return bodyCase
  return bodyCase.filter((one) => !toRequest(one, 0).label.includes('utf-32'))
}
