import fc from 'fast-check'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { describeValue } from '../harness/describe-value.ts'
import { type DialectName, dialectOf } from '../harness/dialects.ts'
import { type Express, onError } from '../harness/express.ts'
import { builtIn } from '../harness/middleware.ts'
import { bodyCase, type Parser, parsers, toRequest } from './body-requests.ts'
import { findDifference, type Made } from './compare-runs.ts'

const batchSize = 25
const cases = Number(process.env.FUZZ_CASES ?? 6_000)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_115)
const limits = { seed, interruptAfterTimeLimit: 100_000, timeout: 30_000 }
const timeout = Math.max(120_000, cases * 10)

const ignore = () => {}
const { NODE_ENV } = process.env

/** Random bodies for random parsers, in the dialect and in its original. */
export function testBodies(name: DialectName): void {
  const dialect = dialectOf(name)
  describe(`${dialect.name} fuzz of bodies (seed ${seed})`, () => {
    beforeAll(() => {
      process.env.NODE_ENV = 'production'
      process.on('deprecation', ignore)
    })

    afterAll(() => {
      process.env.NODE_ENV = NODE_ENV
      process.off('deprecation', ignore)
    })

    it(
      `${cases} random bodies are parsed and refused alike`,
      async () => {
        const property = fc.asyncProperty(
          parsers,
          fc.array(casesIn(name), { minLength: batchSize, maxLength: batchSize }),
          async (chosen, bodies) => {
            const batch = {
              requests: bodies.map(toRequest),
              make: (express: Express) => buildParsers(express, chosen),
            }
            const difference = await findDifference(batch, dialect, 'app.listen')
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
  if (name === '5.x') return bodyCase
  return bodyCase.filter((one) => !toRequest(one, 0).label.includes('utf-32'))
}

function buildParsers(express: Express, chosen: readonly Parser[]): Made {
  const app = express()
  const trace = new Map<string, string[]>()
  for (const { name, options } of chosen) {
    const verify = (
      req: { headers: Record<string, unknown> },
      _res: unknown,
      body: Buffer,
      encoding: unknown,
    ) => note(String(req.headers['x-case']), `verify ${body.toString('hex')} ${encoding}`)
    app.use(builtIn(express)[name]({ ...options, verify }))
  }
  app.use((req, res) => {
    note(String(req.headers['x-case']), `body ${describeValue(req.body)}`)
    res.send('parsed')
  })
  app.use(
    onError((err, req, res, _next) => {
      // How much was read when a limit was passed depends on how the bytes arrived.
      const text = describeValue(err).replace(/"received": \d+/, '"received": n')
      note(String(req.headers['x-case']), `error ${text} ${err.status} ${describeValue(req.body)}`)
      res.status(Number(err.status) || 500).send(err.message)
    }),
  )
  return { app, trace }

  function note(key: string, line: string): void {
    trace.set(key, [...(trace.get(key) ?? []), line])
  }
}
