import { delegateOf } from '../members/delegates.ts'
import { methods as knownMethods } from './methods.ts'
import { endsAtBoundary } from './mount.ts'
import { fitsPatterns } from './param-patterns.ts'
import type { MethodTable } from './router-types.ts'
import { entriesOf, watchedList } from './watched-list.ts'

// Applications and routers of every dialect, and routers of other packages, can be mounted into each
// other. So this file reads them by their fields.

/** An entry of a stack. */
export interface SearchedEntry {
  readonly handle?: object
  /** The route of the entry, or a mount path. */
  readonly route?: { readonly methods?: MethodTable } | string | undefined
  path?: string | undefined
  params?: object | undefined
  match?(path: string): boolean
}

/** A route for one method. */
interface RouteRecord {
  match(path: string): boolean
}

/** Routes for one method that `all` has registered, once for every method. */
export const routesForAll = new WeakSet<object>()

/** Fields of applications and routers that hold routes. */
interface Holder {
  readonly stack?: readonly SearchedEntry[]
  readonly map?: Readonly<Record<string, readonly RouteRecord[]>>
  readonly _router?: Holder
}

/** A router, and the path that a request has there. */
interface Place {
  readonly router: object
  readonly path: string
  /** Whether the router may still get the request. */
  readonly isAhead: boolean
  /** Whether the router is mounted at a path. Its functions for every path then have this path alone. */
  readonly isMounted?: boolean
}

/** A part of a stack: the entries before `past`, and those from `ahead` on. */
export interface StackParts {
  readonly router: object
  readonly stack: readonly SearchedEntry[]
  readonly path: string
  /** The entries before this index have had the request. */
  readonly past: number
  /** The entries from this index on may still get it. */
  readonly ahead: number
}

/** Collects the methods that routes have for a path, without running anything. */
export class MethodSearch {
  /** In upper case, in the order in which they were found. */
  readonly methods = new Set<string>()
  /** Whether an entry ahead may handle the request, whatever its method is. */
  mayBeHandled = false
  readonly #method: string
  readonly #within: object[] = []

  constructor(method: string) {
    this.#method = method
  }

  /**
   * Whether a route has the method, or something ahead may handle the request. A handler for OPTIONS that
   * has passed the request on leaves the response to the router, as in Express.
   */
  isHandled(): boolean {
    return this.mayBeHandled || (this.#method !== 'OPTIONS' && this.methods.has(this.#method))
  }

  readParts({ router, stack, path, past, ahead }: StackParts): void {
    this.#readStack(stack, { router, path, isAhead: false }, 0, past)
    this.#readStack(stack, { router, path, isAhead: true }, ahead)
  }

  /** Reads routes by method. */
  readMap(map: NonNullable<Holder['map']>, place: Place): void {
    for (const [method, list] of Object.entries(map)) {
      for (const route of entriesOf(list)) {
        if (route === undefined || !matches(route, place)) continue
        if (!routesForAll.has(route)) this.#add([method], place)
        else if (place.isAhead && hasOwnPath(route, place)) this.mayBeHandled = true
      }
    }
  }

  /** Adds methods. GET handles HEAD. */
  #add(names: readonly string[], { isAhead }: Place): void {
    const found = names.map((name) => name.toUpperCase())
    if (names.includes('get')) found.push('HEAD')
    for (const method of found) this.methods.add(method)
    if (isAhead && found.includes(this.#method)) this.mayBeHandled = true
  }

  #readStack(
    list: readonly SearchedEntry[],
    place: Place,
    from = 0,
    to: number = list.length,
  ): void {
    const entries = entriesOf(list)
    const search = watchedList(list)?.search(place.path)
    for (let index = from; index < to; index++) {
      if (search !== undefined) index = search.next(index)
      if (index >= to) return
      const entry = entries[index]
      if (entry?.handle) this.#readEntry(entry, entry.handle, place)
    }
  }

  #readEntry(entry: SearchedEntry, handle: object, place: Place): void {
    const { route } = entry
    if (typeof route === 'object') {
      if (matches(entry, place)) this.#readRoute(entry, route.methods ?? {}, place)
      return
    }
    const mounted = mountedAt(entry, place)
    if (mounted === undefined) return
    const router = delegateOf(handle)
    if (isHolder(router)) {
      const isMounted = hasOwnPath(entry, place)
      this.#readHolder(router, {
        router,
        path: below(place.path, mounted),
        isAhead: place.isAhead,
        isMounted,
      })
    } else if (place.isAhead && mayHandle(entry, handle, this.#method, place)) {
      this.mayBeHandled = true
    }
  }

  #readRoute(entry: SearchedEntry, table: MethodTable, place: Place): void {
    this.#add(ownMethods(table), place)
    if (place.isAhead && handlesAll(table) && hasOwnPath(entry, place)) this.mayBeHandled = true
  }

  #readHolder(holder: object, place: Place): void {
    // A router may be mounted in itself.
    if (this.#within.includes(holder)) return
    this.#within.push(holder)
    const { stack, map, _router } = holder as Holder
    if (Array.isArray(stack)) this.#readStack(stack, place)
    else if (isRecordMap(map)) this.readMap(map, place)
    else if (_router !== undefined) this.#readHolder(_router, place)
    else if (delegateOf(holder) !== holder) this.#readHolder(delegateOf(holder), place)
    this.#within.pop()
  }
}

