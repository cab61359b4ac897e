import type { IncomingMessage } from 'node:http'
import { isHolder, isRecordMap, mountedBy, stackOf } from '../app/route-list/route-tree.ts'
import { parseTarget } from '../http/target.ts'
import { fitsPatterns } from '../router/param-patterns.ts'
import { entriesOf } from '../router/watched-list.ts'

interface Matcher {
  readonly handle?: object
  readonly callbacks?: readonly object[]
  readonly route?: string | { readonly stack: readonly Matcher[] }
  readonly path?: string | undefined
  readonly params?: object | undefined
  match?(path: string): boolean
}

const upgradeHandlers = new WeakSet<object>()

export function markUpgradeHandler<T extends object>(handler: T): T {
  upgradeHandlers.add(handler)
  return handler
}

/** Whether an application has a route for upgrades at the path of a request. */
export function offersUpgradeTo(app: object, req: IncomingMessage): boolean {
  return !isHolder(app) || offersUpgrade(app, parseTarget(req.url).pathname ?? '/')
}

/** An application or a router, with the rest of the path that a request has there. */
interface Visit {
  readonly holder: object
  /** Undefined for any path. */
  readonly path: string | undefined
}

/**
 * Whether an application or a router has a route for upgrades, at any path or at this one. A loop,
 * because a router may be mounted in itself: a path of thousands of segments is as many visits.
 */
export function offersUpgrade(holder: object, path?: string): boolean {
  const seen = new Map<object, Set<string | undefined>>()
  const visits: Visit[] = [{ holder, path }]
  for (const visit of visits) {
    const paths = seen.get(visit.holder) ?? new Set()
    if (paths.has(visit.path)) continue
    seen.set(visit.holder, paths.add(visit.path))
    if (offersItself(visit)) return true
    visits.push(...mountsIn(visit))
  }
  return false
}

/** Whether an application or a router has such a route, apart from those mounted in it. */
function offersItself({ holder, path }: Visit): boolean {
  const { map } = holder as { map?: Parameters<typeof isRecordMap>[0] }
  if (isRecordMap(map)) {
    const records = Object.values(map).flatMap(entriesOf) as readonly Matcher[]
    return records.some(
      (record) => record.callbacks?.some(isUpgradeHandler) && matches(record, path, holder),
    )
  }
  return layersOf(holder).some((layer) => hasUpgradeHandler(layer) && matches(layer, path, holder))
}

function hasUpgradeHandler({ route, handle }: Matcher): boolean {
  if (typeof route !== 'object') return isUpgradeHandler(handle)
  return route.stack.some((each) => isUpgradeHandler(each.handle))
}

/** The applications and routers mounted in another one that a request reaches. */
function mountsIn({ holder, path }: Visit): Visit[] {
  return layersOf(holder).flatMap((layer) => {
    if (typeof layer.route === 'object') return []
    const target = mountedBy(layer.handle, holder)
    if (!isHolder(target)) return []
    const found = matchPath(layer, path, holder)
    if (found === 'none') return []
    const isAnyPath = path === undefined || found === 'undecodable'
    return { holder: target, path: isAnyPath ? undefined : restOf(path, layer) }
  })
}

/** The part of a path after that of a mount. */
function restOf(path: string, { route, path: matched = '' }: Matcher): string {
  const mounted = typeof route === 'string' ? route : matched
  const rest = path.slice(mounted.replace(/\/$/, '').length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Programs leave holes in stacks. */
function layersOf(holder: object): (Matcher & { readonly handle: object })[] {
  const layers = stackOf(holder) as readonly (Matcher | undefined)[]
  return layers.filter((layer) => layer?.handle !== undefined) as ReturnType<typeof layersOf>
}

function matches(layer: Matcher, path: string | undefined, holder: object): boolean {
  return matchPath(layer, path, holder) !== 'none'
}

/** A layer throws if it matches a path but cannot decode it. The application responds with 400. */
function matchPath(
  layer: Matcher,
  path: string | undefined,
  holder: object,
): 'none' | 'match' | 'undecodable' {
  if (path === undefined) return 'match'
  const { route } = layer
  try {
    const isMatch =
      typeof route === 'string'
        ? path.toLowerCase().startsWith(route.toLowerCase())
        : layer.match?.(path) && fitsPatterns(holder, layer.params)
    return isMatch ? 'match' : 'none'
  } catch {
    return 'undecodable'
  }
}

function isUpgradeHandler(handle: object | undefined): boolean {
  return handle !== undefined && upgradeHandlers.has(handle)
}
