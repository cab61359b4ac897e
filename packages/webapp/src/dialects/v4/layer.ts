import pathToRegexp, { type Key } from 'path-to-regexp-v0'
import type { ErrorHandler, Handler, Next, Req, Res } from '../../http/exchange.ts'
import { Layer, runErrorHandler, runHandler } from '../../router/layer.ts'
import type { PatternOptions } from '../../router/policy.ts'
import { exposeMembers } from '../../surface/expose.ts'
import { catchesRejections } from './rejections.ts'

/** A regular expression with the marks of patterns that match without being run. */
export interface MarkedRegExp extends RegExp {
  fast_star: boolean
  fast_slash: boolean
}

/** A layer as 4.x shows it: with the regular expression and keys of its path. */
export class V4Layer extends Layer {
  declare keys: Key[]
  declare regexp: MarkedRegExp

  constructor(path: unknown, options: PatternOptions, handle: Handler | ErrorHandler) {
    super()
    this.handle = handle
    this.name = handle.name || '<anonymous>'
    this.params = undefined
    this.path = undefined
    this.keys = []
    this.regexp = pathToRegexp(path, this.keys, options) as MarkedRegExp
    this.regexp.fast_star = path === '*'
    this.regexp.fast_slash = path === '/' && !options.end
  }

  match(path: string | undefined): boolean {
    if (path !== undefined) {
      if (this.regexp.fast_slash) return this.#matched('', {})
      if (this.regexp.fast_star) return this.#matched(path, { 0: decodeParam(path) })
      const found = this.regexp.exec(path)
      if (found !== null) return this.#matched(found[0], namedCaptures(found, this.keys))
    }
    this.params = undefined
    this.path = undefined
    return false
  }

  #matched(path: string, params: Record<string, unknown>): true {
    this.params = params
    this.path = path
    return true
  }

  paramNames(): readonly string[] {
    return this.keys.map((key) => String(key.name))
  }

  handle_error(error: unknown, req: Req, res: Res, next: Next): void {
    const handle = this.handle as ErrorHandler
    if (handle.length !== 4) next(error)
    else runErrorHandler(handle, catchesRejections(req), error, req, res, next)
  }

  handle_request(req: Req, res: Res, next: Next): void {
    const handle = this.handle as Handler
    if (handle.length > 3) next()
    else runHandler(handle, catchesRejections(req), req, res, next)
  }

  // The engine calls these; tools that trace 4.x replace those above.
  handleError(error: unknown, req: Req, res: Res, next: Next): void {
    this.handle_error(error, req, res, next)
  }

  handleRequest(req: Req, res: Res, next: Next): void {
    this.handle_request(req, res, next)
  }
}

exposeMembers(V4Layer.prototype)
Object.defineProperty(V4Layer, 'name', { value: 'Layer' })

/** Captures by name or number; an optional one that is missing is there as undefined. */
function namedCaptures(found: RegExpExecArray, keys: readonly Key[]): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  keys.forEach((key, index) => {
    const value = decodeParam(found[index + 1])
    if (value !== undefined || !Object.hasOwn(params, key.name)) params[key.name] = value
  })
  return params
}

function decodeParam(value: string | undefined): string | undefined {
  if (!value) return value
  try {
    return decodeURIComponent(value)
  } catch (error) {
    throw Object.assign(error as Error, {
      message: `Failed to decode param '${value}'`,
      status: 400,
      statusCode: 400,
    })
  }
}
