import type { Req, Settings } from '../http/exchange.ts'

/** A mistake in a program, reported when it happens, for a hint on the console. */
export type Mistake =
  /** Handlers, one of which is not a function. */
  | { kind: 'handler'; method: string; path: unknown; handlers: readonly unknown[] }
  /** A handler threw a value that is not an error for `next`. */
  | { kind: 'thrown'; value: unknown; handle: object; req: Req }
  /** A redirect to a value that is not an address, or to 'back'. */
  | { kind: 'redirect'; url: unknown }
  /** A promise that is sent as JSON. */
  | { kind: 'promise' }
  /** A status in place of a body; `lost` is the argument that is not sent. */
  | { kind: 'status'; member: string; status: number; lost: unknown }
  /** A view whose template engine cannot be loaded. */
  | { kind: 'engine'; view: unknown; engine: unknown; error: unknown }
  /** An error of `listen` for a callback that may not expect one. */
  | { kind: 'listen'; error: unknown; callback: object }
  /** An error that no error handler of the program took. */
  | { kind: 'unhandled'; error: unknown; req: Req }

type Explain = (mistake: Mistake) => void

let loadExplanations: (() => Explain) | undefined

/** Sets how to load the texts of hints, which only a program with a mistake needs. */
export function explainMistakesWith(load: () => Explain): void {
  loadExplanations = load
}

/** Gives a hint about a mistake, in development only. Never throws. */
export function reportMistake(mistake: Mistake, settings?: Settings): void {
  if (!givesHints(settings)) return
  try {
    loadExplanations?.()(mistake)
  } catch {
    // A hint must not change what the program does.
  }
}

/**
 * Gives a hint about the first of these handlers, nested in arrays or not, that is not a function.
 * Without handlers, a value in place of the path may be one, such as the promise of `use(promise)`.
 */
export function reportHandlers(
  method: string,
  path: unknown,
  args: readonly unknown[],
  settings?: Settings,
): void {
  const handlers = args.flat(Number.POSITIVE_INFINITY)
  if (handlers.length === 0 && !isPath(path)) handlers.push(path)
  if (handlers.every((handler) => typeof handler === 'function')) return
  reportMistake({ kind: 'handler', method, path, handlers }, settings)
}

function isPath(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value) || value instanceof RegExp
}

/**
 * Whether hints are given: in the environment 'development', unless `WEBAPP_HINTS=off`. The
 * environment is the setting `env`, or the default of that setting where no application is known.
 */
export function givesHints(settings?: Settings): boolean {
  const env = settings === undefined ? process.env.NODE_ENV || 'development' : settings.env
  return env === 'development' && process.env.WEBAPP_HINTS !== 'off'
}
