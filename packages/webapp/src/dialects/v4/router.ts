import { deprecate } from '../../errors/deprecation.ts'
import type { Next, ParamHandler, Req, Res } from '../../http/exchange.ts'
import { dispatch } from '../../router/dispatch.ts'
import { splitPath } from '../../router/handlers.ts'
import type { Layer as LayerFace } from '../../router/layer.ts'
import { methods } from '../../router/methods.ts'
import { type ParamMemory, processParams } from '../../router/params.ts'
import type { RouterPolicy } from '../../router/policy.ts'
import type { Router as RouterInstance, RouterOptions } from '../../router/router.ts'
import { withLength } from '../../surface/expose.ts'
import { face } from './face.ts'
import { Layer } from './layer.ts'
import { catchesRejections } from './rejections.ts'
import { Route } from './route.ts'

/** What `router.param(fn)` was given: it may replace the handler of a parameter. */
type ParamAdapter = (name: string, handler: unknown) => unknown

export interface V4Router extends RouterInstance {
  _params: ParamAdapter[]
}

const policy: RouterPolicy = {
  face,
  createLayer: (path, options, handle) => new Layer(path, options, handle),
  routeHandlerName: 'bound dispatch',
  mountBoundaries: '/.',
  answerOptions(res, allowed) {
    const body = [...new Set(allowed)].join(',')
    res.set('Allow', body)
    res.send(body)
  },
  catchesRejections,
}

/** The Router of 4.x: its routers inherit from the function itself, where tools patch them. */
export const Router = createRouter as unknown as V4Router & ((options?: RouterOptions) => V4Router)

function createRouter(options?: RouterOptions): V4Router {
  const created = function router(req: Req, res: Res, next: Next) {
    created.handle(req, res, next)
  } as V4Router
  Object.setPrototypeOf(created, Router)
  created.params = {}
  created._params = []
  created.caseSensitive = options?.caseSensitive
  created.mergeParams = options?.mergeParams
  created.strict = options?.strict
  created.stack = []
  return created
}

const members = {
  param(this: V4Router, name: string | ParamAdapter, given?: unknown): V4Router | undefined {
    if (typeof name === 'function') {
      deprecate('router.param(fn): Refactor to use path params')
      this._params.push(name)
      return undefined
    }
    const handler = this._params.reduce((fn, adapt) => adapt(name, fn) || fn, given)
    const key = withoutColon(name)
    if (typeof handler !== 'function') {
      throw new Error(`invalid param() call for ${key}, got ${handler}`)
    }
    const known = Object.hasOwn(this.params, key) ? this.params[key] : undefined
    if (known === undefined) this.params[key] = [handler as ParamHandler]
    else known.push(handler as ParamHandler)
    return this
  },

  handle(this: V4Router, req: Req, res: Res, callback: Next): void {
    dispatch(this, policy, req, res, callback)
  },

  process_params(
    this: V4Router,
    layer: LayerFace,
    memory: ParamMemory,
    req: Req,
    res: Res,
    done: Next,
  ): void {
    processParams({
      handlers: this.params,
      memory,
      keys: layer.paramNames(),
      req,
      res,
      done,
      catchesRejections: catchesRejections(req),
    })
  },

  use(this: V4Router, ...args: unknown[]): V4Router {
    const { path, rest } = splitPath(args)
    const handlers = rest.flat(Number.POSITIVE_INFINITY)
    if (handlers.length === 0) throw new TypeError('Router.use() requires a middleware function')
    for (const handler of handlers) {
      if (typeof handler !== 'function') {
        throw new TypeError(
          `Router.use() requires a middleware function but got a ${kindOf(handler)}`,
        )
      }
      const options = { sensitive: Boolean(this.caseSensitive), strict: false, end: false }
      const layer = new Layer(path, options, handler as never)
      layer.route = undefined
      this.stack.push(layer)
    }
    return this
  },

  route(this: V4Router, path: unknown): Route {
    const route = new Route(path)
    const options = {
      sensitive: Boolean(this.caseSensitive),
      strict: Boolean(this.strict),
      end: true,
    }
    const layer = new Layer(path, options, route.dispatch.bind(route) as never)
    layer.route = route
    this.stack.push(layer)
    return route
  },
}

Object.assign(Router, members)
for (const method of [...methods, 'all']) {
  const register = function (this: V4Router, path: unknown, ...handlers: unknown[]) {
    const route = this.route(path) as unknown as Record<string, (...args: unknown[]) => unknown>
    route[method]?.(...handlers)
    return this
  }
  Object.assign(Router, { [method]: register })
}
withLength(1, members.use)
withLength(2, members.param)

function withoutColon(name: string): string {
  if (name[0] !== ':') return name
  const bare = name.slice(1)
  deprecate(
    `router.param(${JSON.stringify(name)}, fn): Use router.param(${JSON.stringify(bare)}, fn) instead`,
  )
  return bare
}

function kindOf(value: unknown): string {
  if (typeof value !== 'object') return typeof value
  return Object.prototype.toString.call(value).slice('[object '.length, -1)
}
