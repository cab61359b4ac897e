import { UsageError } from '../command.ts'
import { readArguments } from '../read-arguments.ts'
import { parseBytes, parseDuration } from '../start/quantities.ts'
import type { Outgoing } from './protocol.ts'

/** The options of `webapp shadow`. */
export interface ShadowOptions {
  readonly file: string | undefined
  /** Arguments of the program. */
  readonly args: readonly string[]
  readonly sample: number
  readonly methods: readonly string[]
  /** The dialect of the copy; absent for the one of the program's Express. */
  readonly to?: string
  readonly copy?: string
  readonly port?: number
  readonly outgoing: Outgoing
  readonly allow: readonly string[]
  readonly refusesWrites: boolean
  readonly refusesProcesses: boolean
  readonly limit: number
  readonly timeout: number
  readonly queue: number
  readonly reports: readonly string[]
  /** Prints the table so often, in milliseconds. */
  readonly every?: number
  readonly checks: boolean
}

export const HELP = `Usage: webapp shadow [file] [options] [-- arguments of the program]

Runs a program on its own Express. Repeats a part of its requests on two copies, one on webapp and
one on Express, and compares the responses. Clients do not wait for this. Without a file, it is the
program that the "start" script or "main" of package.json names, or server, app or index.

  --sample <share>       the share of requests that is repeated (default: 0.01)
  --methods <list>       the methods that are repeated (default: GET,HEAD)
  --to <3|4|5>           the dialect of the copy on webapp (default: that of the Express)
  --copy <path>          the copy on webapp runs this file, or the same file of this folder, such as
                         a checkout after webapp migrate
  --port <number>        sets PORT for the program
  --report <file>        writes the report; a page if the name ends with .html, otherwise JSON
                         (may be repeated)
  --every <duration>     prints the table so often, such as 10m
  --check                the exit status is 1 if a route needs a look
  --outgoing <mode>      connections of the copies: refuse (default), read-only (HTTP requests
                         with GET, HEAD and OPTIONS), or pass
  --allow <host:port>    the copies may connect to it; *:<port> for any host (may be repeated)
  --refuse-writes        the copies cannot change files outside of the temporary folder
  --allow-processes      the copies may start other programs than Node
  --limit <size>         compares so much of a body as text (default: 256K)
  --timeout <duration>   how long a copy may take for a response (default: 10s)
  --queue <number>       requests that may wait; more are dropped (default: 1000)

SIGUSR2 to this process prints the table and writes the reports. For a program that is started in another way:
  WEBAPP_SHADOW_OPTIONS="--sample 0.01 --report shadow.json" \\
    node --import @webapp/cli/shadow server.js

Without --check, the exit status is that of the program.`

/** Reads the command line. */
export function parseOptions(args: readonly string[]): ShadowOptions {
  const end = args.indexOf('--')
  const [own, rest] = end === -1 ? [args, []] : [args.slice(0, end), args.slice(end + 1)]
  const { values, positionals } = parse(own)
  if (positionals.length > 1) {
    throw new UsageError(
      `one file is expected, got ${positionals.length}: ${positionals.join(' ')}. ` +
        'Arguments of the program follow after "--".',
    )
  }
  const { limit = '256K', timeout = '10s', queue = '1000', sample = '0.01', every } = values
  return {
    file: positionals[0],
    args: rest,
    sample: toShare(sample),
    methods: toMethods(values.methods ?? 'GET,HEAD'),
    ...(values.to !== undefined && { to: toDialect(values.to) }),
    ...(values.copy !== undefined && { copy: values.copy }),
    ...(values.port !== undefined && { port: toInteger(values.port, '--port', 0, 65_535) }),
    outgoing: toOutgoing(values.outgoing ?? 'refuse'),
    allow: values.allow ?? [],
    refusesWrites: values['refuse-writes'] === true,
    refusesProcesses: values['allow-processes'] !== true,
    limit: parseBytes(limit, '--limit'),
    timeout: parseDuration(timeout, '--timeout'),
    queue: toInteger(queue, '--queue', 1, 1_000_000),
    reports: values.report ?? [],
    ...(every !== undefined && { every: toInterval(every) }),
    checks: values.check === true,
  }
}

function parse(args: readonly string[]) {
  const options = {
    sample: { type: 'string' },
    methods: { type: 'string' },
    to: { type: 'string' },
    copy: { type: 'string' },
    port: { type: 'string' },
    report: { type: 'string', multiple: true },
    every: { type: 'string' },
    check: { type: 'boolean' },
    outgoing: { type: 'string' },
    allow: { type: 'string', multiple: true },
    'refuse-writes': { type: 'boolean' },
    'allow-processes': { type: 'boolean' },
    limit: { type: 'string' },
    timeout: { type: 'string' },
    queue: { type: 'string' },
  } as const
  return readArguments(args, options, '"webapp shadow --help" lists the options.')
}

function toShare(text: string): number {
  const share = /^(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN
  if (share > 0 && share <= 1) return share
  throw new UsageError(`--sample is "${text}", but must be a number above 0 and at most 1.`)
}

function toMethods(text: string): string[] {
  const methods = text.split(',').map((method) => method.trim().toUpperCase())
  if (methods.every((method) => /^[A-Z-]+$/.test(method))) return methods
  throw new UsageError(`--methods is "${text}", but must be a list such as GET,HEAD,POST.`)
}

function toDialect(text: string): string {
  if (/^[345]$/.test(text)) return text
  throw new UsageError(`--to is "${text}", but must be 3, 4 or 5.`)
}

function toOutgoing(text: string): Outgoing {
  if (text === 'refuse' || text === 'read-only' || text === 'pass') return text
  throw new UsageError(`--outgoing is "${text}", but must be refuse, read-only or pass.`)
}

function toInterval(text: string): number {
  const interval = parseDuration(text, '--every')
  if (interval >= 1000) return interval
  throw new UsageError(`--every is "${text}", but must be at least 1s.`)
}

function toInteger(text: string, option: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`${option} is "${text}", but must be a number from ${least} to ${most}.`)
}
