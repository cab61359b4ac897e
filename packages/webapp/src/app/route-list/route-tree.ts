import { delegateOf } from '../../members/delegates.ts'
import { entriesOf } from '../../router/watched-list.ts'
import type { RouteInfo, RoutePattern } from '../../types/shared/introspection.ts'
import { dialectOf } from '../dialect.ts'
import { isApplication } from '../mount.ts'
import { mountPatternsOf } from './mount-paths.ts'
import { type RouteRecord, readRecords, readRoute, type StackEntry } from './route-entries.ts'

/** An application or a router with its mount path. */
export interface MountEntry {
  readonly path: string
  readonly mount: RoutePattern
  readonly kind: 'app' | 'router'
  readonly entries: readonly Entry[]
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
  if (isRecordMap(map)) return readRecords(Object.values(map).flatMap(entriesOf))
  return stackOf(holder).flatMap((layer) => readLayer(layer, [...within, holder]))
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

// Programs leave holes in stacks.
function readLayer(layer: StackEntry | undefined, within: readonly object[]): Entry[] {
  if (layer?.handle === undefined) return []
  if (typeof layer.route === 'object') return readRoute(layer, layer.route)
  const target = mountedBy(layer.handle, within.at(-1) ?? {})
  if (!isHolder(target)) return []
  const entries = readEntries(target, within)
  const patterns = mountPatternsOf(layer)
  // Routes by method that are not mounted below a path belong to the application itself.
  if (isRecordMap((target as Holder).map) && patterns[0] === '/') return entries
  const dialect = layer.origin?.().dialect
  return patterns.map((pattern) => {
    return { path: String(pattern), mount: { pattern, dialect }, kind: kindOf(target), entries }
  })
}

/** The application or router that a handler in a stack delegates to. */
export function mountedBy(handle: object, { _router }: Holder): object {
  return _router?.middleware === handle ? _router : delegateOf(handle)
}
