import fc from 'fast-check'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { describeValue } from '../harness/describe-value.ts'
import { type DialectName, dialectOf } from '../harness/dialects.ts'
import { type Express, type Handler, onError } from '../harness/express.ts'
import { fileTree } from '../harness/file-tree.ts'
import { builtIn } from '../harness/middleware.ts'
import { findDifference, type Made } from './compare-runs.ts'
import { type FileSetup, fileCase, setup, toFileRequest } from './file-cases.ts'

const batchSize = 25
const cases = Number(process.env.FUZZ_CASES ?? 6_000)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_115)
const limits = { seed, interruptAfterTimeLimit: 100_000, timeout: 30_000 }
const timeout = Math.max(120_000, cases * 10)

const { NODE_ENV } = process.env

/** Random requests for files, in the dialect and in its original. */
export function testFiles(name: DialectName): void {
  const dialect = dialectOf(name)
  describe(`${dialect.name} fuzz of files (seed ${seed})`, () => {
    beforeAll(() => {
      process.env.NODE_ENV = 'production'
    })

    afterAll(() => {
      process.env.NODE_ENV = NODE_ENV
    })

    it(
      `${cases} random paths, ranges and conditions are answered alike`,
      async () => {
        const property = fc.asyncProperty(
          setup,
          fc.array(fileCase, { minLength: batchSize, maxLength: batchSize }),
          async (chosen, asked) => {
            const batch = {
              requests: asked.map((one, index) => toFileRequest(one, chosen.mount, index)),
              make: (express: Express) => buildFiles(express, chosen),
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

function buildFiles(express: Express, chosen: FileSetup): Made {
  const app = express()
  const trace = new Map<string, string[]>()
  app.use(chosen.mount, handlerFor(express, chosen))
  app.use((req, res) => {
    note(String(req.headers['x-case']), `fell through ${req.url} ${res.statusCode}`)
    res.status(404).end('fell through')
  })
  app.use(
    onError((err, req, res, _next) => {
      note(String(req.headers['x-case']), `error ${describeValue(err)} ${err.status}`)
      if (!res.headersSent) res.status(Number(err.status) || 500).end('failed')
    }),
  )
  return { app, trace }

  function note(key: string, line: string): void {
    trace.set(key, [...(trace.get(key) ?? []), line])
  }
}

function handlerFor(express: Express, { way, options }: FileSetup): Handler {
  const root = `${fileTree()}/site`
  if (way === 'static') return builtIn(express).static(root, options)
  return (req, res) => {
    const path = decode(req.path)
    if (way === 'sendFile') res.sendFile(path, { ...options, root })
    else if (way === 'absolute') res.sendFile(root + path, { ...options })
    else res.download(path, { ...options, root })
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
