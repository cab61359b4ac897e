import type { Application } from '../../app/application.ts'
import type { Next, ParamHandler, Req, Res } from '../../http/exchange.ts'
import { recordDelegate } from '../../members/delegates.ts'
import { eachHandler } from '../../router/handlers.ts'
import { forwardIfRejected } from '../../router/layer.ts'
import { setMethodCheck } from '../../router/method-check.ts'
import { recordOwner } from '../../router/mounts.ts'
import { listMethods, respondToOptions } from '../../router/options-response.ts'
import { addParamPattern } from '../../router/param-patterns.ts'
import { defineRoute } from '../../router/route.ts'
import {
  addParamHandler,
  createLayerStack,
  createRouter,
  createRouterMembers,
  type Router as RouterInstance,
  type RouterOptions,
} from '../../router/router.ts'
import type { CreateLayer, RouteClass, RouterPolicy } from '../../router/router-types.ts'
import { Layer } from './layer.ts'
import { members } from './members.ts'

const createLayer: CreateLayer = (path, options, handle) => new Layer(path, options, handle)

const Route = defineRoute({
  createLayer,
  createMethodTable: () => Object.create(null),
  memberNames: { handlesMethod: '_handlesMethod', allowedMethods: '_methods' },
  eachHandler: (args, _method, register) => eachHandler(args, register),
  registrarLength: 1,
})

export interface RouterClass {
  (options?: RouterOptions): RouterInstance
  new (options?: RouterOptions): RouterInstance
  prototype: RouterInstance
  Route: RouteClass
}

// A `function`, because it is called with and without `new`. TypeScript cannot express that type.
function makeRouter(this: unknown, options?: RouterOptions): RouterInstance {
  if (!(this instanceof Router)) return new Router(options)
  // Routers of a subclass inherit its members; those of `Router.call(this)` the fields of `this`.
  // Plain routers share one prototype, because V8 reads them faster than routers with one each.
  const created = createRouter((new.target as unknown) === Router ? sharedPrototype : this)
  created.caseSensitive = options?.caseSensitive
  created.mergeParams = options?.mergeParams
  created.params = {}
  created.strict = options?.strict
  created.stack = createLayerStack()
  setMethodCheck(created, options?.methodNotAllowed)
  return created
}

/** The Router of 5.x: callable with and without `new`, and usable as a base class. */
export const Router = makeRouter as unknown as RouterClass
Object.defineProperty(Router, 'name', { value: 'Router' })

export const routing: RouterPolicy = {
  members,
  createLayer,
  Route,
  createRouteHandler(route) {
    return function handle(req, res, next) {
      route.dispatch(req, res, next)
    }
  },
  eachMiddleware: eachHandler,
  mountBoundaries: '/',
  listMethods,
  respondToOptions,
  paramResultHandler: () => forwardIfRejected,
}

const shared = createRouterMembers(routing)

// biome-ignore lint/complexity/useArrowFunction: as in Express, it has a `prototype`.
Router.prototype = Object.assign(function () {} as unknown as RouterInstance, {
  param(this: RouterInstance, name: unknown, handler: unknown): RouterInstance {
    if (!name) throw new TypeError('argument name is required')
    if (typeof name !== 'string') throw new TypeError('argument name must be a string')
    if (!handler) throw new TypeError('argument fn is required')
    if (handler instanceof RegExp) addParamPattern(this, name, handler)
    else if (typeof handler !== 'function') throw new TypeError('argument fn must be a function')
    else addParamHandler(this.params, name, handler as ParamHandler)
    return this
  },

  ...shared,

  handle(this: RouterInstance, req: Req, res: Res, callback: Next): void {
    if (!callback) throw new TypeError('argument callback is required')
    shared.handle.call(this, req, res, callback)
  },
})
Router.Route = Route
const sharedPrototype: object = Object.create(Router.prototype)

/** Defines `app.router`. The first access creates it with the routing settings of that time. */
export function defineLazyRouter(app: Application): void {
  let router: RouterInstance | undefined
  Object.defineProperty(app, 'router', {
    configurable: true,
    enumerable: true,
    get: function getrouter() {
      router ??= createAppRouter(app)
      return router
    },
  })
}

function createAppRouter(app: Application): RouterInstance {
  const router = new Router({
    caseSensitive: app.enabled('case sensitive routing'),
    strict: app.enabled('strict routing'),
  })
  recordDelegate(app, router)
  recordOwner(router, app)
  return router
}
