import { UsageError } from '../command.ts'
import { readArguments } from '../read-arguments.ts'
import { parseBytes, parseDuration } from './quantities.ts'

/** The options of `webapp start`. */
export interface StartOptions {
  readonly file: string | undefined
  /** Arguments of the program. */
  readonly args: readonly string[]
  readonly workers: number | 'auto'
  readonly port: number | undefined
  /** How long a worker may take to finish its requests, in milliseconds. */
  readonly timeout: number
  /** Resident memory in bytes, above which a worker is replaced. */
  readonly maxMemory: number | undefined
  /** Modules that Node loads in each worker before the program. */
  readonly require: readonly string[]
  readonly import: readonly string[]
  readonly quiet: boolean
}

export const HELP = `Usage: webapp start [file] [options] [-- arguments of the program]

Starts a program for production, in several processes that share its ports. Without a file,
it is the one that the "start" script or "main" of package.json names, or server, app or index.
Sets NODE_ENV to production unless it is set.

  --workers <number|auto>  processes (default: auto, the processors that the container may use)
  --port <number>          sets PORT for the program
  --timeout <duration>     how long in-flight requests may take at an end (default: 10s)
  --max-memory <size>      replaces a worker whose resident memory is larger, such as 512M
  --import <module>        Node imports this module in each worker first (may be repeated)
  --require <module>       the same with require (may be repeated)
  --quiet                  prints failures only

Signals to this process (on Windows there is no SIGHUP to send, so there is no reload):
  SIGHUP           starts new workers with the new code, then ends the old ones, one by one
  SIGTERM, SIGINT  finishes in-flight requests and ends; a second signal ends at once

The exit status is that of the program if it cannot start, and otherwise 0.`

/** Reads the command line. */
export function parseOptions(args: readonly string[]): StartOptions {
  const end = args.indexOf('--')
  const [own, rest] = end === -1 ? [args, []] : [args.slice(0, end), args.slice(end + 1)]
  const { values, positionals } = parse(own)
  if (positionals.length > 1) {
    throw new UsageError(
      `one file is expected, got ${positionals.length}: ${positionals.join(' ')}. ` +
        'Arguments of the program follow after "--".',
    )
  }
  const { 'max-memory': maxMemory, timeout = '10s', workers = 'auto' } = values
  return {
    file: positionals[0],
    args: rest,
    workers: workers === 'auto' ? 'auto' : toCount(workers),
    port: toPort(values.port),
    timeout: parseDuration(timeout, '--timeout'),
    maxMemory: maxMemory === undefined ? undefined : parseBytes(maxMemory, '--max-memory'),
    require: values.require ?? [],
    import: values.import ?? [],
    quiet: values.quiet === true,
  }
}

function parse(args: readonly string[]) {
  const options = {
    workers: { type: 'string' },
    port: { type: 'string' },
    timeout: { type: 'string' },
    'max-memory': { type: 'string' },
    import: { type: 'string', multiple: true },
    require: { type: 'string', multiple: true },
    quiet: { type: 'boolean' },
  } as const
  return readArguments(args, options, '"webapp start --help" lists the options.')
}

const MOST_WORKERS = 1024

function toCount(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (count >= 1 && count <= MOST_WORKERS) return count
  throw new UsageError(
    `--workers is "${text}", but must be "auto" or a number from 1 to ${MOST_WORKERS}.`,
  )
}

function toPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new UsageError(`--port is "${text}", but must be a number from 0 to 65535.`)
}
