import { METHODS } from 'node:http'
import { inspect } from 'node:util'
import { recordLocation, registerDescribed } from '../errors/locations.ts'
import type { Api, ApiMount, ApiOptions, ApiRoute } from './api-types.ts'

type Handler = (...args: never[]) => unknown
type Handlers = readonly (Handler | Handlers)[]

/** A route before it is in a set. */
interface Route {
  readonly method: string
  readonly path: string
  readonly handlers: Handlers
}

interface Mount {
  readonly prefix: string
  readonly set: object
}

/** What a set needs of a router: `use` and the functions of the methods. */
type Registering = Readonly<Record<string, (path: string, ...handlers: unknown[]) => unknown>>

/** A route, or a set under a prefix. Registered, for several copies of the package. */
const kEntry = Symbol.for('webapp.api-entry')

/** Describes a route for a set, or puts another set under a prefix. */
export function createRoute(...args: readonly unknown[]): ApiRoute | ApiMount {
  const [first, second, ...handlers] = args
  return args.length === 2 && typeof second === 'function'
    ? mark(createMount(first, second))
    : mark(createMethodRoute(first, second, handlers))
}

/** Creates a set of routes: a router with the options before the routes, if there are some. */
export function createApi(
  createRouter: (options: ApiOptions | undefined) => object,
  given: readonly unknown[],
): Api {
  const [first, ...rest] = given
  return isOptions(first)
    ? fillApi(createRouter(first), rest)
    : fillApi(createRouter(undefined), given)
}

/** Adds the routes to a router. */
function fillApi(router: object, entries: readonly unknown[]): Api {
  const registering = router as Registering
  for (const entry of entries) {
    if (!isEntry(entry)) {
      const given = inspect(entry, { depth: 0 })
      throw new TypeError(
        `api() takes routes, such as route('GET', '/notes', contract({ … }), handler), got ${given}`,
      )
    }
    registerDescribed(entry, () => {
      if ('prefix' in entry) registering.use?.(entry.prefix, entry.set)
      else registering[entry.method.toLowerCase()]?.(entry.path, ...entry.handlers)
    })
  }
  return router as Api // `api()` made the router. The types of the routes exist for the compiler alone.
}

function createMethodRoute(method: unknown, path: unknown, handlers: readonly unknown[]): Route {
  if (typeof method !== 'string' || !METHODS.includes(method)) {
    throw new TypeError(`route() takes a method such as 'GET', got ${inspect(method)}`)
  }
  if (typeof path !== 'string' || !path.startsWith('/')) {
    throw new TypeError(
      `route('${method}', path): the path begins with '/', such as '/notes/:id', got ${inspect(path)}`,
    )
  }
  const all = handlers.flat(Number.POSITIVE_INFINITY)
  const wrong = all.findIndex((handler) => typeof handler !== 'function')
  if (all.length > 0 && wrong === -1) return { method, path, handlers: all as Handler[] }
  const given = all.length === 0 ? 'none' : inspect(all[wrong], { depth: 0 })
  throw new TypeError(`route('${method}', '${path}') takes handlers behind the path, got ${given}`)
}

function createMount(prefix: unknown, set: object): Mount {
  if (typeof prefix === 'string' && prefix.startsWith('/')) return { prefix, set }
  throw new TypeError(
    `route(prefix, set): the prefix begins with '/', such as '/admin', got ${inspect(prefix)}`,
  )
}

/** The types of entries are wider: they carry what exists for the compiler alone. */
function mark<Marked>(entry: Route | Mount): Marked {
  recordLocation(entry)
  return Object.defineProperty(entry, kEntry, { value: true }) as Marked
}

function isOptions(value: unknown): value is ApiOptions {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : []
  return names.length === 1 && names[0] === 'mergeParams'
}

function isEntry(value: unknown): value is Route | Mount {
  return typeof value === 'object' && value !== null && kEntry in value
}
