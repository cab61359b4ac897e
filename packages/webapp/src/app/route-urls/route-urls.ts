import { inspect } from 'node:util'
import { checkOptionNames } from '../../errors/option-names.ts'
import { holderOf, parentsOf } from '../../router/mounts.ts'
import { kRouter, type Route } from '../../router/router-types.ts'
import { registrations } from '../../router/watched-list.ts'
import { isApplication } from '../mount.ts'
import { listPatterns } from '../route-list/route-entries.ts'
import { type FoundRoute, findRoute, namedRoutes } from './find-routes.ts'
import { placesOf, type RoutePlace, stepOf } from './places.ts'
import { writeQuery } from './query.ts'
import type { UrlEntry, UrlHolder } from './url-fields.ts'
import { StepWriter, type UrlParameters } from './url-step.ts'

/** The last argument of `url`. */
interface UrlOptions {
  readonly query?: unknown
  readonly mount?: unknown
}

/** `app.url` and `router.url`: the URL of a route by its name. */
export function urlOfName(self: object, name: unknown, params: unknown, options: unknown): string {
  const call = `url(${inspect(name)})`
  return explain(call, () => {
    if (typeof name !== 'string') throw new TypeError('the name of a route is a string')
    const start = holderOf(self)
    const { mount } = checkOptions(options)
    const writer = known(start, name, mount, () => findNamed(start, name, mount))
    return write(writer, params, options)
  })
}

/** `route.url`: the URL of a route that its router created. */
export function urlOfRoute(route: Route, params: unknown, options: unknown): string {
  return explain(`url() of the route ${inspect(route.path)}`, () => {
    const router = route[kRouter]()
    if (router === undefined) throw new TypeError('the route was not created by a router')
    const { mount } = checkOptions(options)
    const writer = known(route, '', mount, () => {
      const found = findRoute(holderOf(router), (each) => each === route)
      if (found.length === 0) throw new TypeError('the route was removed from its router')
      return choose(found.slice(0, 1), undefined, mount)
    })
    return write(writer, params, options)
  })
}

/** The URL of a route by method, one of those that a program has registered together. */
export function urlOfRecords(
  holder: object,
  path: unknown,
  records: ReadonlySet<object>,
  params: unknown,
  options: unknown,
): string {
  return explain(`url() of the route ${inspect(path)}`, () => {
    const { mount } = checkOptions(options)
    const writer = known(records, '', mount, () => {
      const found = findRoute(holder, (each) => records.has(each))
      if (found.length === 0) throw new TypeError('the route has no handlers, or it was removed')
      return choose(found.slice(0, 1), undefined, mount)
    })
    return write(writer, params, options)
  })
}

/** Errors name the call and the fix. */
function explain(call: string, run: () => string): string {
  try {
    return run()
  } catch (error) {
    if (error instanceof TypeError) error.message = `${call}: ${error.message}.`
    throw error
  }
}

function checkOptions(options: unknown): UrlOptions {
  if (options === undefined) return {}
  checkOptionNames('the third argument of url()', options, ['query', 'mount'])
  const { mount } = options as UrlOptions
  if (mount !== undefined && typeof mount !== 'string') {
    throw new TypeError(`mount is a mount path, got ${inspect(mount)}`)
  }
  return options as UrlOptions
}

function write(writer: UrlWriter, params: unknown, options: unknown): string {
  if (params !== undefined && params !== null && typeof params !== 'object') {
    throw new TypeError(`the parameters are ${inspect(params)}. Pass an object, such as { id: 7 }`)
  }
  const path = writer.write((params ?? {}) as UrlParameters)
  if (options === undefined) return path
  return path + writeQuery((options as UrlOptions).query, writer.queryParser)
}

interface Writers {
  readonly count: number
  readonly byKey: Map<string, UrlWriter>
}

const writers = new WeakMap<object, Writers>()

/** The writer for a route, as long as no route is added or removed. */
function known(start: object, name: string, mount: unknown, find: () => RoutePlace): UrlWriter {
  const { count } = registrations
  let list = writers.get(start)
  if (list?.count !== count) {
    list = { count, byKey: new Map() }
    writers.set(start, list)
  }
  const key = mount === undefined ? name : `${name}\n${mount}`
  const writer = list.byKey.get(key)
  if (writer !== undefined) return writer
  const created = new UrlWriter(find())
  // A prefix that the program passes may be any text.
  if (created.isLasting) list.byKey.set(key, created)
  return created
}

/** Searches what is mounted in `start`, then the applications and routers around it. */
function findNamed(start: object, name: string, mount: unknown): RoutePlace {
  const tried = new Set<object>()
  let around = [start]
  while (around.length > 0) {
    const found = around.flatMap((holder) => namedRoutes(holder).names.get(name) ?? [])
    if (found.length > 0)
      return choose(unique(found), around.length === 1 ? around[0] : undefined, mount)
    for (const holder of around) tried.add(holder)
    around = around.flatMap(parentsOf).filter((holder) => !tried.has(holder))
  }
  const names = [...namedRoutes(start).names.keys()]
  const shown = names.slice(0, 10).map((each) => `'${each}'`)
  const rest = names.length > shown.length ? ' and others' : ''
  throw new TypeError(
    names.length === 0
      ? "no route has this name. Give it one: app.route('/users/:id', { name: 'user' })"
      : `no route has this name. Known are ${shown.join(', ')}${rest}`,
  )
}

/** Several methods of a path, and a router that is reached in several ways, are found repeatedly. */
function unique(found: readonly FoundRoute[]): FoundRoute[] {
  const seen = new Map<object, Set<string>>()
  return found.filter(({ holder, entry }) => {
    const paths = seen.get(holder) ?? new Set()
    seen.set(holder, paths)
    const path = String(patternsOfRoute(entry))
    return !paths.has(path) && paths.add(path)
  })
}

