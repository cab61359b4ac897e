import { locationOf } from '../../errors/locations.ts'
import { methods } from '../../router/methods.ts'
import type { ParamPatterns } from '../../router/param-patterns.ts'
import { routeNameOf } from '../../router/route-names.ts'
import type { Origin } from '../../router/router-types.ts'
import type { RouteInfo, RouteMiddleware, RoutePattern } from '../../types/shared/introspection.ts'
import { parametersOf, toRoutePattern } from './route-patterns.ts'

/** An entry of a stack, of this or another package. */
export interface StackEntry {
  readonly handle?: object | undefined
  readonly method?: string | undefined
  /** The route of this entry, or a mount path. */
  readonly route?: StackRoute | string | undefined
  origin?(): Origin
}

/** A route with a stack: its entries name their methods. */
export interface StackRoute {
  readonly path: unknown
  readonly stack: readonly StackEntry[]
}

/** A route with a list of handlers for one method. */
export interface RouteRecord {
  readonly path: unknown
  readonly method: string
  readonly callbacks: readonly object[]
  origin?(): Origin
}

const ALL = 'ALL'

/** The routes in a route with a stack: one for each path and method. */
export function readRoute(
  layer: StackEntry,
  route: StackRoute,
  before: readonly RouteMiddleware[],
  known?: ParamPatterns,
): RouteInfo[] {
  const byMethod = new Map<string, object[]>()
  for (const { method, handle = {} } of route.stack) {
    const name = method?.toUpperCase() ?? ALL
    byMethod.set(name, [...(byMethod.get(name) ?? []), handle])
  }
  const dialect = layer.origin?.().dialect
  const location = locationOf(route)
  const name = routeNameOf(route)
  return listPatterns(route.path).flatMap((pattern) =>
    joinMethods([...byMethod]).map(([method, functions]) => {
      const patterns = [toRoutePattern(pattern, dialect, known)]
      return createInfo({ method, name, location, functions, patterns, before })
    }),
  )
}

/** The fields from which those of a listed route follow. */
interface ListedRoute
  extends Pick<RouteInfo, 'method' | 'location' | 'functions' | 'patterns' | 'before'> {
  readonly name: string | undefined
  /** The whole path; that of the only pattern by default. */
  readonly path?: string
}

/** A listed route. Only the fields that a program prints are enumerable. */
export function createInfo({
  method,
  name,
  location,
  functions,
  patterns,
  before,
  path,
}: ListedRoute): RouteInfo {
  const { pattern, dialect } = patterns.at(-1) as RoutePattern
  const handlers = functions.map(nameOf)
  const parameters = parametersOf(patterns)
  const info = {
    method,
    path: path ?? String(pattern),
    dialect,
    handlers,
    location,
    ...(name !== undefined && { name }),
    ...(parameters && { parameters }),
  }
  return Object.defineProperties(info, {
    functions: { value: functions },
    patterns: { value: patterns },
    before: { value: before },
  }) as object as RouteInfo // The compiler does not know what defineProperties adds.
}

type Handling = readonly [method: string, handlers: readonly object[]]

/** Shows handlers that `app.all` registered for every method as one entry. */
function joinMethods(handlings: readonly Handling[]): readonly Handling[] {
  const [, handlers = []] = handlings[0] ?? []
  return areAll(handlings) ? [[ALL, handlers]] : handlings
}

function areAll(handlings: readonly Handling[]): boolean {
  const [, first = []] = handlings[0] ?? []
  const named = new Set(handlings.map(([method]) => method))
  return (
    methods.every((method) => named.has(method.toUpperCase())) &&
    handlings.every(([, handlers]) => areSame(handlers, first))
  )
}

/** The routes in a list of records, those of `app.all` as one entry. */
export function readRecords(
  records: readonly RouteRecord[],
  before: readonly RouteMiddleware[],
  known?: ParamPatterns,
): RouteInfo[] {
  const groups = groupAlike(records)
  return records.flatMap((record) => {
    const group = groups.get(record) ?? []
    if (!areAll(group.map(({ method, callbacks }) => [method.toUpperCase(), callbacks]))) {
      return describeRecord(record, record.method.toUpperCase(), before, known)
    }
    return group[0] === record ? describeRecord(record, ALL, before, known) : []
  })
}

/** Groups records with the same path and handlers, each for another method. */
function groupAlike(records: readonly RouteRecord[]): Map<RouteRecord, RouteRecord[]> {
  const byPath = new Map<unknown, RouteRecord[][]>()
  const groups = new Map<RouteRecord, RouteRecord[]>()
  for (const record of records) {
    const known = byPath.get(record.path) ?? []
    byPath.set(record.path, known)
    const group = known.find((each) => isAlike(each, record)) ?? []
    if (group.push(record) === 1) known.push(group)
    groups.set(record, group)
  }
  return groups
}

function isAlike(group: readonly RouteRecord[], { method, callbacks }: RouteRecord): boolean {
  const isOther = group.every((record) => record.method !== method)
  return isOther && areSame(group[0]?.callbacks ?? [], callbacks)
}

function describeRecord(
  record: RouteRecord,
  method: string,
  before: readonly RouteMiddleware[],
  known: ParamPatterns | undefined,
): RouteInfo[] {
  const dialect = record.origin?.().dialect
  const location = locationOf(record)
  const name = routeNameOf(record)
  const functions = record.callbacks
  return listPatterns(record.path).map((pattern) => {
    const patterns = [toRoutePattern(pattern, dialect, known)]
    return createInfo({ method, name, location, functions, patterns, before })
  })
}

/** Paths as text, from lists that may be nested. */
export function listPaths(path: unknown): string[] {
  return listPatterns(path).map(String)
}

/** Paths and regular expressions, from lists that may be nested. */
export function listPatterns(path: unknown): (string | RegExp)[] {
  const patterns: unknown[] = [path].flat(Number.POSITIVE_INFINITY)
  return patterns.map((pattern) => (pattern instanceof RegExp ? pattern : String(pattern)))
}

function nameOf(handler: object): string {
  return (handler as { name?: string }).name || '<anonymous>'
}

function areSame(some: readonly object[], others: readonly object[]): boolean {
  return some.length === others.length && some.every((each, at) => each === others[at])
}
