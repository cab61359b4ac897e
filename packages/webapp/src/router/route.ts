import type { Next, Req, Res } from '../http/exchange.ts'
import { exposeMembers, withLength } from '../surface/expose.ts'
import { eachHandler } from './handlers.ts'
import { Layer } from './layer.ts'
import { methods } from './methods.ts'
import type { RouterPolicy } from './policy.ts'
import { RouteWalk } from './route-walk.ts'

export interface Route {
  path: unknown
  stack: Layer[]
  methods: Record<string, boolean>
  _handlesMethod(method: string): boolean
  _methods(): string[]
  dispatch(req: Req, res: Res, done: Next): void
  all(...handlers: unknown[]): this
}

export type RouteClass = new (path: unknown) => Route

/** The Route class of a dialect: the handlers of one path, by method. */
export function defineRoute(policy: RouterPolicy): RouteClass {
  class Route {
    path: unknown
    stack: Layer[] = []
    methods: Record<string, boolean> = Object.create(null)

    constructor(path: unknown) {
      this.path = path
    }

    _handlesMethod(method: string): boolean {
      if (this.methods._all) return true
      return Boolean(this.methods[answeredAs(this.methods, method)])
    }

    /** The methods this route answers, in upper case, for an `Allow` header. */
    _methods(): string[] {
      const names = Object.keys(this.methods)
      if (this.methods.get && !this.methods.head) names.push('head')
      return names.map((name) => name.toUpperCase())
    }

    dispatch(req: Req, res: Res, done: Next): void {
      if (this.stack.length === 0) {
        done()
        return
      }
      req.route = this
      new RouteWalk(this.stack, answeredAs(this.methods, req.method), req, res, done).next()
    }

    all(...handlers: unknown[]): this {
      addLayers(this, undefined, handlers)
      return this
    }
  }

  function addLayers(route: Route, method: string | undefined, args: readonly unknown[]): void {
    eachHandler(args, (handler) => {
      const layer = new Layer('/', WHOLE_PATH, handler, policy)
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

/** HEAD is answered by the GET handlers of a route that has none of its own. */
function answeredAs(handled: Record<string, boolean>, method: string): string {
  const name = method.toLowerCase()
  return name === 'head' && !handled.head ? 'get' : name
}
