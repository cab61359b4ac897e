// biome-ignore-all lint/correctness/useImportExtensions: the built program runs these paths as they are.
import type { handleFetch } from '../adapters/fetch.ts'
import type { inject as injectInto } from '../adapters/inject.ts'
import { replaceable } from '../members/expose.ts'
import type { Route } from '../router/router-types.ts'
import { lateUse } from '../runtime/late-packages.ts'
import type { Closable, ShutdownOptions } from '../types/shared/lifecycle.ts'
import type { Application } from './application.ts'
import { close, isClosing } from './closing/close.ts'
import type { closeOnSignal } from './closing/shutdown.ts'
import type { removeFrom } from './remove-routes.ts'
import type { formatRoutes, listRoutes } from './route-list/routes.ts'
import type { urlOfName, urlOfRoute } from './route-urls/route-urls.ts'

// Members and functions that Express does not have. They are not enumerable, and a program may assign
// members of the same names. Most of them load their modules with the first call, because few programs
// call them when they start.

type Inject = typeof injectInto
type HandleFetch = typeof handleFetch
type Urls = { urlOfName: typeof urlOfName; urlOfRoute: typeof urlOfRoute }
type RouteList = { listRoutes: typeof listRoutes; formatRoutes: typeof formatRoutes }
type Closing = { closeOnSignal: typeof closeOnSignal }

/** Adds the members of applications. */
export function addMembers(application: object): void {
  Object.defineProperties(application, {
    close: { configurable: true, writable: true, value: close },
    closing: readBy('closing', isClosing),
    inject: madeOnce('inject', createInject),
    remove: replaceable('remove', () => remove),
    url: replaceable('url', () => urlOf),
    fetch: madeOnce('fetch', createFetch),
  })
}

/** Adds the members of routers and routes. */
export function addRoutingMembers(router: object, route?: object): void {
  Object.defineProperty(router, 'remove', { configurable: true, writable: true, value: remove })
  Object.defineProperty(router, 'url', { configurable: true, writable: true, value: urlOf })
  if (route === undefined) return
  Object.defineProperty(route, 'url', { configurable: true, writable: true, value: url })
}

/** Adds the functions of a factory. */
export function addTools(factory: object): void {
  for (const [name, value] of Object.entries({ routes, printRoutes, shutdown })) {
    Object.defineProperty(factory, name, { configurable: true, writable: true, value })
  }
}

function readBy(name: string, read: (app: Application) => unknown): PropertyDescriptor {
  return replaceable(name, function (this: Application) {
    return read(this)
  })
}

/** A function bound to its application, because platforms call it without a receiver. */
function madeOnce(name: string, make: (app: Application) => unknown): PropertyDescriptor {
  return readBy(name, (app) => {
    const value = make(app)
    // The prototype with the members of a dialect is not an application.
    if (typeof app !== 'function') return value
    Object.defineProperty(app, name, { configurable: true, writable: true, value })
    return value
  })
}

/** `app.inject`: sends a request to the application in memory. */
function createInject(app: Application) {
  return function inject(options: Parameters<Inject>[1]): ReturnType<Inject> {
    const adapter = require('../adapters/inject.js') as { inject: Inject }
    return adapter.inject(app, options)
  }
}

/** `app.fetch`: takes a web Request and returns a web Response. */
function createFetch(app: Application) {
  return function fetch(request: Request, options?: Parameters<HandleFetch>[2]): Promise<Response> {
    const adapter = require('../adapters/fetch.js') as { handleFetch: HandleFetch }
    return adapter.handleFetch(app, request, options)
  }
}

const lateUrls = lateUse<Urls>(() => require('./route-urls/route-urls.js') as Urls)

/** `app.url` and `router.url`: the URL of a route by its name. */
const urlOf = Object.defineProperty(
  function (this: object, name: unknown, params?: unknown, options?: unknown): string {
    return lateUrls().urlOfName(this, name, params, options)
  },
  'name',
  { value: 'url' },
)

/** `route.url`: the URL of a route. */
function url(this: Route, params?: unknown, options?: unknown): string {
  return lateUrls().urlOfRoute(this, params, options)
}

type Removal = { removeFrom: typeof removeFrom }

const lateRemoval = lateUse<Removal>(() => require('./remove-routes.js') as Removal)

/** `app.remove` and `router.remove`: removes a route or a function. Returns how many layers went. */
function remove(this: object, target: unknown): number {
  return lateRemoval().removeFrom(this, target)
}

/** `webapp.routes`: the routes of an application as a list. */
function routes(app: object): ReturnType<typeof listRoutes> {
  return (require('./route-list/routes.js') as RouteList).listRoutes(app)
}

/** `webapp.printRoutes`: the routes of an application as a tree in text. */
function printRoutes(app: object): string {
  return (require('./route-list/routes.js') as RouteList).formatRoutes(app)
}

/** `webapp.shutdown`: closes applications when the process receives a signal to end. */
function shutdown(apps: Closable | readonly Closable[], options: ShutdownOptions = {}): () => void {
  return (require('./closing/shutdown.js') as Closing).closeOnSignal(apps, options)
}
