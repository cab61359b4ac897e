import type { ExchangePolicy } from '../../app/dialect.ts'
import { exchanges as v5 } from '../v5/exchanges.ts'

export const exchanges: ExchangePolicy = { ...v5, logError }

/** Writes the stack of an error to the console, or the error itself. */
function logError(error: unknown): void {
  const { stack } = error as { stack?: unknown }
  // An object without a prototype cannot be converted to a string; the console can show it.
  const hasText = typeof (error as { toString?: unknown }).toString === 'function'
  console.error(stack || (hasText ? String(error) : error))
}
