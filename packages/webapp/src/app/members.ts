import { reportHandlers } from '../errors/mistakes.ts'
import { isObject } from '../errors/option-names.ts'
import { places, recordSettingPlace } from '../errors/places.ts'
import type { ParamHandler } from '../http/exchange.ts'
import { withLength } from '../members/expose.ts'
import { readsSettings } from '../members/settings.ts'
import { splitPath } from '../router/handlers.ts'
import { methods } from '../router/methods.ts'
import type { Router } from '../router/router.ts'
import type { Engine } from '../views/view.ts'
import type { Application } from './application.ts'
import type { ExchangePolicy, RouterAccess, SettingsPolicy } from './dialect.ts'
import { createHandle } from './handle.ts'
import { listen } from './listen.ts'
import { inheritFrom, isApplication, mountApplication } from './mount.ts'
import { render } from './render.ts'
import { readSetting, writeSetting } from './settings.ts'

/** The members of applications that do not depend on how an application routes. */
export function createBasicMembers(policy: SettingsPolicy) {
  const members = {
    engine(this: Application, ext: string, engine: Engine): Application {
      if (typeof engine !== 'function') throw new Error('callback function required')
      this.engines[ext.startsWith('.') ? ext : `.${ext}`] = engine
      return this
    },

    set(this: Application, ...args: [name: string, value?: unknown]): unknown {
      if (args.length === 1) return readSetting(this.settings, args[0])
      writeSetting(this, args[0], args[1], policy)
      if (places.areRecorded) recordSettingPlace(this.settings, args[0])
      return this
    },

    enabled(this: Application, name: string): boolean {
      return Boolean(this.set(name))
    },

    disabled(this: Application, name: string): boolean {
      return !this.set(name)
    },

    enable(this: Application, name: string): unknown {
      return this.set(name, true)
    },

    disable(this: Application, name: string): unknown {
      return this.set(name, false)
    },

    render: withLength(3, render),
  }
  readsSettings(withLength(2, members.set))
  readsSettings(members.enabled)
  return members
}

/** The members of applications that hand requests to a router. */
export function createApplicationMembers(
  settings: SettingsPolicy,
  routers: RouterAccess,
  exchanges: ExchangePolicy,
) {
  const { engine, set, enabled, disabled, enable, disable, render } = createBasicMembers(settings)
  const members = {
    init(this: Application): void {
      this.cache = settings.createTable()
      this.engines = settings.createTable()
      this.settings = settings.createTable()
      this.defaultConfiguration()
      routers.defineRouter(this)
    },

    defaultConfiguration(this: Application): void {
      this.on('mount', function onmount(this: Application, parent: Application) {
        inheritFrom(this, parent)
      })
      this.locals = Object.create(null)
      this.mountpath = '/'
      routers.defaultSettings(this)
      this.locals.settings = this.settings
    },

    handle: withLength(3, createHandle(exchanges)),

    use(this: Application, ...args: unknown[]): Application {
      const { path, rest } = splitPath(args)
      const handlers = rest.flat(Number.POSITIVE_INFINITY)
      reportHandlers('use', path, handlers, this.settings)
      if (handlers.length === 0) throw new TypeError('app.use() requires a middleware function')
      const router = routers.routerOf(this)
      for (const handler of handlers) {
        if (isApplication(handler)) mount(this, router, path, handler)
        else router.use(path, handler)
      }
      return this
    },

    route(this: Application, path: unknown, ...[naming]: [unknown?]) {
      const router = routers.routerOf(this)
      // Packages replace `router.route`, and expect the arguments of Express.
      return isObject(naming) ? router.route(path, naming) : router.route(path)
    },

    engine,

    param(this: Application, name: string | string[], handler: ParamHandler): Application {
      if (Array.isArray(name)) for (const each of name) this.param(each, handler)
      else routers.routerOf(this).param(name, handler)
      return this
    },

    set,

    path(this: Application): string {
      return this.parent ? this.parent.path() + this.mountpath : ''
    },

    enabled,
    disabled,
    enable,
    disable,

    ...createRouteRegistrars(routers),

    all(this: Application, path: unknown, ...handlers: unknown[]): Application {
      reportHandlers('all', path, handlers, this.settings)
      const route = routers.routeOf(this, path) as unknown as Registrars
      for (const method of methods) route[method]?.(...handlers)
      return this
    },

    render,
    listen: withLength(0, listen),
  }
  withLength(1, members.use)
  return members
}

type Registrars = Record<string, (...args: unknown[]) => unknown>

/** `app.get`, `app.post` and the others. `app.get(name)` with one argument reads a setting. */
function createRouteRegistrars({ routeOf }: RouterAccess): Registrars {
  const registrars: Registrars = {}
  for (const method of methods) {
    const register = function (this: Application, ...args: unknown[]) {
      const [path, ...handlers] = args
      if (method === 'get' && args.length === 1) return this.set(path as string)
      const route = routeOf(this, path) as unknown as Registrars
      route[method]?.(...handlers)
      return this
    }
    registrars[method] = withLength(1, register) as Registrars[string]
  }
  if (registrars.get) readsSettings(registrars.get)
  return registrars
}

function mount(parent: Application, router: Router, path: unknown, sub: Application): void {
  sub.mountpath = path as string
  sub.parent = parent
  router.use(path, mountApplication(sub))
  sub.emit('mount', parent)
}
