import type { Next, Req, Res } from '../http/exchange.ts'
import { exposeMembers, withLength } from '../surface/expose.ts'
import { eachHandler } from './handlers.ts'
import type { Layer } from './layer.ts'
import { allowedMethods, answeredAs, handlesMethod, type MethodTable, methods } from './methods.ts'
import type { RouterPolicy } from './policy.ts'
import { RouteWalk } from './route-walk.ts'

export interface Route {
  path: unknown
  stack: Layer[]
  methods: MethodTable
  dispatch(req: Req, res: Res, done: Next): void
  all(...handlers: unknown[]): this
}

export type RouteClass = new (path: unknown) => Route

/** The Route class of a dialect: the handlers of one path, by method. */
export function defineRoute(policy: RouterPolicy): RouteClass {
  class Route {
    path: unknown
    stack: Layer[] = []
    methods: MethodTable = Object.create(null)

    constructor(path: unknown) {
      this.path = path
    }

    _handlesMethod(method: string): boolean {
      return handlesMethod(this.methods, method)
    }

    _methods(): string[] {
      return allowedMethods(this.methods)
    }

    dispatch(req: Req, res: Res, done: Next): void {
      if (this.stack.length === 0) {
        done()
        return
      }
      req.route = this
      const method = answeredAs(this.methods, req.method)
      new RouteWalk(this.stack, method, req, res, done).next()
    }

    all(...handlers: unknown[]): this {
      addLayers(this, undefined, handlers)
      return this
    }
  }

  function addLayers(route: Route, method: string | undefined, args: readonly unknown[]): void {
    eachHandler(args, (handler) => {
      const layer = policy.createLayer('/', WHOLE_PATH, handler)
      layer.method = method
      route.methods[method ?? '_all'] = true
      route.stack.push(layer)
    })
  }

  for (const method of methods) {
    const register = function (this: Route, ...handlers: unknown[]) {
      addLayers(this, method, handlers)
      return this
    }
    Object.assign(Route.prototype, { [method]: withLength(1, register) })
  }
  exposeMembers(Route.prototype, { all: 1 })
  return Route
}

const WHOLE_PATH = { sensitive: false, strict: false, end: true }
