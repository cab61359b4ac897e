import { inspect } from 'node:util'
import fc from 'fast-check'
import { type DialectName, dialectOf } from '../harness/dialects.ts'
import { findDifference, findTrouble } from './compare-runs.ts'
import type { Target, Trial } from './targets.ts'

/** Tries something in a dialect. */
export type Attempt = (dialect: DialectName, limits: Limits) => Promise<Tried>

export interface Limits {
  readonly seed: number
  readonly runs: number
  /** Milliseconds after which no new run begins. */
  readonly time?: number
}

export interface Tried {
  /** Requests that were answered. */
  readonly executions: number
  /** What went wrong, and a test of it. */
  readonly finding?: string
}

/** Random trials of a target in a dialect, until one of them shows a fault, which is shrunk. */
export async function tryTarget(
  target: Target,
  name: DialectName,
  { seed, runs, time = 100_000 }: Limits,
): Promise<Tried> {
  const dialect = dialectOf(name)
  let executions = 0
  const property = fc.asyncProperty(target.trialsIn(name), async (trial) => {
    const { batch, transport, isOnlySurvived } = trial
    executions += batch.requests.length
    const fault = isOnlySurvived
      ? await findTrouble(batch, dialect.subject, transport)
      : await findDifference(batch, dialect, transport)
    if (fault) throw new Error(fault)
  })
  // Shrinking is cut short: a readable case soon is worth more than the smallest one late.
  const limits = { seed, numRuns: runs, interruptAfterTimeLimit: time, timeout: 30_000 }
  const result = await fc.check(property, limits)
  if (!result.failed || result.counterexample === null) return { executions }
  const [trial] = result.counterexample
  const fault = String((result.errorInstance as Error | null)?.message)
  return { executions, finding: `${fault}\n\n${writeTest(target, name, seed, trial)}` }
}

/** The shrunk trial as a test that can be kept. */
function writeTest(target: Target, dialect: DialectName, seed: number, trial: Trial): string {
  const { program, given, requests } = trial.batch
  const compared = `findDifference(batch, dialectOf('${dialect}'), '${trial.transport}')`
  const survived = `findTrouble(batch, dialectOf('${dialect}').subject, '${trial.transport}')`
  return [
    `it('${target.name} of seed ${seed}', async () => {`,
    `  const given = ${inspect(given, { depth: null, maxStringLength: null }).replaceAll('\n', '\n  ')}`,
    '  const requests = [',
    ...requests.map(({ bytes }) => `    raw(${JSON.stringify(bytes.toString('latin1'))}),`),
    '  ]',
    `  const batch: Batch = { program: '${program}', given, requests }`,
    `  expect(await ${trial.isOnlySurvived ? survived : compared}).toBeUndefined()`,
    '})',
  ].join('\n')
}
