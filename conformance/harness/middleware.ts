import type { Express, Handler } from './express.ts'

/** The middleware that comes with both sides; scenarios hand over wrong options on purpose. */
export interface BuiltIn {
  json(options?: unknown): Handler
  raw(options?: unknown): Handler
  text(options?: unknown): Handler
  urlencoded(options?: unknown): Handler
  static(root?: unknown, options?: unknown): Handler
}

export type ParserName = 'json' | 'raw' | 'text' | 'urlencoded'

export function builtIn(express: Express): BuiltIn {
  return express as unknown as BuiltIn
}