/** The only place of some routes, or the one whose mount path was told. */
function choose(
  found: readonly FoundRoute[],
  through: object | undefined,
  mount: unknown,
): RoutePlace {
  const inThrough = found.flatMap((each) => placesOf(each, through))
  const isReached = inThrough.some(({ root }) => isApplication(root))
  // Routers may be mounted in each other, but only one of them in an application.
  const places = isReached ? inThrough : found.flatMap((each) => placesOf(each))
  const byPath = new Map(places.map((place) => [`${place.mount}\n${pathOf(place)}`, place]))
  const distinct = [...byPath.values()]
  const [only] = distinct
  if (only !== undefined && !isApplication(only.root)) return below(distinct, mount)
  const told = typeof mount === 'string' ? mount.replace(/\/+$/, '') : undefined
  const chosen = told === undefined ? distinct : distinct.filter((place) => place.mount === told)
  const [place] = chosen
  if (chosen.length === 1 && place !== undefined) return place
  const shown = distinct.slice(0, 10).map((each) => each.mount + pathOf(each))
  const list = shown.join(', ') + (distinct.length > shown.length ? ' and others' : '')
  const mounts = [...new Set(distinct.map((each) => each.mount))]
  if (told !== undefined && chosen.length === 0) {
    const known = mounts.slice(0, 10).map((each) => `'${each || '/'}'`)
    throw new TypeError(`nothing is mounted at '${mount}'. Its mount paths are ${known.join(', ')}`)
  }
  if (mounts.length === 1 || told !== undefined) {
    throw new TypeError(`several routes have this name: ${list}. Rename all but one`)
  }
  throw new TypeError(
    `it stands for several paths: ${list}. Choose one with the option mount, such as ` +
      `{ mount: '${mounts[0] || '/'}' }`,
  )
}

/** A route of a router that no application has mounted: the program has to tell where. */
function below(places: readonly RoutePlace[], mount: unknown): RoutePlace {
  const [place] = places
  if (places.length > 1 || place === undefined) {
    const list = places.map((each) => each.mount + pathOf(each)).join(', ')
    throw new TypeError(`several routes have this name: ${list}. Rename all but one`)
  }
  if (typeof mount !== 'string') {
    throw new TypeError(
      'its router is not mounted in an application, or only by a function of the program. Mount it ' +
        "with use, or pass the path before it: { mount: '/api' }, and { mount: '/' } if there is none",
    )
  }
  return { ...place, mount: mount.replace(/\/+$/, '') + place.mount, prefix: mount } as Prefixed
}

interface Prefixed extends RoutePlace {
  /** The path before a router that is not mounted, as the program wrote it. */
  readonly prefix?: string
}

function pathOf({ found }: RoutePlace): string {
  return String(patternsOfRoute(found.entry)[0])
}

/** The paths of a route as they were written. */
function patternsOfRoute(entry: UrlEntry): (string | RegExp)[] {
  const { route, path } = entry
  return listPatterns(typeof route === 'object' ? (route as { path?: unknown }).path : path)
}

/** Writes the URLs of a route at one place. */
class UrlWriter {
  readonly isLasting: boolean
  readonly #mounts: readonly StepWriter[]
  readonly #route: StepWriter
  readonly #prefix: string
  readonly #isPlain: boolean
  readonly #app: UrlHolder | undefined

  constructor(place: Prefixed) {
    const { found, mounts, prefix, root } = place
    const patterns = patternsOfRoute(found.entry)
    // The first path of a list counts, if it is a text.
    const pattern = patterns.find((each) => typeof each === 'string') ?? patterns[0] ?? '/'
    this.#mounts = mounts.map((step) => new StepWriter(step))
    this.#route = new StepWriter(stepOf(found.entry, pattern, found.holder, true))
    this.#prefix = (prefix ?? '').replace(/\/+$/, '')
    this.#isPlain = this.#route.isPlain && this.#mounts.every(({ isPlain }) => isPlain)
    this.isLasting = prefix === undefined
    this.#app = [found.holder, root].find(isApplication) as UrlHolder | undefined
  }

  /** The setting of the application. */
  get queryParser(): unknown {
    return this.#app?.settings?.['query parser']
  }

  write(params: UrlParameters): string {
    const mounts = this.#mounts.map((each) => withoutSlash(each.write(params)))
    const own = this.#route.write(params) || '/'
    const base = mounts.join('')
    const path = own === '/' && base !== '' ? base : base + own
    if (!this.#isPlain) this.#check(path)
    const url = this.#prefix + path
    if (!url.startsWith('/')) {
      throw new TypeError(`the URL would be ${inspect(url)}, but a path begins with a slash`)
    }
    if (url.startsWith('//')) {
      throw new TypeError(`the URL would be ${inspect(url)}, which names another host`)
    }
    if (DOTS.test(url)) {
      throw new TypeError(
        `the URL would be ${inspect(url)}, but clients resolve the segments '.' and '..'. Pass other values`,
      )
    }
    return url
  }

  /** Reads the path as the routers do. */
  #check(path: string): void {
    let rest = path
    for (const step of this.#mounts) {
      const covered = step.check(rest, path)
      const after = rest.slice(covered.length)
      rest = after.startsWith('/') ? after : `/${after}`
    }
    this.#route.check(rest, path)
  }
}

const DOTS = /\/(?:\.|%2e){1,2}(?:\/|$)/i

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.replace(/\/+$/, '') : path
}
