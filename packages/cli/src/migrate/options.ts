import { UsageError } from '../command.ts'
import { readArguments } from '../read-arguments.ts'
import type { Dialect } from './flow/values.ts'
import type { Target } from './rules/context.ts'

export interface Options {
  readonly folder: string
  readonly target: Target
  readonly from: Dialect | undefined
  readonly isDry: boolean
  readonly isForced: boolean
  readonly isVerified: boolean
  readonly isBold: boolean
  readonly isJson: boolean
  readonly skipped: readonly string[]
}

export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args)
  if (positionals.length > 1) {
    throw new UsageError(`one folder at a time, but got ${positionals.join(' and ')}.`)
  }
  const { to = '5', from } = values
  if (to !== '5' && to !== '4' && to !== 'express') {
    throw new UsageError(`--to is '${to}', but must be 5, 4 or express.`)
  }
  if (from !== undefined && !/^[345]$/.test(from)) {
    throw new UsageError(`--from is '${from}', but must be 3, 4 or 5.`)
  }
  return {
    folder: positionals[0] ?? '.',
    target: to,
    from: from === undefined ? undefined : (Number(from) as Dialect),
    isDry: values['dry-run'] ?? false,
    isForced: values.force ?? false,
    isVerified: values.verify ?? false,
    isBold: values.likely ?? false,
    isJson: values.json ?? false,
    skipped: values.skip ?? [],
  }
}

function parse(args: readonly string[]) {
  const options = {
    to: { type: 'string' },
    from: { type: 'string' },
    'dry-run': { type: 'boolean' },
    force: { type: 'boolean' },
    verify: { type: 'boolean' },
    likely: { type: 'boolean' },
    json: { type: 'boolean' },
    skip: { type: 'string', multiple: true },
  } as const
  return readArguments(args, options, 'webapp migrate --help lists the options.')
}