/** The methods that a route names; none for the routes of `app.all`, which name all of them. */
export function ownMethods(table: MethodTable): string[] {
  const names = Object.keys(table).filter((name) => name !== '_all' && table[name] === true)
  return names.length < knownMethods.length ? names : []
}

function handlesAll(table: MethodTable): boolean {
  return table._all === true || Object.keys(table).length >= knownMethods.length
}

/**
 * Whether an entry may handle a request in a way that its routes do not show. A function for every path
 * does not count: it is a 404 page or it passes requests on. A file server does, for its methods.
 */
export function mayHandle(
  entry: SearchedEntry,
  handle: object,
  method: string,
  place: Pick<Place, 'router' | 'isMounted'>,
): boolean {
  const { length, name } = handle as { length?: unknown; name?: unknown }
  if (Number(length) > 3) return false // An error handler.
  if (name === 'serveStatic') return method === 'GET' || method === 'HEAD'
  return hasOwnPath(entry, place)
}

/** Whether a router among the handlers of a route may be followed by other ones. */
export function mayFollowRouter(handlers: readonly object[]): boolean {
  const [last, ...others] = [...handlers].reverse()
  if (last === undefined || others.length === 0) return false
  return !leadsToRoutes(last) || others.some(leadsToRoutes)
}

/** Whether a handler of a stack leads to an application or a router. */
export function leadsToRoutes(handle: object): boolean {
  return isHolder(delegateOf(handle))
}

function isHolder(value: object): boolean {
  const { stack, map, _router } = value as Holder
  return (
    Array.isArray(stack) ||
    isRecordMap(map) ||
    _router !== undefined ||
    // An application without middleware has no router yet.
    isApplication(value)
  )
}

function isApplication(value: object): boolean {
  const { handle, set } = value as { handle?: unknown; set?: unknown }
  return typeof handle === 'function' && typeof set === 'function'
}

function isRecordMap(map: Holder['map']): map is NonNullable<Holder['map']> {
  return typeof map === 'object' && map !== null && Object.values(map).every(Array.isArray)
}

/** The part of the path that a mount path covers; undefined if it covers none. */
function mountedAt(entry: SearchedEntry, place: Place): string | undefined {
  const { route } = entry
  const { path } = place
  if (typeof route !== 'string') {
    // A regular expression may end within a segment, and then the request does not enter.
    if (!matches(entry, place) || !endsAtBoundary(path, entry.path ?? '', '/.')) return undefined
    return entry.path
  }
  const isOver = endsAtBoundary(path.toLowerCase(), route.toLowerCase(), '/.')
  return isOver ? path.slice(0, route.length) : undefined
}

function below(path: string, mounted: string): string {
  const rest = path.slice(mounted.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Two paths that have nothing in common with those of programs. */
const ODD_PATHS = ['/~', '/~/~.~']

/** Whether an entry is for some paths alone, by itself or because its router is. */
function hasOwnPath(
  entry: SearchedEntry | RouteRecord,
  { router, isMounted = false }: Pick<Place, 'router' | 'isMounted'>,
): boolean {
  return isMounted || !isForEveryPath(entry, router)
}

function isForEveryPath(entry: SearchedEntry | RouteRecord, router: object): boolean {
  const { route, path, params } = entry as SearchedEntry
  if (typeof route === 'string') return route === ''
  try {
    return ODD_PATHS.every((odd) => matches(entry, { router, path: odd }))
  } finally {
    // The walk that has just matched the entry reads the results.
    Object.assign(entry, { path, params })
  }
}

function matches(
  entry: SearchedEntry | RouteRecord,
  { router, path }: Pick<Place, 'router' | 'path'>,
): boolean {
  return matchesPath(entry, path) && fitsPatterns(router, (entry as SearchedEntry).params)
}

function matchesPath(entry: SearchedEntry | RouteRecord, path: string): boolean {
  try {
    return entry.match?.(path) === true
  } catch {
    return false // A parameter that cannot be decoded.
  }
}
