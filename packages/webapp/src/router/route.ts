import { reportHandlers } from '../errors/mistakes.ts'
import { places, recordPlace } from '../errors/places.ts'
import type { Next, Req, Res } from '../http/exchange.ts'
import { exposeMembers, withLength } from '../members/expose.ts'
import { HandlerWalk } from './handler-walk.ts'
import { allowedMethods, handledAs, handlesMethod, methods } from './methods.ts'
import { checkLevel } from './nesting.ts'
import {
  kRouter,
  type Layer,
  type MethodTable,
  type RouteClass,
  type RoutePolicy,
} from './router-types.ts'
import { registrations } from './watched-list.ts'

export function defineRoute(policy: RoutePolicy): RouteClass {
  class Route {
    path: unknown
    stack: Layer[]
    methods: MethodTable
    #router: object | undefined = undefined

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
      if (this.stack.length === 1) {
        runSingle(this.stack, method, req, res, done)
        return
      }
      checkLevel(req, this)
      new HandlerWalk(this.stack, method, req, res, done).next()
    }

    all(...handlers: unknown[]): this {
      addLayers(this, undefined, handlers)
      return this
    }

    [kRouter](router?: object): object | undefined {
      if (router !== undefined) this.#router = router
      return this.#router
    }
  }

  function addLayers(route: Route, method: string | undefined, args: readonly unknown[]): void {
    try {
      policy.eachHandler(args, method ?? 'all', (handler) => {
        const layer = policy.createLayer('/', WHOLE_PATH, handler)
        layer.method = method
        route.methods[method ?? '_all'] = true
        route.stack.push(layer)
        registrations.count++
        if (places.areRecorded) recordPlace(layer, handler)
      })
    } catch (error) {
      reportHandlers(method ?? 'all', route.path, args)
      // The stack of the error starts where the program called a method of the route.
      Error.captureStackTrace(error as Error, addLayers)
      throw error
    }
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

/** Hot path: runs the handler of a route that has only one, without a walk. */
function runSingle(stack: readonly Layer[], method: string, req: Req, res: Res, done: Next): void {
  const layer = stack[0] as Layer
  if (layer.method && layer.method !== method) {
    done(undefined)
    return
  }
  let walk: HandlerWalk | undefined
  const next: Next = (error) => {
    // The handler may have added other handlers to its route.
    if (stack.length > 1) walk ??= new HandlerWalk(stack, method, req, res, done, 1)
    if (walk !== undefined) walk.next(error)
    else if (error === 'route') done()
    else done(error)
  }
  layer.handleRequest(req, res, next)
}

const WHOLE_PATH = { sensitive: false, strict: false, end: true }
