import type { Express, Handler } from '../express.ts'
import { builtIn, type ParserName } from '../middleware.ts'

/** A parser with a body that it takes. */
export interface Subject {
  readonly parser: ParserName
  readonly type: string
  /** A valid body of exactly so many bytes; the least is 2. */
  readonly bodyOf: (size: number) => string
  /** A body that this parser refuses, if there is one. */
  readonly broken?: string
  /** Whether every value of the shared options is tried, which one parser may do for all. */
  readonly thorough?: boolean
}

export const make = (express: Express, { parser }: Subject, options?: unknown): Handler =>
  builtIn(express)[parser](options)

/** Options that let short bodies in and refuse others. */
export const chosen = { limit: 30 }

/** A parser as a step of a plain chain. */
export type Step = (req: never, res: never, next: (err?: unknown) => void) => unknown
