import type { Next, Req, Res } from '../http/exchange.ts'
import { exposeMembers, withLength } from '../members/expose.ts'
import type { AnyHandler } from './handlers.ts'
import type { Layer } from './layer.ts'
import { allowedMethods, answeredAs, handlesMethod, type MethodTable, methods } from './methods.ts'
import type { PatternOptions } from './policy.ts'
import { RouteWalk } from './route-walk.ts'

export interface Route {
  path: unknown
  stack: Layer[]
  methods: MethodTable
  dispatch(req: Req, res: Res, done: Next): void
  all(...handlers: unknown[]): this
}

export type RouteClass = new (path: unknown) => Route

/** In what the routes of the dialects differ. */
export interface RoutePolicy {
  readonly createLayer: (path: unknown, options: PatternOptions, handle: AnyHandler) => Layer
  readonly createMethodTable: () => MethodTable
  /** The names under which people find the two questions about methods. */
  readonly memberNames: { readonly handlesMethod: string; readonly allowedMethods: string }
  /** Hands over the functions among the arguments of `route.get(…)` and the like. */
  readonly eachHandler: (
    args: readonly unknown[],
    method: string,
    register: (handler: AnyHandler) => void,
  ) => void
  /** The `length` of the registering functions. */
  readonly registrarLength: number
}

/** The Route class of a dialect: the handlers of one path, by method. */
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
      const method = answeredAs(this.methods, req.method)
      const [only] = this.stack
      if (this.stack.length === 1 && only !== undefined) {
        runOnly(only, method, req, res, done)
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

/** Runs the handler of a route that has no other: what it hands on goes on after the route. */
function runOnly(layer: Layer, method: string, req: Req, res: Res, done: Next): void {
  const next: Next = (error) => done(error === 'route' ? undefined : error)
  if (!layer.method || layer.method === method) layer.handleRequest(req, res, next)
  else done()
}

const WHOLE_PATH = { sensitive: false, strict: false, end: true }
