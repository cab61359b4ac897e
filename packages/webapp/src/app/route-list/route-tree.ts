import { delegateOf } from '../../members/delegates.ts'
import { type ParamPatterns, patternsOf } from '../../router/param-patterns.ts'
import { entriesOf } from '../../router/watched-list.ts'
import type { RouteInfo, RouteMiddleware, RoutePattern } from '../../types/shared/introspection.ts'
import { dialectOf } from '../dialect.ts'
import { isApplication } from '../mount.ts'
import { mountPatternsOf } from './mount-paths.ts'
import { type RouteRecord, readRecords, readRoute, type StackEntry } from './route-entries.ts'
import { toRoutePattern } from './route-patterns.ts'

/** An application or a router with its mount path. */
export interface MountEntry {
  readonly path: string
  readonly mount: RoutePattern
  readonly kind: 'app' | 'router'
  readonly entries: readonly Entry[]
  /** The middleware before it, in the application or router that it is mounted in. */
  readonly before: readonly RouteMiddleware[]
}

export type Entry = RouteInfo | MountEntry

/** Fields of applications and routers, of this and other packages, that hold routes. */
interface Holder {
  readonly stack?: readonly StackEntry[]
  /** Routes by method. */
  readonly map?: Readonly<Record<string, readonly RouteRecord[]>>
  readonly _router?: Holder & { readonly middleware?: object }
  readonly router?: Holder
}

/** The routes in an application or a router, and in everything mounted in it. */
export function readEntries(holder: object, within: readonly object[] = []): Entry[] {
  // A router may be mounted in itself.
  if (within.includes(holder)) return []
  const { map } = holder as Holder
  const known = patternsOf(holder)
  if (isRecordMap(map)) return readRecords(Object.values(map).flatMap(entriesOf), [], known)
  const around = [...within, holder]
  let before: readonly RouteMiddleware[] = []
  return stackOf(holder).flatMap((layer) => {
    const entries = readLayer(layer, around, before)
    // The routes that follow share the list.
    if (entries === undefined) before = [...before, ...middlewareOf(layer, known)]
    return entries ?? []
  })
}

/** A function of `use`, once for each of its paths. */
function middlewareOf(layer: StackEntry, known: ParamPatterns | undefined): RouteMiddleware[] {
  const dialect = layer.origin?.().dialect
  return mountPatternsOf(layer).map((pattern) => {
    const patterns = [toRoutePattern(pattern, dialect, known)]
    return { handler: layer.handle as object, patterns }
  })
}

/** Whether a value is an application or a router. */
export function isHolder(value: unknown): value is object {
  if ((typeof value !== 'function' && typeof value !== 'object') || value === null) return false
  const { stack, map } = value as Holder
  return isApplication(value) || Array.isArray(stack) || isRecordMap(map)
}

export function kindOf(holder: object): MountEntry['kind'] {
  return isApplication(holder) ? 'app' : 'router'
}

export function isRecordMap(map: Holder['map']): map is NonNullable<Holder['map']> {
  return typeof map === 'object' && map !== null && Object.values(map).every(Array.isArray)
}

/** The layers of an application or a router. */
export function stackOf(holder: object): readonly StackEntry[] {
  const { stack, _router } = holder as Holder
  if (Array.isArray(stack)) return entriesOf(stack)
  if (_router !== undefined) return stackOf(_router)
  const started = delegateOf(holder)
  if (started !== holder) return stackOf(started)
  // Reading `app.router` would create it with the current settings, so only foreign apps are read.
  return isApplication(holder) && dialectOf(holder) === undefined ? foreignStack(holder) : []
}

function foreignStack(app: Holder): readonly StackEntry[] {
  try {
    return app.router === undefined ? [] : stackOf(app.router)
  } catch {
    return [] // The getter throws in applications that keep their router in `_router`.
  }
}

/** The routes in a layer; undefined for middleware. */
function readLayer(
  layer: StackEntry | undefined,
  within: readonly object[],
  before: readonly RouteMiddleware[],
): Entry[] | undefined {
  if (layer?.handle === undefined) return [] // Programs leave holes in stacks.
  const holder = within.at(-1) ?? {}
  const known = patternsOf(holder)
  if (typeof layer.route === 'object') return readRoute(layer, layer.route, before, known)
  const target = mountedBy(layer.handle, holder)
  if (!isHolder(target)) return undefined
  const patterns = mountPatternsOf(layer)
  const { map } = target as Holder
  // Routes by method that are not mounted below a path belong to the application itself.
  if (isRecordMap(map) && patterns[0] === '/') {
    if (within.includes(target)) return []
    return readRecords(Object.values(map).flatMap(entriesOf), before, patternsOf(target))
  }
  const entries = readEntries(target, within)
  const dialect = layer.origin?.().dialect
  return patterns.map((pattern) => {
    const mount = toRoutePattern(pattern, dialect, known)
    return { path: String(pattern), mount, kind: kindOf(target), entries, before }
  })
}

/** The application or router that a handler in a stack delegates to. */
export function mountedBy(handle: object, { _router }: Holder): object {
  return _router?.middleware === handle ? _router : delegateOf(handle)
}
