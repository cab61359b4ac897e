import { deprecate } from '../../../errors/deprecation.ts'
import { setImmediate } from '../../../runtime/timers.ts'
import type { Middleware } from './handler.ts'
import { createBufferedOutput, type Output } from './logger-buffer.ts'
import {
  developmentLine,
  type LoggedRequest,
  type LoggedResponse,
  lines,
  type Timed,
  type Token,
  toEscape,
  tokens,
} from './logger-tokens.ts'

type Tokens = Readonly<Record<string, Token>>
type FormatFunction = (
  tokens: Tokens,
  req: LoggedRequest,
  res: LoggedResponse,
) => string | null | undefined
type Format = string | FormatFunction

interface LoggerOptions {
  /** The name of a format, a string with tokens, or a function that returns the line. */
  readonly format?: Format
  /** Logs when the request arrives instead of when the response is sent. */
  readonly immediate?: boolean
  readonly skip?: (req: LoggedRequest, res: LoggedResponse) => boolean
  readonly stream?: Output
  /** Buffers lines for this number of milliseconds; `true` for one second. */
  readonly buffer?: boolean | number
}

const members = {
  /** Compiles a format with tokens to a function. */
  compile,

  /** Defines a named format. */
  format(name: string, format: Format): unknown {
    table[name] = format
    return logger
  },

  /** Defines a token, `:name` or `:name[argument]` in formats. */
  token(name: string, token: Token): unknown {
    table[name] = token
    return logger
  },

  ...lines,

  dev: ((tokens, req, res) => {
    const line = developmentLine(res.headersSent ? res.statusCode : undefined)
    return compile(line)(tokens, req, res)
  }) as FormatFunction,

  ...tokens,
}

/** `webapp.logger`. Tokens and formats are its properties, which programs read and replace. */
export const logger = Object.assign(createLogger, members)
Object.defineProperty(logger, 'name', { value: 'logger' })

const table = logger as unknown as Record<string, Format | Token | undefined>

/** `webapp.logger(options | format)`: logs a line for each request. */
function createLogger(options?: Format | LoggerOptions | null): Middleware {
  const settings: LoggerOptions = isOptions(options) ? options : { format: options ?? 'default' }
  const { immediate, skip, stream = process.stdout, buffer } = settings
  if (buffer) deprecate('buffer option')
  const format = compileFormat(settings.format || 'default')
  const output = buffer ? createBufferedOutput(stream, buffer) : stream
  const write = (req: LoggedRequest, res: LoggedResponse) => {
    const line = skip?.(req, res) ? undefined : format(safeTokens, req, res)
    if (line !== null && line !== undefined) output.write(`${line}\n`)
  }
  return function logger(req: LoggedRequest, res: LoggedResponse, next) {
    req._remoteAddress = req.ip || req.socket?.remoteAddress
    recordStart(req)
    if (immediate) write(req, res)
    else {
      recordHead(res)
      onFinished(res, () => write(req, res))
    }
    next()
  }
}

function isOptions(options: unknown): options is LoggerOptions {
  return typeof options === 'object' && options !== null
}

function recordStart(message: Timed): void {
  message._startAt = process.hrtime()
  message._startTime = new Date()
}

/** A response begins with its head. Both Node and applications write it with this member. */
function recordHead(res: LoggedResponse): void {
  const { writeHead } = res
  res.writeHead = function (this: LoggedResponse, ...args: Parameters<typeof writeHead>) {
    if (res._startAt === undefined) recordStart(res)
    return writeHead.apply(this, args)
  } as typeof writeHead
}

/** A response that is cut off is logged too. */
function onFinished(res: LoggedResponse, listener: () => void): void {
  let isCalled = false
  const once = () => {
    if (!isCalled) listener()
    isCalled = true
  }
  if (res.writableFinished) setImmediate(once)
  else res.once('finish', once).once('close', once)
}

function compileFormat(format: Format): FormatFunction {
  if (typeof format === 'function') return format
  const named = Object.hasOwn(table, format) ? (table[format] as Format) : format
  return typeof named === 'function' ? named : compile(named)
}

const TOKEN = /:([-\w]{2,})(?:\[([^\]]+)\])?/g

function compile(format: string): FormatFunction {
  if (typeof format !== 'string') throw new TypeError('argument format must be a string')
  return (tokens, req, res) =>
    format.replace(TOKEN, (_, name: string, argument?: string) => {
      const token = tokens[name] as Token
      return String((argument === undefined ? token(req, res) : token(req, res, argument)) || '-')
    })
}

/**
 * The tokens that formats use. Our tokens already escape client data. Tokens of the
 * application may contain quotes and colours, but line breaks are escaped to prevent forged log
 * lines. An undefined token is logged as '-'.
 */
const safeTokens: Tokens = new Proxy({} as Tokens, {
  get: (_target, name: string) => safeToken(name),
  has: (_target, name) => name in table,
  ownKeys: () => Object.keys(members),
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
