import type { Dialects } from '../shared/dialect.ts'
import type { FactoryThis, NextHandleFunction } from '../shared/handlers.ts'

type Request = Dialects['3.x']['request']
type Response = Dialects['3.x']['response']

/** Creates middleware that logs a line for each request. */
export interface Logger {
  (this: FactoryThis, format?: LoggerFormat | LoggerOptions): NextHandleFunction
  /** Defines a token, used in formats as `:name` or `:name[argument]`. */
  token(name: string, token: LoggerToken): this
  /** Defines a named format. */
  format(name: string, format: LoggerFormat): this
  /** Compiles a format into a function. */
  compile(format: string): LoggerFormatFunction
  // any: tokens and formats are stored here by name, and applications replace them.
  [tokenOrFormat: string]: any
}

/** Name of a format, a string with tokens, or a function that returns the line. */
export type LoggerFormat = LoggerFormatName | (string & {}) | LoggerFormatFunction

/** The predefined formats. */
export type LoggerFormatName = 'combined' | 'common' | 'default' | 'dev' | 'short' | 'tiny'

/** Returns the line for a request; null or undefined skips it. */
// Method syntax makes the parameters bivariant: a function with narrower types is accepted.
export type LoggerFormatFunction = {
  call(tokens: LoggerTokens, req: Request, res: Response): string | null | undefined
}['call']

/** Returns the value of a token; an empty value is logged as `-`. */
// Method syntax makes the parameters bivariant: a function with narrower types is accepted.
export type LoggerToken = {
  call(req: Request, res: Response, ...args: string[]): unknown
}['call']

/** The tokens by name. */
export interface LoggerTokens {
  // any: a token can return any value, which formats insert into the line.
  [name: string]: (req: Request, res: Response, ...args: string[]) => any
}

/** Options for `webapp.logger`. */
export interface LoggerOptions {
  /** The format; `default` by default. */
  format?: LoggerFormat | undefined
  /** Logs when the request arrives instead of when the response is finished. */
  immediate?: boolean | undefined
  /** Returns whether to skip a request. */
  skip?: LoggerDecision | undefined
  /** The stream that receives the lines; standard output by default. */
  stream?: { write(text: string): unknown } | undefined
  /** Buffers lines for this many milliseconds; `true` for one second. */
  buffer?: boolean | number | undefined
}

type LoggerDecision = { call(req: Request, res: Response): boolean }['call']
