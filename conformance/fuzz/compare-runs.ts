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
  const { oracle, subject } = dialect
  const observing = observeBatch(oracle, batch, transport)
  // Two processes can work at the same time.
  if (!oracle.apart || oracle.name === subject.name) await observing
  const actual = await observeBatch(subject, batch, transport)
  const expected = await observing
  const index = expected.findIndex((text, position) => text !== actual[position])
  if (index < 0) return undefined
  return `--- ${oracle.name}\n${expected[index]}\n--- ${subject.name}\n${actual[index]}`
}
