import { inspect } from 'node:util'
import { delegateOf } from '../members/delegates.ts'
import { holderOf } from '../router/mounts.ts'
import {
  kRecords,
  kRemove,
  type MethodRoute,
  removeCallback,
  removeEntries,
  removeFunction,
} from '../router/removal.ts'
import { namedRoutes, routeIn } from './route-urls/find-routes.ts'

/** Fields of applications and routers that hold layers or routes. */
interface Holder {
  stack?: readonly object[]
  readonly _router?: Holder
  [kRemove]?(isRemoved: (route: MethodRoute) => boolean): number
}

/** `app.remove` and `router.remove`: removes what a program has registered. */
export function removeFrom(self: object, target: unknown): number {
  const start = holderOf(self)
  if (typeof target === 'string') return removeNamed(start, target)
  if (typeof target === 'function') return removeHandler(start, target)
  if (typeof target === 'object' && target !== null) {
    if (kRemove in target) return removeHandler(start, target)
    if ('path' in target) return removeRoute(start, target)
  }
  throw new TypeError(
    `remove takes a route, a function or the name of a route, got ${inspect(target, { depth: 0 })}`,
  )
}

/** Removes the routes with a name, wherever they are. */
function removeNamed(start: object, name: string): number {
  const found = namedRoutes(start).names.get(name) ?? []
  const routes = new Set(found.map(({ entry }) => routeIn(entry)))
  const holders = new Set(found.map(({ holder }) => holder))
  return removeAll(holders, (route) => routes.has(route))
}

/** Removes a route from an application or a router, and from everything mounted in it. */
function removeRoute(start: object, target: object): number {
  const { [kRecords]: records } = target as { [kRecords]?: ReadonlySet<object> }
  return removeAll(namedRoutes(start).holders, (route) => records?.has(route) ?? route === target)
}

function removeAll(holders: Iterable<object>, isRemoved: (route: object) => boolean): number {
  let removed = 0
  for (const holder of holders) {
    for (const { stack, router } of partsOf(holder)) {
      if (stack !== undefined) {
        removed += removeEntries(
          stack,
          ({ route }) => typeof route === 'object' && isRemoved(route),
        )
      }
      removed += router?.[kRemove]?.(isRemoved) ?? 0
    }
  }
  return removed
}

/** Removes a function from an application or a router itself, and from its own routes. */
function removeHandler(start: object, target: object): number {
  let removed = 0
  for (const { stack, router } of partsOf(start)) {
    if (stack !== undefined) removed += removeFunction(stack, target)
    router?.[kRemove]?.((route) => {
      const [count, isEmptied] = removeCallback(route, target)
      removed += count
      return isEmptied
    })
  }
  return removed
}

interface Part {
  readonly stack?: { stack: readonly object[] }
  readonly router?: Holder
}

/** The stack of an application or a router, and the routes by method of its own router. */
function partsOf(holder: Holder): Part[] {
  const { stack, _router } = holder
  if (Array.isArray(stack)) {
    const parts: Part[] = [{ stack: holder as { stack: readonly object[] } }]
    return _router !== undefined && kRemove in _router ? [...parts, { router: _router }] : parts
  }
  if (kRemove in holder) return [{ router: holder }]
  if (_router !== undefined) return partsOf(_router)
  const router = delegateOf(holder)
  return router === holder ? [] : partsOf(router as Holder)
}
