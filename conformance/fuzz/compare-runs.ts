import type { Dialect, Side } from '../harness/dialects.ts'
import type { App, Express } from '../harness/express.ts'
import type { RawRequest } from '../harness/request.ts'
import { addressOf, showExchange, startServer, stopServer, type Transport } from '../harness/run.ts'
import { converse } from '../harness/wire.ts'

/** A generated program: the app, and what its handlers noted, by the number of the request. */
export interface Made {
  readonly app: App
  readonly trace: ReadonlyMap<string, readonly string[]>
}

export interface Batch {
  readonly requests: readonly RawRequest[]
  make(express: Express): Made
}

/** The first request that the two sides treat differently, as a readable pair; else nothing. */
export async function findDifference(
  batch: Batch,
  dialect: Dialect,
  transport: Transport,
): Promise<string | undefined> {
  const expected = await runBatch(batch, dialect.oracle, transport)
  const actual = await runBatch(batch, dialect.subject, transport)
  const index = expected.findIndex((text, position) => text !== actual[position])
  if (index < 0) return undefined
  return `--- ${dialect.oracle.name}\n${expected[index]}\n--- ${dialect.subject.name}\n${actual[index]}`
}

async function runBatch(batch: Batch, side: Side, transport: Transport): Promise<string[]> {
  const { app, trace } = batch.make(side.load())
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
  }
}
