// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { NextHandleFunction } from '../shared/handlers.ts'
import type { Request } from './request.ts'
import type { Response } from './response.ts'

/** Makes middleware that writes a line for each request. */
export interface Logger {
  (format?: LoggerFormat | LoggerOptions): NextHandleFunction
  /** Defines a token, written in formats as `:name` or `:name[argument]`. */
  token(name: string, token: LoggerToken): this
  /** Gives a format a name. */
  format(name: string, format: LoggerFormat): this
  /** Makes a function of a format. */
  compile(format: string): LoggerFormatFunction
  // any: both tokens and formats are kept here by name, where people also replace them.
  [tokenOrFormat: string]: any
}

/** Name of a format, a text with tokens, or a function that makes the line. */
export type LoggerFormat = LoggerFormatName | (string & {}) | LoggerFormatFunction

/** The formats that are there from the start. */
export type LoggerFormatName = 'combined' | 'common' | 'default' | 'dev' | 'short' | 'tiny'

/** Makes the line of a request; none for null or undefined. */
// Written as a method: a function that asks for narrower types is accepted.
export type LoggerFormatFunction = {
  call(tokens: LoggerTokens, req: Request, res: Response): string | null | undefined
}['call']

/** Makes the text of a token; nothing is shown as `-`. */
// Written as a method: a function that asks for narrower types is accepted.
export type LoggerToken = {
  call(req: Request, res: Response, ...args: string[]): unknown
}['call']

/** The tokens by name. */
export interface LoggerTokens {
  // any: a token gives back what it likes, and formats join it to their line.
  [name: string]: (req: Request, res: Response, ...args: string[]) => any
}

/** How `webapp.logger` writes. */
export interface LoggerOptions {
  /** The format; `default` by default. */
  format?: LoggerFormat | undefined
  /** Writes the line when the request comes in, not when it was answered. */
  immediate?: boolean | undefined
  /** Tells whether a request is left out. */
  skip?: LoggerDecision | undefined
  /** Where lines go; standard output by default. */
  stream?: { write(text: string): unknown } | undefined
  /** Collects lines for so many milliseconds; `true` for a second. */
  buffer?: boolean | number | undefined
}

type LoggerDecision = { call(req: Request, res: Response): boolean }['call']
