import { describeValue } from '../harness/describe-value.ts'
import { type Express, onError } from '../harness/express.ts'
import { builtIn } from '../harness/middleware.ts'
import { functions, type Parser } from './body-requests.ts'
import { caseOf, type Made, note, type Trace } from './trace.ts'

/** Parsers in a row, and handlers that tell what they made of a body. */
export function buildParsers(express: Express, chosen: readonly Parser[]): Made {
  const app = express()
  const trace: Trace = new Map()
  for (const { name, options } of chosen) {
    const verify = (
      req: { headers: Record<string, string> },
      _res: unknown,
      body: Buffer,
      encoding: unknown,
    ) => note(trace, caseOf(req), `verify ${body.toString('hex')} ${encoding}`)
    app.use(builtIn(express)[name]({ ...withFunctions(options), verify }))
  }
  app.use((req, res) => {
    note(trace, caseOf(req), `body ${describeValue(req.body)}`)
    res.send('parsed')
  })
  app.use(
    onError((err, req, res, _next) => {
      // How much was read when a limit was passed depends on how the bytes arrived.
      const text = describeValue(err).replace(/"received": \d+/, '"received": n')
      note(trace, caseOf(req), `error ${text} ${err.status} ${describeValue(req.body)}`)
      res.status(Number(err.status) || 500).send(err.message)
    }),
  )
  return { app, trace }
}

/** Options that are the name of a function become that function. */
function withFunctions(options: Parser['options']): Record<string, unknown> {
  const entries = Object.entries(options).map(([name, value]) => [
    name,
    Object.hasOwn(functions, String(value)) ? functions[String(value)] : value,
  ])
  return Object.fromEntries(entries)
}
