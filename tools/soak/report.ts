import type { Troubles, Vitals } from '../../packages/webapp/test/hardening/support/vitals.ts'
import type { Mix } from './mix.ts'
import { growthPerMinute, isGrowing } from './trend.ts'

export interface Sample extends Vitals {
  readonly seconds: number
  readonly p50: number
  readonly p99: number
}

interface Measure {
  readonly name: string
  readonly of: (sample: Sample) => number
  /** The growth that is allowed at the end; without it, the measure is only reported. */
  readonly tolerated?: number
}

const megabytes = (bytes: number) => bytes / 1024 ** 2

const measures: readonly Measure[] = [
  { name: 'resident memory, MB', of: ({ rss }) => megabytes(rss), tolerated: 30 },
  { name: 'heap after collection, MB', of: ({ heap }) => megabytes(heap), tolerated: 3 },
  { name: 'descriptors', of: ({ descriptors }) => descriptors, tolerated: 10 },
  { name: 'active handles', of: ({ resources }) => resources, tolerated: 10 },
  // Times depend on the load of the machine, so they are only reported.
  { name: 'p50, ms', of: ({ p50 }) => p50 },
  { name: 'p99, ms', of: ({ p99 }) => p99 },
]

/** Prints the results; false if memory grew, a response was wrong or an error was uncaught. */
export function showReport(samples: readonly Sample[], mix: Mix, troubles: Troubles): boolean {
  const rows = measures.map((measure) => rowOf(measure, samples))
  console.log(`\n${mix.count} requests in ${samples.at(-1)?.seconds.toFixed(0)} s\n`)
  console.log('| measure | first | median | last | growth per minute | verdict |')
  console.log('|---|---:|---:|---:|---:|---|')
  for (const { cells } of rows) console.log(`| ${cells.join(' | ')} |`)
  const faults = [...mix.wrong.slice(0, 10), ...Object.values(troubles).flat()]
  console.log(
    faults.length > 0 ? `\n${faults.join('\n')}` : '\nNo wrong response, no uncaught error.',
  )
  return faults.length === 0 && rows.every(({ grows }) => !grows)
}

function rowOf({ name, of, tolerated }: Measure, samples: readonly Sample[]) {
  const points = samples.map((sample) => ({ seconds: sample.seconds, value: of(sample) }))
  const values = points.map(({ value }) => value)
  const median = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
  const grows = tolerated !== undefined && isGrowing(points, tolerated)
  const verdict = tolerated === undefined ? '' : grows ? 'growing' : 'flat'
  const numbers = [values[0], median, values.at(-1), growthPerMinute(points)]
  return { cells: [name, ...numbers.map((number) => number?.toFixed(1)), verdict], grows }
}
