import type { IncomingMessage } from 'node:http'
import { isHolder, isRecordMap, mountedBy, stackOf } from '../app/route-list/route-tree.ts'
import { parseTarget } from '../http/target.ts'
import { entriesOf } from '../router/watched-list.ts'

interface Matcher {
  readonly handle?: object
  readonly callbacks?: readonly object[]
  readonly route?: string | { readonly stack: readonly Matcher[] }
  readonly path?: string | undefined
  match?(path: string): boolean
}

const upgradeHandlers = new WeakSet<object>()

/** Marks a handler as one that completes upgrades. */
export function markUpgradeHandler<T extends object>(handler: T): T {
  upgradeHandlers.add(handler)
  return handler
}

/** Whether an application has a route for upgrades at the path of a request. */
export function offersUpgradeTo(app: object, req: IncomingMessage): boolean {
  return !isHolder(app) || offersUpgrade(app, parseTarget(req.url).pathname ?? '/')
}

/** Whether an application or a router has a route for upgrades, at any path or at this one. */
export function offersUpgrade(
  holder: object,
  path?: string,
  within: readonly object[] = [],
): boolean {
  // A router may be mounted in itself.
  if (within.includes(holder)) return false
  const { map } = holder as { map?: Parameters<typeof isRecordMap>[0] }
  if (isRecordMap(map)) {
    const records = Object.values(map).flatMap(entriesOf) as readonly Matcher[]
    return records.some(
      (record) => record.callbacks?.some(isUpgradeHandler) && matches(record, path),
    )
  }
  const around = [...within, holder]
  return (stackOf(holder) as readonly (Matcher | undefined)[]).some(
    (layer) => layer?.handle !== undefined && offersIn(layer, layer.handle, path, around),
  )
}

function offersIn(
  layer: Matcher,
  handle: object,
  path: string | undefined,
  within: readonly object[],
): boolean {
  const { route } = layer
  if (typeof route === 'object') {
    return route.stack.some((each) => isUpgradeHandler(each.handle)) && matches(layer, path)
  }
  if (isUpgradeHandler(handle)) return matches(layer, path)
  const target = mountedBy(handle, within.at(-1) ?? {})
  if (!isHolder(target)) return false
  const found = matchPath(layer, path)
  if (found === 'none') return false
  if (path === undefined || found === 'undecodable') {
    return offersUpgrade(target, undefined, within)
  }
  const mounted = typeof route === 'string' ? route : (layer.path ?? '')
  const rest = path.slice(mounted.replace(/\/$/, '').length)
  return offersUpgrade(target, rest.startsWith('/') ? rest : `/${rest}`, within)
}

function matches(layer: Matcher, path: string | undefined): boolean {
  return matchPath(layer, path) !== 'none'
}

/** A layer throws if it matches a path but cannot decode it. The application responds with 400. */
function matchPath(layer: Matcher, path: string | undefined): 'none' | 'match' | 'undecodable' {
  if (path === undefined) return 'match'
  const { route } = layer
  try {
    const isMatch =
      typeof route === 'string'
        ? path.toLowerCase().startsWith(route.toLowerCase())
        : layer.match?.(path)
    return isMatch ? 'match' : 'none'
  } catch {
    return 'undecodable'
  }
}

function isUpgradeHandler(handle: object | undefined): boolean {
  return handle !== undefined && upgradeHandlers.has(handle)
}
