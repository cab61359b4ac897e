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
  let { expected, actual } = await observeBoth(dialect, look)
  // Whether a client still sees a connection close after the last answer depends on the moment:
  // a difference in that alone has to show twice.
  if (differ(expected, actual) && !differ(expected.map(withoutEnding), actual.map(withoutEnding))) {
    ;({ expected, actual } = await observeBoth(dialect, look))
  }
  const index = expected.findIndex((text, position) => text !== actual[position])
  if (index < 0) return undefined
  return `--- ${oracle.name}\n${expected[index]}\n--- ${subject.name}\n${actual[index]}`
}

function differ(expected: readonly string[], actual: readonly string[]): boolean {
  return expected.some((text, position) => text !== actual[position])
}

function withoutEnding(text: string): string {
  return text.replace(/^… (?:closed|kept)$/gm, '…')
}
