import type { ErrorHandler, Handler, Next, Req, Res } from '../../http/exchange.ts'
import { Layer, runErrorHandler, runHandler } from '../../router/layer.ts'
import type { PatternOptions } from '../../router/policy.ts'
import { exposeMembers } from '../../surface/expose.ts'
import { compilePattern, type Match, type Matcher } from './pattern.ts'

/** A layer as 5.x shows it: with its matchers. */
export class V5Layer extends Layer {
  declare keys: readonly string[]
  /** Mounted at '/': matches every path without looking. */
  declare slash: boolean
  declare matchers: Matcher[]

  constructor(path: unknown, options: PatternOptions, handle: Handler | ErrorHandler) {
    super()
    this.handle = handle
    this.keys = []
    this.name = handle.name || '<anonymous>'
    this.params = undefined
    this.path = undefined
    this.slash = path === '/' && !options.end
    const paths = [path].flat(Number.POSITIVE_INFINITY)
    this.matchers = paths.map((pattern) => compilePattern(pattern, options))
  }

  match(path: string | undefined): boolean {
    const match = path === undefined ? false : tryMatch(this, path)
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

  paramNames(): readonly string[] {
    return this.keys
  }

  handleRequest(req: Req, res: Res, next: Next): void {
    const handle = this.handle as Handler
    if (handle.length > 3) next()
    else runHandler(handle, true, req, res, next)
  }

  handleError(error: unknown, req: Req, res: Res, next: Next): void {
    const handle = this.handle as ErrorHandler
    if (handle.length !== 4) next(error)
    else runErrorHandler(handle, true, error, req, res, next)
  }
}

exposeMembers(V5Layer.prototype)
Object.defineProperty(V5Layer, 'name', { value: 'Layer' })

function tryMatch(layer: V5Layer, path: string): Match | false {
  if (layer.slash) return { path: '', params: {} }
  for (const matcher of layer.matchers) {
    const match = matcher(path)
    if (match) return match
  }
  return false
}
