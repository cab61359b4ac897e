import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Application } from '../../app/application.ts'
import type { RouterAccess, SettingsPolicy } from '../../app/dialect.ts'
import { beginExchange } from '../../app/handle.ts'
import { createApplicationMembers } from '../../app/members.ts'
import { deprecate } from '../../errors/deprecation.ts'
import { strongEtag, weakEtag } from '../../http/etag.ts'
import type { Next, ParamHandler, Req, Res } from '../../http/exchange.ts'
import { withLength } from '../../members/expose.ts'
import { recordOwner } from '../../router/mounts.ts'
import { startsTracedRequest } from '../../trace/subscriptions.ts'
import { traceRequest } from '../../trace/trace-request.ts'
import { defaultSettings } from '../v5/settings.ts'
import { createInitLayer, exchanges } from './exchanges.ts'
import { listen } from './listen.ts'
import { createQueryLayer } from './query.ts'
import { queryParsers } from './query-parsers.ts'
import { Router, type V4Router } from './router.ts'
import { V4View } from './view.ts'

export interface V4Application extends Application {
  _router?: V4Router
  lazyrouter(): void
}

export const settings: SettingsPolicy = {
  createTable: () => ({}),
  ...queryParsers,
  weakEtag,
  strongEtag,
}

export const routers: RouterAccess = {
  defaultSettings(app) {
    defaultSettings(app)
    app.set('query parser', 'extended')
    app.set('view', V4View)
  },
  routerOf,
  // Not through `app.route`: packages replace it to put a path before all routes.
  routeOf: (app, path) => routerOf(app).route(path),
  defineRouter(app) {
    Object.defineProperty(app, 'router', { get: refuseRouter })
  },
}

const { all, ...shared } = createApplicationMembers(settings, routers, exchanges)

export const application = {
  ...shared,
  all,

  lazyrouter(this: V4Application): void {
    if (this._router) return
    this._router = Router({
      caseSensitive: this.enabled('case sensitive routing'),
      strict: this.enabled('strict routing'),
    })
    recordOwner(this._router, this)
    this._router.use(createQueryLayer(this.get('query parser fn')))
    this._router.use(createInitLayer(this, exchanges))
  },

  handle: withLength(
    3,
    function handle(
      this: V4Application,
      req: IncomingMessage,
      res: ServerResponse,
      callback?: Next,
    ): void {
      if (startsTracedRequest(callback)) traceRequest(this, req, res, () => route(this, req, res))
      else route(this, req, res, callback)
    },
  ),

  param(this: V4Application, name: string | string[], handler: ParamHandler): Application {
    this.lazyrouter()
    if (typeof name === 'function') this._router?._params.push(adaptsParams(name))
    else if (Array.isArray(name)) for (const each of name) this.param(each, handler)
    else this._router?.param(name, handler)
    return this
  },

  del(this: V4Application, path: unknown, ...handlers: unknown[]): unknown {
    deprecate('app.del: Use app.delete instead')
    const { delete: register } = shared as Record<string, (...args: unknown[]) => unknown>
    return register?.call(this, path, ...handlers)
  },

  listen,
}

function route(
  app: V4Application,
  req: IncomingMessage,
  res: ServerResponse,
  callback?: Next,
): void {
  const done = callback ?? beginExchange(app, req, res, exchanges)
  if (done === undefined) return
  // An application without routes and middleware has no router yet.
  if (app._router === undefined) done()
  else app._router.handle(req as Req, res as Res, done)
}

function routerOf(app: Application): V4Router {
  const { lazyrouter } = app as V4Application
  lazyrouter.call(app as V4Application)
  return (app as V4Application)._router as V4Router
}

let hasWarnedOfAdapters = false

/** Logs the deprecation of `app.param(fn)` once per process, not once per call site. */
function adaptsParams<T>(adapter: T): T {
  if (!hasWarnedOfAdapters) deprecate('router.param(fn): Refactor to use path params')
  hasWarnedOfAdapters = true
  return adapter
}

function refuseRouter(): never {
  throw new Error(
    "'app.router' is deprecated!\n" +
      'Please see the 3.x to 4.x migration guide for details on how to update your app.',
  )
}
