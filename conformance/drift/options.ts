import { parseArgs } from 'node:util'
import { targets } from '../fuzz/targets.ts'

/** The command was called in a wrong way. Its exit status is 2. */
export class UsageError extends Error {}

export interface DriftOptions {
  /** `npm`, or the folder of a checkout. */
  readonly source: string
  /** The two revisions; absent with `releases`. */
  readonly names?: readonly [older: string, newer: string]
  /** How many releases of each major version are compared with those before them. */
  readonly releases?: number
  readonly majors: readonly string[]
  /** Requests of each target. */
  readonly cases: number
  /** For each pair of revisions. */
  readonly minutes: number
  /** One scenario of so many is played. */
  readonly share: number
  readonly seed: number
  readonly parts: readonly string[]
  readonly asJson: boolean
  readonly writes: boolean
}

/** All that can be compared, in the order in which it is. */
export const partNames: readonly string[] = [
  ...['package', 'surface', 'scenarios'],
  ...targets.map(({ name }) => name),
]

export const USAGE = `Usage: npm run drift -- <checkout of Express> <older> <newer>
       npm run drift -- npm <older> <newer>
       npm run drift -- npm --releases <number>

Runs the scenarios and random programs of conformance/ on two revisions of Express, and prints where
they differ: what changes for programs. Tags, commits, and versions on npm are revisions.

  --cases <number>     random requests for each part of the interface (default: 1000)
  --share <number>     plays one scenario of so many (default: 1)
  --minutes <number>   no longer than this for two revisions (default: 10)
  --seed <number>      repeats a run (default: 1)
  --only <list>        ${partNames.slice(0, 3).join(', ')}, or a part of the interface:
                       ${partNames.slice(3).join(', ')}
  --releases <number>  the last releases of 4.x and 5.x, each with the one before it
  --majors <list>      for --releases (default: 4,5)
  --json               prints the results as JSON
  --write              adds the results to docs/drift.md

The exit status is 0, whether something differs or not, and 2 for wrong use.`

/** Reads the command line. */
export function parseOptions(args: readonly string[]): DriftOptions {
  const { values, positionals } = parse(args)
  const [source, older, newer, ...rest] = positionals
  const releases = toNumber(values.releases, '--releases')
  const isPair = older !== undefined && newer !== undefined && rest.length === 0
  const isWhole = releases === undefined ? isPair : source === 'npm' && older === undefined
  if (source === undefined || !isWhole) throw new UsageError(USAGE)
  const parts = values.only?.split(',') ?? partNames
  const unknown = parts.find((part) => !partNames.includes(part))
  if (unknown !== undefined) {
    throw new UsageError(`--only names "${unknown}"; there are ${partNames.join(', ')}.`)
  }
  return {
    source,
    ...(isPair && releases === undefined && { names: [older, newer] as const }),
    ...(releases !== undefined && { releases }),
    majors: values.majors.split(','),
    cases: toNumber(values.cases, '--cases') ?? 1000,
    share: toNumber(values.share, '--share') ?? 1,
    minutes: toNumber(values.minutes, '--minutes') ?? 10,
    seed: toNumber(values.seed, '--seed') ?? 1,
    parts,
    asJson: values.json,
    writes: values.write,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        cases: { type: 'string' },
        share: { type: 'string' },
        minutes: { type: 'string' },
        seed: { type: 'string' },
        only: { type: 'string' },
        releases: { type: 'string' },
        majors: { type: 'string', default: '4,5' },
        json: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`)
  }
}

function toNumber(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined
  const number = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (number > 0) return number
  throw new UsageError(`${option} is "${text}", but must be a number above 0.`)
}
