import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import type { Application } from '../../app/application.ts'
import type { ExchangePolicy, SettingsPolicy } from '../../app/dialect.ts'
import { beginExchange } from '../../app/handle.ts'
import { createBasicMembers } from '../../app/members.ts'
import { inheritFrom, isApplication, mountApplication } from '../../app/mount.ts'
import { distrustProxies } from '../../app/settings.ts'
import { deprecate } from '../../errors/deprecation.ts'
import { reportHandlers } from '../../errors/mistakes.ts'
import { places, recordPlace } from '../../errors/places.ts'
import type { Handler, Next, Req, Res } from '../../http/exchange.ts'
import { replaceable, withLength } from '../../members/expose.ts'
import { readsSettings } from '../../members/settings.ts'
import { leaveApplication } from '../../members/swap-prototypes.ts'
import { methodChecks } from '../../router/method-check.ts'
import { methods } from '../../router/methods.ts'
import { recordMounting } from '../../router/mounts.ts'
import { checkLevel } from '../../router/nesting.ts'
import { append } from '../../router/watched-list.ts'
import { startsTracedRequest } from '../../trace/subscriptions.ts'
import { traceRequest } from '../../trace/trace-request.ts'
import { createInitLayer, exchanges as v4Exchanges } from '../v4/exchanges.ts'
import { listen } from '../v4/listen.ts'
import { createQueryLayer } from '../v4/query.ts'
import { queryParsers } from '../v4/query-parsers.ts'
import { V4View } from '../v4/view.ts'
import { CheckedMiddlewareWalk } from './checked-walks.ts'
import { pageStyle } from './error-page.ts'
import { strongEtag, weakEtag } from './etag.ts'
import { createLocals, type Locals } from './locals.ts'
import { createNamedRoute, type NamedRoute } from './named-routes.ts'
import { registerForAll } from './route.ts'
import { Router } from './router.ts'
import { createEntry, createStack, MiddlewareWalk, type StackEntry } from './stack.ts'

type Shared = Omit<Application, 'route' | 'router' | 'locals' | 'use' | 'param'>

export interface V3Application extends Shared {
  (req: IncomingMessage, res: ServerResponse, next?: Next): void
  route: string
  stack: StackEntry[]
  routes: Record<string, unknown[]>
  locals: Locals
  _router: Router
  _usedRouter?: boolean
  readonly router: Handler
  use(...args: unknown[]): this
  param(...args: unknown[]): this
  configure(...args: unknown[]): this
}

export const settings: SettingsPolicy = {
  createTable: () => ({}),
  ...queryParsers,
  weakEtag,
  strongEtag,
}

export const exchanges: ExchangePolicy = {
  ...v4Exchanges,
  locals: { create: createLocals, isOwn: (locals) => typeof locals === 'function' },
  errorPage: pageStyle,
  // Express reads NODE_ENV, so a program that replaced `app.get` is not asked.
  envOf: (app) => app.settings.env,
}

const { engine, set, enabled, disabled, enable, disable, render } = createBasicMembers(settings)

const registrars = createRegistrars()

