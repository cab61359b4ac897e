import type { Side } from '../harness/dialects.ts'
import type { RawRequest } from '../harness/request.ts'
import { addressOf, showExchange, startServer, stopServer, type Transport } from '../harness/run.ts'
import { converse } from '../harness/wire.ts'
import { buildCalls } from './build-calls.ts'
import { buildFiles } from './build-files.ts'
import { buildParsers } from './build-parsers.ts'
import { buildTable } from './build-table.ts'
import type { Made } from './trace.ts'

const programs = {
  table: buildTable,
  calls: buildCalls,
  parsers: buildParsers,
  files: buildFiles,
}

type ProgramName = keyof typeof programs

/** A generated program and its requests, all of it data. */
export type Batch = {
  readonly [name in ProgramName]: {
    readonly program: name
    readonly given: Parameters<(typeof programs)[name]>[1]
    readonly requests: readonly RawRequest[]
  }
}[ProgramName]

/** The notes of the registration, then those of each request with its answer. */
export async function runBatch(batch: Batch, side: Side, transport: Transport): Promise<string[]> {
  const restore = silence()
  const { app, trace } = buildProgram(batch, side)
  const server = await startServer(app, transport)
  // Each pipelined request that ends in the final handler listens to the one socket.
  server.on('connection', (socket) => socket.setMaxListeners(0))
  try {
    const talk = { requests: batch.requests, pipelined: true, patience: 10_000 }
    const exchange = await converse(addressOf(server), talk)
    const answers = exchange.answers.map((answer, index) => {
      const { ending } = exchange
      const lines = showExchange({ answers: [answer], ending, leftover: Buffer.alloc(0) }, side)
      return [...(trace.get(String(index)) ?? []), ...lines].join('\n')
    })
    return [(trace.get('registration') ?? []).join('\n'), ...answers]
  } finally {
    await stopServer(server)
    restore()
  }
}

export function buildProgram({ program, given }: Omit<Batch, 'requests'>, side: Side): Made {
  const build = programs[program] as (typeof programs)['table']
  return build(side.load(), given as Parameters<typeof build>[1])
}

const ignore = () => {}

/** The error page of production carries no stack, and errors are part of the game here. */
export function silence(): () => void {
  const { error } = console
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  console.error = ignore
  process.on('deprecation', ignore)
  return () => {
    process.env.NODE_ENV = NODE_ENV
    console.error = error
    process.off('deprecation', ignore)
  }
}
