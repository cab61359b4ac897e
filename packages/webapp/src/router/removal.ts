import { delegateOf } from '../members/delegates.ts'
import { entriesOf, filterList } from './watched-list.ts'

// Removing layers. A list is never changed, but replaced by another one, so that requests that are
// in a router or in a route finish with what they began with.

/** The key of a member of routers with routes by method: removes those that a function selects. */
export const kRemove = Symbol('webapp.remove')

/** The key of a member of routes that a program has registered together: its routes by method. */
export const kRecords = Symbol('webapp.records')

/** An entry of a stack. */
interface Entry {
  readonly handle?: object | undefined
  readonly route?: object | string | undefined
}

interface Stacked {
  stack: readonly (Entry | undefined)[]
}

interface Handlers {
  stack?: readonly Entry[]
  methods?: Record<string, boolean>
}

/** A route by method. */
export interface MethodRoute {
  callbacks: readonly object[]
}

/** Removes the layers that a function selects from a stack. Returns how many. */
export function removeEntries(holder: Stacked, isRemoved: (entry: Entry) => boolean): number {
  const { stack } = holder
  // Programs leave holes in stacks.
  const isKept = (entry: Entry | undefined) => entry === undefined || !isRemoved(entry)
  const before = entriesOf(stack)
  const left = before.filter(isKept).length
  if (left < before.length) holder.stack = filterList(stack, isKept)
  return before.length - left
}

/** Removes a function from the layers of a stack, and from its routes. Returns how many layers went. */
export function removeFunction(holder: Stacked, target: object): number {
  let inRoutes = 0
  const emptied = new Set<object>()
  for (const entry of entriesOf(holder.stack)) {
    const route = entry?.route
    if (typeof route !== 'object') continue
    const [removed, isEmptied] = removeHandler(route, target)
    inRoutes += removed
    if (isEmptied) emptied.add(route)
  }
  const isEmptied = ({ route }: Entry) => typeof route === 'object' && emptied.has(route)
  if (emptied.size > 0) removeEntries(holder, isEmptied)
  return inRoutes + removeEntries(holder, (entry) => leadsTo(entry, target))
}

function leadsTo({ handle, route }: Entry, target: object): boolean {
  if (handle === undefined || typeof route === 'object') return false
  return handle === target || delegateOf(handle) === target
}

/** A route that has no other handler keeps it: its layer goes, and requests on their way to it finish. */
function removeHandler(route: Handlers, target: object): [removed: number, isEmptied: boolean] {
  const { stack, methods } = route
  if (!Array.isArray(stack)) return [0, false]
  const rest = (stack as readonly (Entry & { method?: string })[]).filter(
    ({ handle }) => handle !== target,
  )
  const removed = stack.length - rest.length
  if (removed === 0 || rest.length === 0) return [removed, removed > 0]
  route.stack = filterList(stack as readonly Entry[], (layer) => layer.handle !== target)
  const left = new Set(rest.map(({ method }) => method ?? '_all'))
  for (const method of Object.keys(methods ?? {})) {
    if (!left.has(method)) delete methods?.[method]
  }
  return [removed, false]
}

/** Removes a function from a route by method, in the same way. */
export function removeCallback(
  route: MethodRoute,
  target: object,
): [removed: number, isEmptied: boolean] {
  const rest = route.callbacks.filter((callback) => callback !== target)
  const removed = route.callbacks.length - rest.length
  if (removed > 0 && rest.length > 0) route.callbacks = rest
  return [removed, removed > 0 && rest.length === 0]
}