/** The members of 3.x applications: a stack of middleware, one of which is the router. */
export const application = {
  init(this: V3Application): void {
    this.route = '/'
    this.stack = createStack()
    this.cache = {}
    this.settings = {}
    this.engines = {}
    this.defaultConfiguration()
  },

  defaultConfiguration(this: V3Application): void {
    writeSettings(this)
    this.use(createQueryLayer(queryParsers.extendedQuery))
    this.use(createInitLayer(this as unknown as Application, exchanges))
    this.on('mount', function onmount(this: V3Application, parent: Application) {
      inheritFrom(this as unknown as Application, parent)
      // A parent application of another dialect only sets `mountpath`.
      if (typeof this.mountpath === 'string') this.route = this.mountpath
    })
    defineRouter(this)
    this.locals = createLocals()
    this.locals.settings = this.settings
    this.set('view', V4View)
    this.set('views', resolve('views'))
    this.set('jsonp callback name', 'callback')
    if (this.settings.env === 'development') this.set('json spaces', 2)
    if (this.settings.env === 'production') this.enable('view cache')
  },

  use(this: V3Application, ...args: [unknown, unknown?]): V3Application {
    const path = typeof args[0] === 'string' ? args[0] : '/'
    const middleware = typeof args[0] === 'string' ? args[1] : args[0]
    const sub = isApplication(middleware) ? middleware : undefined
    if (sub === undefined) {
      const entry = createEntry(path, middleware)
      append(this.stack, entry)
      recordMounting(entry.handle, this)
      if (places.areRecorded) recordPlace(entry, entry.handle)
      return this
    }
    sub.mountpath = path
    // In newer dialects `route` is a method.
    if (typeof sub.route !== 'function') Object.assign(sub, { route: path })
    const handle = mountApplication(sub)
    append(this.stack, createEntry(path, handle))
    recordMounting(handle, this)
    sub.parent = this as unknown as Application
    sub.emit('mount', this)
    return this
  },

  handle(this: V3Application, req: IncomingMessage, res: ServerResponse, out?: Next): void {
    if (startsTracedRequest(out)) traceRequest(this, req, res, () => walk(this, req, res))
    else walk(this, req, res, out)
  },

  engine,

  param(this: V3Application, name: unknown, ...handlers: unknown[]): V3Application {
    if (typeof name === 'function') {
      this._router.param(name as never)
      return this
    }
    if (Array.isArray(name)) {
      for (const each of name) this.param(each, ...handlers)
      return this
    }
    const key = String(name).replace(/^:/, '')
    for (const handler of handlers) this._router.param(key, handler)
    return this
  },

  set,

  path(this: V3Application): string {
    return this.parent ? this.parent.path() + this.route : ''
  },

  enabled,
  disabled,
  enable,
  disable,

  configure(this: V3Application, ...args: unknown[]): V3Application {
    deprecate("app.configure: Check app.get('env') in an if statement")
    const run = args.pop() as (this: V3Application) => void
    const isForAll = args.length === 0 || (args.length === 1 && args[0] === 'all')
    if (isForAll || args.includes(this.settings.env)) run.call(this)
    return this
  },

  ...registrars,

  // Does not call the members of this application, because packages replace them to add a prefix.
  all(this: V3Application, path: unknown, ...callbacks: unknown[]): V3Application {
    reportHandlers('all', path, callbacks, this.settings)
    const ofDialect = application as unknown as Record<string, Registrar>
    registerForAll(() => {
      for (const method of methods) ofDialect[method]?.call(this, path, ...callbacks)
    })
    return this
  },

  del(this: V3Application, path: unknown, ...callbacks: unknown[]): unknown {
    deprecate('app.del: Use app.delete instead')
    return registrars.delete?.call(this, path, ...callbacks)
  },

  render,
  listen,
}

Object.defineProperty(
  application,
  'namedRoute',
  replaceable('namedRoute', () => namedRoute),
)

/** Names routes: `app.route` is the mount path. */
function namedRoute(this: V3Application, path: unknown, options: unknown): NamedRoute {
  return createNamedRoute(this, this._router, path, options)
}

withLength(2, application.use)
withLength(2, application.param)
withLength(2, application.configure)

function walk(app: V3Application, req: IncomingMessage, res: ServerResponse, out?: Next): void {
  const done = out ?? beginExchange(app as unknown as Application, req, res, exchanges)
  if (done === undefined) return
  const leave = out ? leaveApplication(app, req, res, done) : done
  checkLevel(req as Req, app.stack)
  if (methodChecks.areOn) {
    new CheckedMiddlewareWalk(app.stack, req as Req, res as Res, leave).next()
  } else new MiddlewareWalk(app.stack, req as Req, res as Res, leave).next()
}

type Registrar = (this: V3Application, ...args: unknown[]) => unknown

/** Not shared with other dialects: a function between the two would be one more line of each stack. */
function createRegistrars(): Record<string, Registrar> {
  const registrars: Record<string, Registrar> = {}
  for (const method of methods) {
    const register: Registrar = function (...args) {
      const [path, ...callbacks] = args
      if (method === 'get' && args.length === 1) return this.set(path as string)
      // The first route adds the router to the stack if the program has not done so.
      if (!this._usedRouter) this.use(this.router)
      this._router.route(method, path, ...callbacks)
      return this
    }
    registrars[method] = withLength(1, register)
  }
  if (registrars.get) readsSettings(registrars.get)
  return registrars
}

function writeSettings(app: V3Application): void {
  app.enable('x-powered-by')
  app.set('etag', 'weak')
  app.set('env', process.env.NODE_ENV || 'development')
  app.set('subdomain offset', 2)
  distrustProxies(app)
}

/** Defines `app.router`, the router's middleware. Reading it counts as `app.use(app.router)`. */
function defineRouter(app: V3Application): void {
  app._router = new Router()
  app.routes = app._router.map as unknown as V3Application['routes']
  Object.defineProperty(app, 'router', {
    configurable: true,
    enumerable: true,
    get() {
      app._usedRouter = true
      app._router.caseSensitive = app.enabled('case sensitive routing')
      app._router.strict = app.enabled('strict routing')
      return app._router.middleware
    },
  })
}
