import type { Dialect, Side } from '../harness/dialects.ts'
import { observeBatch, observeBoth } from '../harness/observe.ts'
import type { Transport } from '../harness/run.ts'
import type { Batch } from './run-batch.ts'

/** The first request that the two sides treat differently, as a readable pair; else nothing. */
export async function findDifference(
  batch: Batch,
  dialect: Dialect,
  transport: Transport,
): Promise<string | undefined> {
  const { oracle, subject } = dialect
  const look = (side: Side) => observeBatch(side, batch, transport)
  const { expected, actual } = await observeBoth(dialect, look)
  const index = expected.findIndex((text, position) => text !== actual[position])
  if (index < 0) return undefined
  return `--- ${oracle.name}\n${expected[index]}\n--- ${subject.name}\n${actual[index]}`
}
