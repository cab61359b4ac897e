import fc from 'fast-check'
import { type DialectName, dialectOf, type Side } from '../harness/dialects.ts'
import { parsers } from './body-requests.ts'
import { parsers3 } from './body-requests-3x.ts'
import { grammars } from './grammars.ts'
import { bodyTexts, headerTexts, queryText, targetText } from './header-texts.ts'
import { tablesIn } from './route-table.ts'
import { type Batch, buildProgram, silence } from './run-batch.ts'
import type { Limits, Tried } from './try-target.ts'

type Program = Omit<Batch, 'requests'>

/** A request that grows by the repetition of a part. */
interface Growing {
  readonly program: Program
  readonly place: string
  readonly before: string
  readonly part: string
  readonly after: string
}

interface Message {
  readonly method?: string
  readonly url?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

type Ask = (message: Message) => Promise<unknown>

/** What fits into the head of a request, with room for the double. */
const headLength = 6_000
const bodyLength = 40_000
/**
 * Milliseconds that say nothing. The reader of queries and forms copies a list for each of its at
 * most 1000 items, as that of the original does, which takes six at the most.
 */
const ALLOWANCE = 10

/** On a busy machine a try in many is one that nothing interrupts. */
const MOST_REPEATS = 60

/** So many as a batch has of its requests: here a run is of one request, asked at two lengths. */
const requestsEach = 10

/** Requests whose answer must take time in proportion to their length. */
export async function tryTime(name: DialectName, { seed, runs, time }: Limits): Promise<Tried> {
  let executions = 0
  const restore = silence()
  const property = fc.asyncProperty(growingIn(name), async (growing) => {
    const ask = askerOf(growing.program, dialectOf(name).subject)
    const cost = async (length: number, repeats: number) => {
      executions += repeats
      return leastTime(() => ask(messageOf(growing, length)), repeats)
    }
    const length = growing.place in bodyTexts ? bodyLength : headLength
    for (const repeats of [2, 5, 12, MOST_REPEATS]) {
      // A busy machine makes anything slow now and then, so only what stays slow is told.
      const [single, double] = [await cost(length, repeats), await cost(2 * length, repeats)]
      if (double <= 3 * single + ALLOWANCE) return
      if (repeats === MOST_REPEATS)
        throw new Error(`${single} ms, and ${double} ms for twice the length`)
    }
  })
  const result = await fc.check(property, {
    seed,
    numRuns: runs * requestsEach,
    ...(time && { interruptAfterTimeLimit: time }),
    timeout: 30_000,
  })
  restore()
  if (!result.failed || result.counterexample === null) return { executions }
  const why = (result.errorInstance as Error | null)?.message
  return { executions, finding: `${why}\n${JSON.stringify(result.counterexample[0], null, 2)}` }
}

function growingIn(name: DialectName): fc.Arbitrary<Growing> {
  const is3x = name === '3.x'
  const reading: Program = {
    program: 'calls',
    given: { settings: { 'trust proxy': true }, asked: [], reads: is3x ? name : 'newer' },
  }
  const table = tablesIn(grammars[name]).map((given): Program => ({ program: 'table', given }))
  const parsing = (is3x ? parsers3 : parsers).map(
    (chosen): Program => ({ program: 'parsers', given: { parsers: chosen, plainErrors: is3x } }),
  )
  const heads = Object.entries({ ...headerTexts, query: queryText, path: targetText })
  return fc.oneof(
    ...heads.map(([place, text]) => growing(fc.constant(reading), place, text)),
    ...Object.entries(bodyTexts).map(([type, text]) => growing(parsing, type, text)),
    { weight: 6, arbitrary: growing(table, 'path', targetText) },
  )
}

function growing(
  program: fc.Arbitrary<Program>,
  place: string,
  text: fc.Arbitrary<string>,
): fc.Arbitrary<Growing> {
  return fc.record({ program, place: fc.constant(place), before: text, part: text, after: text })
}

function messageOf({ place, before, part, after }: Growing, length: number): Message {
  const text = before + (part || 'x').repeat(Math.ceil(length / (part.length || 1))) + after
  if (place === 'path') return { url: `/${text}` }
  if (place === 'query') return { url: `/?${text}` }
  if (!(place in bodyTexts)) return { headers: { [place]: text } }
  return { method: 'POST', headers: { 'Content-Type': place }, body: text }
}

function askerOf(program: Program, side: Side): Ask {
  const { app } = buildProgram(program, side)
  const { inject } = app as unknown as { inject: Ask }
  return (message) => inject.call(app, message)
}

async function leastTime(work: () => Promise<unknown>, repeats: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < repeats; run++) {
    const began = performance.now()
    await work()
    least = Math.min(least, performance.now() - began)
  }
  return least
}
