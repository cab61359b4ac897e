import { placeOf } from '../../errors/places.ts'
import { delegateOf } from '../../members/delegates.ts'
import type { Layer } from '../../router/router-types.ts'
import type { StackEntry, StackRoute } from '../route-list/route-entries.ts'
import { isHolder, stackOf } from '../route-list/route-tree.ts'
import { mayContinue } from './functions.ts'
import { at, say } from './say.ts'
import { isMet } from './unreachable.ts'

/** Finds routers that were passed to `get` and the like, and whose routes never match there. */
export function findMisplacedRouters({ path, stack }: StackRoute): void {
  // A pattern may match paths that the routes of the router match as well.
  if (typeof path !== 'string' || !/^\/[\w/.~-]+$/.test(path)) return
  // `all` adds a handler for each method.
  if (stack.length > 20) return
  for (const entry of stack) {
    const { handle, method } = entry
    if (method === undefined || !isHolder(handle)) continue
    const layers = stackOf(handle)
    if (layers.length === 0 || layers.some((layer) => mayRespond(layer, method, path))) continue
    say(
      `a router was passed to .${method}('${path}', …)${at(placeOf(entry))}, which does not remove ` +
        `'${path}' from the path, so no route of the router matches. Write .use('${path}', …).`,
    )
  }
}

/** Whether a layer may respond to a request; layers of other packages are not known well enough. */
function mayRespond(entry: StackEntry, method: string, path: string): boolean {
  const { handle, origin, route } = entry
  if (typeof handle !== 'function' || origin === undefined) return true
  const canEnd = route !== undefined || isHolder(delegateOf(handle)) || !mayContinue(handle)
  return canEnd && isMet(entry as unknown as Layer, method, path)
}
