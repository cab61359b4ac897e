import type { IncomingMessage, ServerResponse } from 'node:http'
import { deprecate } from '../../../errors/deprecation.ts'
import { lateMorgan } from '../../../http/late-packages.ts'
import type { Middleware } from './handler.ts'
import { createBufferedOutput, type Output } from './logger-buffer.ts'

type Token = (req: IncomingMessage, res: ServerResponse, ...args: string[]) => unknown
type Tokens = Readonly<Record<string, Token>>
type FormatFunction = (
  tokens: Tokens,
  req: IncomingMessage,
  res: ServerResponse,
) => string | null | undefined
type Format = string | FormatFunction

interface LoggerOptions {
  /** The name of a format, a string with tokens, or a function that returns the line. */
  readonly format?: Format
  /** Logs when the request arrives instead of when the response is sent. */
  readonly immediate?: boolean
  readonly skip?: (req: IncomingMessage, res: ServerResponse) => boolean
  readonly stream?: Output
  /** Buffers lines for this number of milliseconds; `true` for one second. */
  readonly buffer?: boolean | number
}

type Logger = typeof logger & typeof own

/** The members of morgan that the logger has; `undefined` until the logger is first used. */
let inherited: Record<string, unknown> | undefined

/** `webapp.logger`, with the tokens and formats of morgan. */
export function loadLogger(): Logger {
  if (inherited === undefined) {
    inherited = listMembers()
    Object.assign(logger, inherited, { default: inherited.combined }, own)
  }
  return logger as Logger
}

// Skip `morgan.default`: reading it logs a deprecation, but in 3.x the name is valid.
function listMembers(): Record<string, unknown> {
  const members = lateMorgan() as unknown as Record<string, unknown>
  const names = Object.keys(members).filter((name) => name !== 'default')
  return Object.fromEntries(names.map((name) => [name, members[name]]))
}

const own = {
  /** Defines a token, `:name` or `:name[argument]` in formats. */
  token(name: string, token: Token): unknown {
    table[name] = token
    return logger
  },

  /** Defines a named format. */
  format(name: string, format: Format): unknown {
    table[name] = format
    return logger
  },
}

// Tokens and formats are properties of the function itself; programs read and replace them there.
const table = logger as unknown as Record<string, Format | Token | undefined>

/** `webapp.logger(options | format)`: logs a line for each request. */
function logger(options?: Format | LoggerOptions | null): Middleware {
  const settings: LoggerOptions = isOptions(options) ? options : { format: options ?? 'default' }
  const { immediate = false, skip, stream = process.stdout, buffer } = settings
  if (buffer) deprecate('buffer option')
  const format = compileFormat(settings.format || 'default')
  const output = buffer ? createBufferedOutput(stream, buffer) : stream
  const write = (_: unknown, req: IncomingMessage, res: ServerResponse) =>
    format(safeTokens, req, res)
  return lateMorgan()(write, { immediate, stream: output, ...(skip && { skip }) }) as Middleware
}

function isOptions(options: unknown): options is LoggerOptions {
  return typeof options === 'object' && options !== null
}

function compileFormat(format: Format): FormatFunction {
  if (typeof format === 'function') return format
  const named = Object.hasOwn(table, format) ? (table[format] as Format) : format
  return typeof named === 'function' ? named : (lateMorgan().compile(named) as FormatFunction)
}

/**
 * The tokens that formats use. Morgan's tokens already escape client data. Tokens of the
 * application may contain quotes and colours, but line breaks are escaped to prevent forged log
 * lines. An undefined token is logged as '-'.
 */
const safeTokens: Tokens = new Proxy({} as Tokens, {
  get: (_target, name: string) => safeToken(name),
  has: (_target, name) => name in table,
  ownKeys: () => Object.keys(inherited ?? {}),
  getOwnPropertyDescriptor: (_target, name: string) => ({
    configurable: true,
    enumerable: true,
    value: safeToken(name),
  }),
})

function safeToken(name: string): Token {
  const token = table[name] as Token | undefined
  if (typeof token !== 'function') return () => undefined
  return (req, res, ...args) => withoutLineBreaks(token(req, res, ...args))
}

const LINE_BREAKS = /[\r\n\u0085\u2028\u2029]/g

function withoutLineBreaks(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(LINE_BREAKS, toEscape) : value
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
