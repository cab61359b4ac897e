import { UsageError } from '../command.ts'
import type { Dialect } from '../migrate/flow/values.ts'
import { readArguments } from '../read-arguments.ts'

export interface ProveOptions {
  readonly folder: string
  /** The version that the code was written for; by default, what package.json and imports say. */
  readonly from: Dialect | undefined
  /** The dialect to move to; by default, each part of the program keeps its own. */
  readonly to: Dialect | undefined
  readonly isJson: boolean
  readonly showsMembers: boolean
  readonly withTests: boolean
  readonly usesCache: boolean
  readonly skipped: readonly string[]
}

export const HELP = `Usage: webapp prove [folder] [options]

Reads a program and the packages that it uses, and finds out which members of Express they reach.
Compares these with the lists of differences, and prints each place that a difference concerns, with
what to do. Nothing is run, and nothing is changed.

  --from 3|4|5   the version that the code was written for (default: what package.json says)
  --to 3|4|5     the dialect to move to, such as --from 4 --to 5 (default: the version it has)
  --members      print all members with their first places
  --tests        read tests, too
  --skip <file>  leave a file out; may be repeated
  --no-cache     read all packages again
  --json         print the result as JSON

The exit status is 0 if no difference concerns the program, 1 if something needs a look, and 2 for
wrong use. W-001 and so on are rows of docs/differences.md, D-001 of docs/dialects.md.`

export function readOptions(args: readonly string[]): ProveOptions {
  const { values, positionals } = parse(args)
  if (positionals.length > 1) {
    throw new UsageError(`one folder at a time, but got ${positionals.join(' and ')}.`)
  }
  const from = readDialect('from', values.from)
  const to = readDialect('to', values.to)
  if (from !== undefined && to !== undefined) checkDirection(from, to)
  return {
    folder: positionals[0] ?? '.',
    from,
    to,
    isJson: values.json ?? false,
    showsMembers: values.members ?? false,
    withTests: values.tests ?? false,
    usesCache: !(values['no-cache'] ?? false),
    skipped: values.skip ?? [],
  }
}

/** Code for a newer version does not run in an older dialect. */
export function checkDirection(from: Dialect, to: Dialect): void {
  if (to >= from) return
  throw new UsageError(
    `--to is ${to}, but the program is for Express ${from}, which is newer. Use --to ${from}` +
      `${from === 5 ? '' : ' or newer'}.`,
  )
}

function readDialect(name: string, value: string | undefined): Dialect | undefined {
  if (value === undefined) return undefined
  if (!/^[345]$/.test(value))
    throw new UsageError(`--${name} is '${value}', but must be 3, 4 or 5.`)
  return Number(value) as Dialect
}

function parse(args: readonly string[]) {
  const options = {
    from: { type: 'string' },
    to: { type: 'string' },
    members: { type: 'boolean' },
    tests: { type: 'boolean' },
    'no-cache': { type: 'boolean' },
    json: { type: 'boolean' },
    skip: { type: 'string', multiple: true },
  } as const
  return readArguments(args, options, 'webapp prove --help lists the options.')
}
