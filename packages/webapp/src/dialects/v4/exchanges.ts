import type { Application } from '../../app/application.ts'
import type { ExchangePolicy } from '../../app/dialect.ts'
import { enterApplication } from '../../app/handle.ts'
import type { Handler } from '../../http/exchange.ts'
import { exchanges as v5 } from '../v5/exchanges.ts'

export const exchanges: ExchangePolicy = { ...v5, logError }

/** Writes the stack of an error to the console, or the error itself. */
function logError(error: unknown): void {
  const { stack } = error as { stack?: unknown }
  // An object without a prototype cannot be converted to a string; the console can show it.
  const hasText = typeof (error as { toString?: unknown }).toString === 'function'
  console.error(stack || (hasText ? String(error) : error))
}

/** The second layer of every application: it sets `req.app`, `res.app` and the prototypes. */
export function createInitLayer(app: Application, { locals }: ExchangePolicy): Handler {
  return function expressInit(req, res, next) {
    enterApplication(app, req, res, locals)
    req.next = next
    next()
  }
}
