import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describeValue } from '../harness/describe-value.ts'
import { type Express, type Failure, type Handler, onError } from '../harness/express.ts'
import { functions, type Parser } from './body-requests.ts'
import { caseOf, type Made, note, type Trace } from './trace.ts'

export interface ParsersGiven {
  readonly parsers: readonly Parser[]
  /** Whether errors are told by status and message alone (W-041). */
  readonly plainErrors: boolean
}

/** Parsers in a row, and handlers that tell what they made of a body. */
export function buildParsers(express: Express, { parsers, plainErrors }: ParsersGiven): Made {
  const app = express()
  const trace: Trace = new Map()
  const makers = express as unknown as Record<Parser['name'], (options: object) => Handler>
  for (const { name, options } of parsers) {
    const verify = (
      req: { headers: Record<string, string> },
      _res: unknown,
      body: Buffer | string,
      encoding: unknown,
    ) => note(trace, caseOf(req), `verify ${Buffer.from(body).toString('hex')} ${encoding}`)
    app.use(makers[name]({ ...withFunctions(options), verify, uploadDir: tmpdir() }))
  }
  app.use((req, res) => {
    note(trace, caseOf(req), `body ${describeValue(req.body)} ${takeFiles(req)}`)
    res.send('parsed')
  })
  app.use(
    onError((err, req, res, _next) => {
      const text = plainErrors ? err.message : describeError(err)
      const { status = 500 } = err
      note(trace, caseOf(req), `error ${text} ${status} ${describeValue(req.body)}`)
      res.status(Number(status)).send(err.message)
    }),
  )
  return { app, trace }
}

// How much was read when a limit was passed depends on how the bytes arrived.
function describeError(error: Failure): string {
  return describeValue(error).replace(/"received": \d+/, '"received": n')
}

interface Upload {
  readonly path: string
  readonly name: string
  readonly size: number
  readonly type: string
}

/**
 * Names, sizes and types of the files that came with a form, which are removed. They come in the
 * order in which they were written to the disk, so they are sorted.
 */
function takeFiles(req: object): string {
  const { files } = req as { files?: Record<string, unknown> }
  if (files === undefined) return 'no files'
  return describeValue(describeUploads(files))
}

function describeUploads(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(describeUploads).sort()
  const { path, name, size, type } = value as Partial<Upload>
  if (path === undefined) {
    const entries = Object.entries(value).map(([key, one]) => [key, describeUploads(one)])
    return Object.fromEntries(entries.sort())
  }
  rmSync(path, { force: true })
  return `${name} ${size} ${type}`
}

/** Options that are the name of a function become that function. */
function withFunctions(options: Parser['options']): Record<string, unknown> {
  const entries = Object.entries(options).map(([name, value]) => [
    name,
    Object.hasOwn(functions, String(value)) ? functions[String(value)] : value,
  ])
  return Object.fromEntries(entries)
}
