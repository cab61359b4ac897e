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
  /** A named format, a line with tokens, or a function that makes the line. */
  readonly format?: Format
  /** Writes the line when the request comes, not when it was answered. */
  readonly immediate?: boolean
  readonly skip?: (req: IncomingMessage, res: ServerResponse) => boolean
  readonly stream?: Output
  /** Collects lines for so many milliseconds; true for a second. */
  readonly buffer?: boolean | number
}

type Logger = typeof logger & typeof own

/** What the logger has of morgan; undefined until somebody asks for it. */
let inherited: Record<string, unknown> | undefined

/** `webapp.logger`, with the tokens and formats that morgan has. */
export function loadLogger(): Logger {
  if (inherited === undefined) {
    inherited = listMembers()
    Object.assign(logger, inherited, { default: inherited.combined }, own)
  }
  return logger as Logger
}

// Reading `morgan.default` would warn of a name that is the right one here.
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

  /** Gives a format a name. */
  format(name: string, format: Format): unknown {
    table[name] = format
    return logger
  },
}

// Tokens and formats hang on the function itself, where people also read and replace them.
const table = logger as unknown as Record<string, Format | Token | undefined>

/** `webapp.logger(options | format)`: a line for each request. */
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
 * The tokens as formats see them. Those of morgan escape what a client sends; one of the
 * application may mean its quotes and colours, but cannot begin a line of its own (hardening I6).
 * A token that nobody defined is shown as '-'.
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
