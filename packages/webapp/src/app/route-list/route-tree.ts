import { delegateOf } from '../../members/delegates.ts'
import type { RouteInfo } from '../../types/shared/introspection.ts'
import { dialectOf } from '../dialect.ts'
import { isApplication } from '../mount.ts'
import { mountPathsOf } from './mount-paths.ts'
import { type Layer, type RouteRecord, readRecords, readRoute } from './route-entries.ts'

/** Something that holds routes, on the path that it is mounted on. */
export interface MountEntry {
  readonly path: string
  readonly kind: 'app' | 'router'
  readonly entries: readonly Entry[]
}

export type Entry = RouteInfo | MountEntry

/** What holds routes, by its shape: applications and routers of ours and of other packages. */
interface Holder {
  readonly stack?: readonly Layer[]
  /** The routes of a 3.x router, by method. */
  readonly map?: Readonly<Record<string, readonly RouteRecord[]>>
  readonly _router?: Holder & { readonly middleware?: object }
  readonly router?: Holder
}

/** The routes in an application or a router, with those of all that is mounted in it. */
export function readEntries(holder: object, within: readonly object[] = []): Entry[] {
  // A router may be mounted in itself.
  if (within.includes(holder)) return []
  const { map } = holder as Holder
  if (isRecordMap(map)) return readRecords(Object.values(map).flat())
  return stackOf(holder).flatMap((layer) => readLayer(layer, [...within, holder]))
}

/** Whether something holds routes. */
export function isHolder(value: unknown): value is object {
  if ((typeof value !== 'function' && typeof value !== 'object') || value === null) return false
  const { stack, map } = value as Holder
  return isApplication(value) || Array.isArray(stack) || isRecordMap(map)
}

export function kindOf(holder: object): MountEntry['kind'] {
  return isApplication(holder) ? 'app' : 'router'
}

function isRecordMap(map: Holder['map']): map is NonNullable<Holder['map']> {
  return typeof map === 'object' && map !== null && Object.values(map).every(Array.isArray)
}

function stackOf(holder: object): readonly Layer[] {
  const { stack, _router } = holder as Holder
  if (Array.isArray(stack)) return stack
  if (_router !== undefined) return stackOf(_router)
  const started = delegateOf(holder)
  if (started !== holder) return stackOf(started)
  // Reading `app.router` makes it, with the settings of that moment; others have no other way.
  return isApplication(holder) && dialectOf(holder) === undefined ? foreignStack(holder) : []
}

function foreignStack(app: Holder): readonly Layer[] {
  try {
    return app.router === undefined ? [] : stackOf(app.router)
  } catch {
    return [] // 4.x throws there; its router is in `_router`.
  }
}

// People leave holes in stacks.
function readLayer(layer: Layer | undefined, within: readonly object[]): Entry[] {
  if (layer?.handle === undefined) return []
  if (typeof layer.route === 'object') return readRoute(layer, layer.route)
  const target = targetOf(layer.handle, within.at(-1) ?? {})
  if (!isHolder(target)) return []
  const entries = readEntries(target, within)
  const paths = mountPathsOf(layer)
  // The router of a 3.x application: its routes are the application's own.
  if (isRecordMap((target as Holder).map) && paths[0] === '/') return entries
  return paths.map((path) => ({ path, kind: kindOf(target), entries }))
}

/** What a handler in the stack of something hands requests to. */
function targetOf(handle: object, { _router }: Holder): object {
  return _router?.middleware === handle ? _router : delegateOf(handle)
}
