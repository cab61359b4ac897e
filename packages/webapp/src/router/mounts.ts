import { delegateOf } from '../members/delegates.ts'

// The routers and applications that others are mounted in, for the URLs of routes. A layer knows what
// it leads to, but nothing knows where it is mounted.

const parents = new WeakMap<object, WeakRef<object>[]>()
const owners = new WeakMap<object, object>()

/** Records that a router belongs to an application. */
export function recordOwner(router: object, app: object): void {
  owners.set(router, app)
}

/** The application of a router that belongs to one; anything else itself. */
export function holderOf(router: object): object {
  return owners.get(router) ?? router
}

/** Records where a router or an application is mounted. Does nothing for other middleware. */
export function recordMounting(handler: object, parent: object): void {
  const child = delegateOf(handler)
  if (child === handler && !Array.isArray((handler as { stack?: unknown } | undefined)?.stack))
    return
  const holder = holderOf(child)
  const known = parents.get(holder)
  if (known === undefined) parents.set(holder, [new WeakRef(parent)])
  else if (!known.some((each) => each.deref() === parent)) {
    // Short-lived applications, as in tests, mount a router that stays.
    const alive = known.filter((each) => each.deref() !== undefined)
    parents.set(holder, [...alive, new WeakRef(parent)])
  }
}

/** The applications and routers in which something was mounted; it may have been removed since. */
export function parentsOf(holder: object): object[] {
  const found = (parents.get(holder) ?? []).flatMap((each) => each.deref() ?? [])
  return [...new Set(found.map(holderOf))]
}
