import { holderOf, parentsOf } from '../../router/mounts.ts'
import { routeNameOf } from '../../router/route-names.ts'
import { entriesOf, registrations, watchedList } from '../../router/watched-list.ts'
import { isHolder, isRecordMap, mountedBy, stackOf } from '../route-list/route-tree.ts'
import type { UrlEntry, UrlHolder } from './url-fields.ts'

/** A route where it was found. */
export interface FoundRoute {
  readonly holder: object
  /** The layer of the route, or the route by method. */
  readonly entry: UrlEntry
}

/** A layer that leads from one application or router to another. */
export interface Mounting {
  readonly parent: object
  readonly entry: UrlEntry
}

interface Index {
  readonly count: number
  readonly names: Map<string, FoundRoute[]>
  readonly holders: Set<object>
}

const indexes = new WeakMap<object, Index>()

/** The named routes of an application or a router, and of everything mounted in it. */
export function namedRoutes(start: object): Index {
  const known = indexes.get(start)
  if (known?.count === registrations.count) return known
  const index: Index = { count: registrations.count, names: new Map(), holders: new Set() }
  const isCertain = readHolders(start, index)
  if (isCertain) indexes.set(start, index)
  return index
}

/** Returns whether a change of the routes shows in the count of registrations. */
function readHolders(start: object, { names, holders }: Index): boolean {
  let isCertain = true
  holders.add(start)
  // A set visits the members that are added to it meanwhile.
  for (const holder of holders) {
    isCertain &&= isWatched(holder)
    for (const entry of routesOf(holder)) {
      const name = routeNameOf(routeIn(entry))
      if (name !== undefined) names.set(name, [...(names.get(name) ?? []), { holder, entry }])
    }
    for (const entry of stackOf(holder) as readonly (UrlEntry | undefined)[]) {
      const child = entry === undefined ? undefined : childOf(entry, holder)
      if (child !== undefined) holders.add(child)
    }
  }
  return isCertain
}

/** The routes of an application or a router itself. */
function routesOf(holder: object): UrlEntry[] {
  const { map } = holder as UrlHolder
  if (isRecordMap(map as never)) {
    return Object.values(map ?? {}).flatMap((list) => entriesOf(list).filter(Boolean))
  }
  const stack = stackOf(holder) as readonly (UrlEntry | undefined)[]
  return stack.filter((entry): entry is UrlEntry => typeof entry?.route === 'object')
}

/** The object that stands for a route: that of a layer, or the route by method itself. */
export function routeIn(entry: UrlEntry): object {
  return typeof entry.route === 'object' ? entry.route : entry
}

/** The layers of a holder that have a route, or the routes by method. */
export function findRoute(holder: object, isRoute: (route: object) => boolean): FoundRoute[] {
  const found = routesOf(holder).filter((entry) => isRoute(routeIn(entry)))
  return found.map((entry) => ({ holder, entry }))
}

function isWatched(holder: object): boolean {
  const { map, stack } = holder as UrlHolder
  if (map !== undefined) return Object.values(map).every((list) => watchedList(list) !== undefined)
  if (Array.isArray(stack)) return watchedList(stack) !== undefined
  const list = stackListOf(holder)
  return list === undefined || watchedList(list) !== undefined
}

/** The array of layers of an application, without reading `app.router`, which creates it. */
function stackListOf(app: object): readonly unknown[] | undefined {
  const layers = stackOf(app)
  return layers.length === 0 ? undefined : listOf(app)
}

function listOf(app: object): readonly unknown[] | undefined {
  const { _router } = app as UrlHolder
  const router = (_router ?? routerOf(app)) as UrlHolder | undefined
  return router?.stack
}

function routerOf(app: object): object | undefined {
  const router = mountedBy(app, {})
  return router === app ? undefined : router
}

/** The application or router that an entry leads to. */
function childOf(entry: UrlEntry, holder: object): object | undefined {
  const { handle, route } = entry
  if (handle === undefined || typeof route === 'object') return undefined
  const target = mountedBy(handle, holder as never)
  return isHolder(target) ? holderOf(target) : undefined
}

interface Mountings {
  readonly count: number
  readonly list: readonly Mounting[]
}

const mountings = new WeakMap<object, Mountings>()

/** The layers that lead to an application or a router. */
export function mountingsOf(child: object): readonly Mounting[] {
  const known = mountings.get(child)
  if (known?.count === registrations.count) return known.list
  const parents = parentsOf(child)
  const list = parents.flatMap((parent) => {
    const entries = (stackOf(parent) as readonly (UrlEntry | undefined)[]).filter(
      (entry): entry is UrlEntry => entry !== undefined && childOf(entry, parent) === child,
    )
    return entries.map((entry) => ({ parent, entry }))
  })
  if (parents.every(isWatched)) mountings.set(child, { count: registrations.count, list })
  return list
}
