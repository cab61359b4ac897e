import type { ParamHandler } from '../http/exchange.ts'
import { withLength } from '../members/expose.ts'
import { splitPath } from '../router/handlers.ts'
import { methods } from '../router/methods.ts'
import type { Router } from '../router/router.ts'
import type { Engine } from '../views/view.ts'
import type { Application } from './application.ts'
import type { ApplicationPolicy } from './dialect.ts'
import { handle } from './handle.ts'
import { listen } from './listen.ts'
import { inheritFrom, isApplication, mountApplication } from './mount.ts'
import { render } from './render.ts'
import { readSetting, writeSetting } from './settings.ts'

/** The members that every application of a dialect has. */
export function createApplicationMembers(policy: ApplicationPolicy) {
  const members = {
    init(this: Application): void {
      this.cache = policy.createTable()
      this.engines = policy.createTable()
      this.settings = policy.createTable()
      this.defaultConfiguration()
      policy.defineRouter(this)
    },

    defaultConfiguration(this: Application): void {
      this.on('mount', function onmount(this: Application, parent: Application) {
        inheritFrom(this, parent)
      })
      this.locals = Object.create(null)
      this.mountpath = '/'
      policy.defaultSettings(this)
      this.locals.settings = this.settings
    },

    handle: withLength(3, handle),

    use(this: Application, ...args: unknown[]): Application {
      const { path, rest } = splitPath(args)
      const handlers = rest.flat(Number.POSITIVE_INFINITY)
      if (handlers.length === 0) throw new TypeError('app.use() requires a middleware function')
      for (const handler of handlers) {
        const router = policy.routerOf(this)
        if (isApplication(handler)) mount(this, router, path, handler)
        else router.use(path, handler)
      }
      return this
    },

    route(this: Application, path: unknown) {
      return policy.routerOf(this).route(path)
    },

    engine(this: Application, ext: string, engine: Engine): Application {
      if (typeof engine !== 'function') throw new Error('callback function required')
      this.engines[ext.startsWith('.') ? ext : `.${ext}`] = engine
      return this
    },

    param(this: Application, name: string | string[], handler: ParamHandler): Application {
      for (const each of [name].flat(Number.POSITIVE_INFINITY) as string[]) {
        policy.routerOf(this).param(each, handler)
      }
      return this
    },

    set(this: Application, ...args: [name: string, value?: unknown]): unknown {
      if (args.length === 1) return readSetting(this.settings, args[0])
      writeSetting(this.settings, args[0], args[1], policy.functions)
      return this
    },

    path(this: Application): string {
      return this.parent ? this.parent.path() + this.mountpath : ''
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

    ...createRouteRegistrars(policy),

    all(this: Application, path: unknown, ...handlers: unknown[]): Application {
      const route = policy.routeOf(this, path) as unknown as Registrars
      for (const method of methods) route[method]?.(...handlers)
      return this
    },

    render: withLength(3, render),
    listen: withLength(0, listen),
  }
  withLength(1, members.use)
  withLength(2, members.set)
  return members
}

type Registrars = Record<string, (...args: unknown[]) => unknown>

/** `app.get`, `app.post` and all others; `app.get(name)` alone reads a setting. */
function createRouteRegistrars({ routeOf }: ApplicationPolicy): Registrars {
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
  return registrars
}

function mount(parent: Application, router: Router, path: unknown, sub: Application): void {
  sub.mountpath = path as string
  sub.parent = parent
  router.use(path, mountApplication(sub))
  sub.emit('mount', parent)
}
