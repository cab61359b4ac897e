import type { Next, Req, Res } from '../../http/exchange.ts'
import {
  allowedMethods,
  answeredAs,
  handlesMethod,
  type MethodTable,
  methods,
} from '../../router/methods.ts'
import { RouteWalk } from '../../router/route-walk.ts'
import { exposeMembers, withLength } from '../../surface/expose.ts'
import { Layer } from './layer.ts'

/** The handlers of one path, by method, as 4.x shows them. */
export class Route {
  path: unknown
  stack: Layer[] = []
  methods: MethodTable = {}

  constructor(path: unknown) {
    this.path = path
  }

  _handles_method(method: string): boolean {
    return handlesMethod(this.methods, method)
  }

  _options(): string[] {
    return allowedMethods(this.methods)
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
    return addLayers(this, undefined, handlers)
  }
}

for (const method of methods) {
  const register = function (this: Route, ...handlers: unknown[]) {
    return addLayers(this, method, handlers)
  }
  Object.assign(Route.prototype, { [method]: withLength(0, register) })
}
exposeMembers(Route.prototype)

const WHOLE_PATH = { sensitive: false, strict: false, end: true }

function addLayers<R extends Route>(route: R, method: string | undefined, args: unknown[]): R {
  for (const handler of args.flat(Number.POSITIVE_INFINITY)) {
    if (typeof handler !== 'function') throw wrongHandler(method, handler)
    const layer = new Layer('/', WHOLE_PATH, handler as never)
    layer.method = method
    route.methods[method ?? '_all'] = true
    route.stack.push(layer)
  }
  return route
}

function wrongHandler(method: string | undefined, handler: unknown): Error {
  const got = Object.prototype.toString.call(handler)
  const text = `Route.${method ?? 'all'}() requires a callback function but got a ${got}`
  return method === undefined ? new TypeError(text) : new Error(text)
}
