import type { Next, Req, Res } from '../http/exchange.ts'
import { exposeMembers, withLength } from '../members/expose.ts'
import type { Layer, MethodTable, RouteClass, RoutePolicy } from './contract.ts'
import { allowedMethods, handledAs, handlesMethod, methods } from './methods.ts'
import { RouteWalk } from './route-walk.ts'

/** Creates the `Route` class of a dialect. */
export function defineRoute(policy: RoutePolicy): RouteClass {
  class Route {
    path: unknown
    stack: Layer[]
    methods: MethodTable

    constructor(path: unknown) {
      this.path = path
      this.stack = []
      this.methods = policy.createMethodTable()
    }

    [policy.memberNames.handlesMethod](method: string): boolean {
      return handlesMethod(this.methods, method)
    }

    [policy.memberNames.allowedMethods](): string[] {
      return allowedMethods(this.methods)
    }

    dispatch(req: Req, res: Res, done: Next): void {
      if (this.stack.length === 0) {
        done()
        return
      }
      req.route = this
      const method = handledAs(this.methods, req.method)
      const [single] = this.stack
      if (this.stack.length === 1 && single !== undefined) {
        runSingle(single, method, req, res, done)
        return
      }
      new RouteWalk(this.stack, method, req, res, done).next()
    }

    all(...handlers: unknown[]): this {
      addLayers(this, undefined, handlers)
      return this
    }
  }

  function addLayers(route: Route, method: string | undefined, args: readonly unknown[]): void {
    policy.eachHandler(args, method ?? 'all', (handler) => {
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
    Object.assign(Route.prototype, { [method]: withLength(policy.registrarLength, register) })
  }
  exposeMembers(Route.prototype, { all: policy.registrarLength })
  return Route
}

/** Hot path: runs the handler of a route that has only one; its `next` leaves the route. */
function runSingle(layer: Layer, method: string, req: Req, res: Res, done: Next): void {
  const next: Next = (error) => done(error === 'route' ? undefined : error)
  if (!layer.method || layer.method === method) layer.handleRequest(req, res, next)
  else done()
}

const WHOLE_PATH = { sensitive: false, strict: false, end: true }
