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

/** The first request without a whole answer, or whose reading failed as no reading may; else nothing. */
export async function findTrouble(
  batch: Batch,
  side: Side,
  transport: Transport,
): Promise<string | undefined> {
  const seen = await observeBatch(side, batch, transport)
  if (seen.length !== batch.requests.length + 1) return seen.join('\n')
  return seen.slice(1).find((text) => !isAnswered(text) || / threw (?!URIError)/.test(text))
}

function isAnswered(text: string): boolean {
  return /^← HTTP\/1\.1 [2-4]/m.test(text) && !text.includes(', incomplete)')
}

function differ(expected: readonly string[], actual: readonly string[]): boolean {
  return expected.some((text, position) => text !== actual[position])
}

function withoutEnding(text: string): string {
  return text.replace(/^… (?:closed|kept)$/gm, '…')
}
