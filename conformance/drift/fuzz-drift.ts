import { inspect } from 'node:util'
import fc from 'fast-check'
import type { Batch } from '../fuzz/run-batch.ts'
import type { Target } from '../fuzz/targets.ts'
import type { Dialect } from '../harness/dialects.ts'
import { observeBatch, observeBoth } from '../harness/observe.ts'
import type { Transport } from '../harness/run.ts'
import type { Example, Finding, Groups } from './groups.ts'
import { lineChanges, shapeOf } from './line-changes.ts'

export interface Limits {
  readonly seed: number
  /** Requests to each of the two revisions. */
  readonly cases: number
  /** The time, as `Date.now()` has it, after which nothing new begins. */
  readonly end: number
}

/** Programs of one round. A round ends at its first difference of a new shape. */
const RUNS = 10

/** How many smaller examples a round may try. No time, so that a busy machine finds the same ones. */
const MOST_EXAMPLES = 1000

/** Asks both revisions the same random requests; returns how many. */
export async function fuzzTarget(
  target: Target,
  pair: Dialect,
  { seed, cases, end }: Limits,
  groups: Groups,
): Promise<number> {
  let requests = 0
  for (let round = 0; requests < cases && Date.now() < end; round++) {
    requests += await tryRound(target, pair, { seed: seed + round, end }, groups)
  }
  return requests
}

async function tryRound(
  target: Target,
  pair: Dialect,
  { seed, end }: Pick<Limits, 'seed' | 'end'>,
  groups: Groups,
): Promise<number> {
  let requests = 0
  let isShrinking = false
  let examples = 0
  const property = fc.asyncProperty(target.trialsIn(pair.name), async ({ batch, transport }) => {
    // A smaller example that is not tried counts as one without a difference.
    if (isShrinking && ++examples > MOST_EXAMPLES) return
    const found = await differencesOf(target, pair, batch, transport)
    if (!isShrinking) {
      requests += batch.requests.length
      for (const { finding } of found) groups.count(finding)
    }
    isShrinking ||= found.some(({ finding }) => !groups.isKnown(finding))
    if (found.some(({ finding }) => !groups.isKnown(finding))) throw new Error('a new difference')
  })
  const interruptAfterTimeLimit = Math.max(1, end - Date.now())
  const limits = { seed, numRuns: RUNS, interruptAfterTimeLimit, timeout: 30_000 }
  const { counterexample } = await fc.check(property, limits)
  if (counterexample === null) return Math.max(1, requests)
  const [{ batch, transport }] = counterexample
  // A difference that does not show again depended on the moment.
  for (const { finding, example } of await differencesOf(target, pair, batch, transport)) {
    if (!groups.isKnown(finding)) groups.add(finding, example)
  }
  return requests
}

interface Found {
  readonly finding: Finding
  readonly example: Example
}

/** The requests that the two revisions treat differently. */
async function differencesOf(
  { name }: Target,
  pair: Dialect,
  batch: Batch,
  transport: Transport,
): Promise<Found[]> {
  const look = () => observeBoth(pair, (side) => observeBatch(side, batch, transport))
  let seen = await look()
  const endings = () => [seen.expected, seen.actual].map((texts) => endingOf(texts))
  // How a connection was left is the same for all requests of a batch, and depends on the moment.
  const [kept, closed] = endings()
  if (kept !== closed) seen = await look()
  const found: Found[] = []
  for (let index = 0; index < Math.max(seen.expected.length, seen.actual.length); index++) {
    const [older = '', newer = ''] = [seen.expected[index], seen.actual[index]].map(withoutEnding)
    if (older === newer) continue
    const changes = lineChanges(older, newer)
    const title = [describeProgram(batch, index), describeRequest(batch, index)].filter(Boolean)
    const finding = { part: name, ...shapeOf(changes) }
    found.push({ finding, example: { title, ...changes } })
    // The other requests of this connection get no response either.
    if (/^← nothing|, incomplete\)/m.test(`${older}\n${newer}`)) return found
  }
  const [older = '', newer = ''] = endings()
  if (found.length > 0 || older === newer) return found
  const finding = { part: name, member: 'connection', change: `${older} → ${newer}` }
  const last = batch.requests.length
  const title = [describeProgram(batch, last), describeRequest(batch, last)].filter(Boolean)
  return [{ finding, example: { title, older: [`… ${older}`], newer: [`… ${newer}`] } }]
}

const ENDING = /\n… (\w+)[^\n]*$/

function endingOf(texts: readonly string[]): string | undefined {
  return ENDING.exec(texts.at(-1) ?? '')?.[1]
}

function withoutEnding(text: string | undefined): string {
  return (text ?? '').replace(ENDING, '')
}

/** Index 0 is the registration; the requests follow. */
function describeRequest({ requests }: Batch, index: number): string {
  return requests[index - 1]?.label ?? ''
}

/** The program, without what it does for other requests. */
function describeProgram({ program, given }: Batch, index: number): string {
  const shown =
    program === 'calls' ? { settings: given.settings, calls: given.asked[index - 1]?.calls } : given
  return inspect(shown, { depth: null, breakLength: 110, compact: 6 })
}
