import { deprecate } from '../errors/deprecation.ts'
import type { ErrorHandler, Handler, Next, Req, Res } from '../http/exchange.ts'
import { exposeMembers } from '../surface/expose.ts'
import type { Match, Matcher, PathArgument, PatternOptions, RouterPolicy } from './policy.ts'
import type { Route } from './route.ts'

/** One entry of a stack: a handler and the paths it is for. */
export class Layer {
  handle: Handler | ErrorHandler
  keys: string[] = []
  name: string
  params: Record<string, unknown> | undefined = undefined
  path: string | undefined = undefined
  /** Mounted at '/': matches every path without looking. */
  slash: boolean
  matchers: Matcher[]
  declare route: Route | undefined
  declare method: string | undefined

  constructor(
    path: PathArgument,
    options: PatternOptions,
    handle: Handler | ErrorHandler,
    policy: RouterPolicy,
  ) {
    const paths = [path].flat(Number.POSITIVE_INFINITY)
    this.handle = handle
    this.name = handle.name || '<anonymous>'
    this.slash = path === '/' && !options.end
    this.matchers = paths.map((pattern) => policy.compilePattern(pattern, options))
  }

  /** Looks whether the path is for this layer, and leaves what matched in `path` and `params`. */
  match(path: string | undefined): boolean {
    const match = path === undefined ? false : this.#tryMatch(path)
    if (!match) {
      this.params = undefined
      this.path = undefined
      return false
    }
    this.params = match.params
    this.path = match.path
    this.keys = Object.keys(match.params)
    return true
  }

  #tryMatch(path: string): Match | false {
    if (this.slash) return { path: '', params: {} }
    for (const matcher of this.matchers) {
      const match = matcher(path)
      if (match) return match
    }
    return false
  }

  /** Runs the handler for a request; error handlers are passed over. */
  handleRequest(req: Req, res: Res, next: Next): void {
    const handle = this.handle as Handler
    if (handle.length > 3) {
      next()
      return
    }
    try {
      const result = handle(req, res, next)
      if (isThenable(result)) forwardRejection(result, next)
    } catch (error) {
      next(error)
    }
  }

  /** Runs the handler for an error; everything but an error handler is passed over. */
  handleError(error: unknown, req: Req, res: Res, next: Next): void {
    const handle = this.handle as ErrorHandler
    if (handle.length !== 4) {
      next(error)
      return
    }
    try {
      const result = handle(error, req, res, next)
      if (isThenable(result)) forwardRejection(result, next)
    } catch (thrown) {
      next(thrown)
    }
  }
}

exposeMembers(Layer.prototype)

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    value !== undefined &&
    value !== null &&
    typeof (value as { then?: unknown }).then === 'function'
  )
}

/** Hands the rejection of a promise to `next`, which must see a truthy error. */
export function forwardRejection(result: PromiseLike<unknown>, next: Next): void {
  if (!(result instanceof Promise)) {
    deprecate('handlers that are Promise-like are deprecated, use a native Promise instead')
  }
  result.then(null, (error: unknown) => next(error || new Error('Rejected promise')))
}
