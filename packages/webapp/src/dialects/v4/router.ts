import { deprecate } from '../../errors/deprecation.ts'
import type { Next, ParamHandler, Req, Res } from '../../http/exchange.ts'
import { withLength } from '../../members/expose.ts'
import { setMethodCheck } from '../../router/method-check.ts'
import { addParamPattern } from '../../router/param-patterns.ts'
import { type ParamMemory, processParams } from '../../router/params.ts'
import {
  addParamHandler,
  createLayerStack,
  createRouter,
  createRouterMembers,
  type Router as RouterInstance,
  type RouterOptions,
} from '../../router/router.ts'
import type { AnyHandler, Layer as RouterLayer, RouterPolicy } from '../../router/router-types.ts'
import { Layer } from './layer.ts'
import { members } from './members.ts'
import { resultHandlerFor } from './rejections.ts'
import { Route } from './route.ts'

/** An argument of `router.param(fn)`: it can replace the handler of a parameter. */
type ParamAdapter = (name: string, handler: unknown) => unknown

export interface V4Router extends RouterInstance {
  _params: ParamAdapter[]
}

// Called with and without `new`, so it cannot be an arrow function.
function makeRouter(options?: RouterOptions): V4Router {
  const created = createRouter<V4Router>(Router)
  created.params = {}
  created._params = []
  created.caseSensitive = options?.caseSensitive
  created.mergeParams = options?.mergeParams
  created.strict = options?.strict
  created.stack = createLayerStack()
  setMethodCheck(created, options?.methodNotAllowed)
  return created
}

/** The Router of 4.x. Routers inherit from the function itself, and tools patch its members. */
export const Router = makeRouter as V4Router & ((options?: RouterOptions) => V4Router)

export const routing: RouterPolicy = {
  members,
  createLayer: (path, options, handle) => new Layer(path, options, handle),
  Route,
  // As in Express, a `dispatch` that is replaced later is not called.
  createRouteHandler: (route) => route.dispatch.bind(route),
  eachMiddleware,
  mountBoundaries: '/.',
  listMethods,
  respondToOptions(res, allowed) {
    const body = listMethods(allowed)
    res.set('Allow', body)
    res.send(body)
  },
  paramResultHandler: resultHandlerFor,
}

const routerMembers = {
  param(this: V4Router, name: string | ParamAdapter, given?: unknown): V4Router | undefined {
    if (typeof name === 'function') {
      deprecate('router.param(fn): Refactor to use path params')
      this._params.push(name)
      return undefined
    }
    const key = withoutColon(name)
    const handler = this._params.reduce((fn, adapt) => adapt(key, fn) || fn, given)
    if (handler instanceof RegExp) addParamPattern(this, key, handler)
    else if (typeof handler !== 'function') {
      throw new Error(`invalid param() call for ${key}, got ${handler}`)
    } else addParamHandler(this.params, key, handler as ParamHandler)
    return this
  },

  process_params(
    this: V4Router,
    layer: RouterLayer,
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
      onResult: resultHandlerFor(req),
    })
  },

  ...createRouterMembers(routing),
}

withLength(2, routerMembers.param)
Object.assign(Router, routerMembers)

function eachMiddleware(args: readonly unknown[], register: (handler: AnyHandler) => void): void {
  const handlers = args.flat(Number.POSITIVE_INFINITY)
  if (handlers.length === 0) throw new TypeError('Router.use() requires a middleware function')
  for (const handler of handlers) {
    if (typeof handler !== 'function') {
      const got = kindOf(handler)
      throw new TypeError(`Router.use() requires a middleware function but got a ${got}`)
    }
    register(handler as AnyHandler)
  }
}

function listMethods(allowed: readonly string[]): string {
  return [...new Set(allowed)].join(',')
}

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
