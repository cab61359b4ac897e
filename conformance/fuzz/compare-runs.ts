import type { Dialect } from '../harness/dialects.ts'
import { observeBatch } from '../harness/observe.ts'
import type { Transport } from '../harness/run.ts'
import type { Batch } from './run-batch.ts'

/** The first request that the two sides treat differently, as a readable pair; else nothing. */
export async function findDifference(
  batch: Batch,
  dialect: Dialect,
  transport: Transport,
): Promise<string | undefined> {
  const expected = await observeBatch(dialect.oracle, batch, transport)
  const actual = await observeBatch(dialect.subject, batch, transport)
  const index = expected.findIndex((text, position) => text !== actual[position])
  if (index < 0) return undefined
  return `--- ${dialect.oracle.name}\n${expected[index]}\n--- ${dialect.subject.name}\n${actual[index]}`
}
