import { placeOf } from '../../errors/places.ts'
import { delegateOf } from '../../members/delegates.ts'
import { meetLayer } from '../../router/meet-layer.ts'
import type { Layer, RouterPolicy } from '../../router/router-types.ts'
import { listPaths, type RouteRecord, type StackEntry } from '../route-list/route-entries.ts'
import { isHolder } from '../route-list/route-tree.ts'
import { mayContinue, maySkipRoute } from './functions.ts'
import { at, say } from './say.ts'

/** More comparisons than these would delay the first requests. */
const MOST = 100_000

/** A layer or a route, with the requests that it takes. */
interface Reach {
  readonly key: object
  /** The paths; undefined for middleware. */
  readonly paths: readonly unknown[] | undefined
  readonly methods: readonly string[]
  /** Whether it takes a request and never passes it on. */
  ends(method: string, path: string): boolean
}

/**
 * Finds routes that never run, because an earlier one takes all of their requests. A route with one
 * of these parameters may pass requests on.
 */
export function findUnreachable(
  entries: readonly (StackEntry | RouteRecord)[],
  parameters: readonly string[],
): void {
  const earlier: Reach[] = []
  let comparisons = 0
  for (const entry of entries) {
    const reach = readReach(entry)
    if (reach === undefined) continue
    comparisons += earlier.length
    if (comparisons > MOST) return
    const taker = reach.paths && earlier.find((each) => takesAll(each, reach))
    if (taker !== undefined) explain(reach, taker)
    else if (canEnd(entry) && !hasParameter(reach, parameters)) earlier.push(reach)
  }
}

function explain(route: Reach, taker: Reach): void {
  const isRoute = taker.paths !== undefined
  const first = isRoute ? `the route ${listPaths(taker.paths).join(', ')}` : 'the middleware'
  say(
    `the route ${describe(route)} never runs${at(placeOf(route.key))}, because ${first}` +
      `${at(placeOf(taker.key))} takes the same requests before it and does not call next. ` +
      'Register the more specific one first.',
    `unreachable ${listPaths(route.paths).join()} ${placeOf(route.key)}`,
  )
}

function describe({ methods, paths }: Reach): string {
  const names = methods.length > 3 ? 'ALL' : methods.join(', ').toUpperCase()
  return `${names} ${listPaths(paths).join(', ')}`
}

function takesAll(taker: Reach, route: Reach): boolean {
  const { paths = [], methods } = route
  if (paths.length === 0 || methods.length === 0) return false
  return paths.every((path) => {
    const sample = sampleOf(path, taker)
    return sample !== undefined && methods.every((method) => taker.ends(method, sample))
  })
}

/**
 * A path that a pattern matches, and that another pattern can only match if it matches all paths of
 * the first; `undefined` if there is none.
 */
function sampleOf(path: unknown, { paths: others = [] }: Reach): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined
  if (!/[:*?+(){}[\]\\!|]/.test(path)) return path
  // The same pattern takes the same paths; another one could test the parameters.
  if (others.some((other) => typeof other !== 'string' || /[(\\]/.test(other))) return undefined
  const sample = path.replace(/:\w+/g, '~a~').replace(/\/\*\w*/g, '/~a~/~b~')
  return /[:*?+(){}[\]\\!|]/.test(sample) ? undefined : sample
}

function hasParameter({ paths = [] }: Reach, parameters: readonly string[]): boolean {
  const text = paths.join(' ')
  return parameters.some((name) => text.includes(`:${name}`) || text.includes(`*${name}`))
}

function canEnd(entry: StackEntry | RouteRecord): boolean {
  if ('callbacks' in entry) return endsRequests(entry.callbacks)
  const { route, handle = {} } = entry
  if (typeof route === 'object') return true
  return !mayContinue(handle) && !isHolder(delegateOf(handle))
}

/** Whether handlers that run in turn never pass a request on. */
function endsRequests(handlers: readonly object[]): boolean {
  const end = handlers.findIndex((handler) => !mayContinue(handler))
  return end !== -1 && !handlers.slice(0, end).some(maySkipRoute)
}

function readReach(entry: StackEntry | RouteRecord): Reach | undefined {
  if ('callbacks' in entry) return readRecord(entry)
  // Layers of other packages are not known well enough.
  if (typeof entry.route === 'string' || entry.origin === undefined) return undefined
  const layer = entry as unknown as Layer
  const { route } = layer
  if (route === undefined) {
    const ends: Reach['ends'] = (method, path) => isMet(layer, method, path)
    return { key: layer, paths: undefined, methods: [], ends }
  }
  return {
    key: route.stack[0] ?? layer,
    paths: [route.path].flat(Number.POSITIVE_INFINITY),
    methods: Object.keys(route.methods).filter((name) => route.methods[name] === true),
    ends: (method, path) => {
      const handlers = route.stack.filter((each) => !each.method || each.method === method)
      return endsRequests(handlers.map(({ handle }) => handle)) && isMet(layer, method, path)
    },
  }
}

/** Whether a layer would handle a request. */
export function isMet(layer: Layer, method: string, path: string): boolean {
  return (
    keeping(layer, () => meetLayer(layer, path, method.toUpperCase(), BOUNDARIES)) !== undefined
  )
}

const BOUNDARIES = { mountBoundaries: '/' } as RouterPolicy

function readRecord(record: RouteRecord): Reach {
  const route = record as RouteRecord & { match?(path: string): boolean; params?: unknown }
  return {
    key: record,
    paths: [record.path].flat(Number.POSITIVE_INFINITY),
    methods: [record.method],
    ends: (_method, path) => keeping(route, () => Boolean(route.match?.(path))),
  }
}

/** Runs a match, which writes its result to the layer, and restores the result of the last one. */
function keeping<T>(matched: { path?: unknown; params?: unknown }, match: () => T): T {
  const { path, params } = matched
  try {
    return match()
  } finally {
    Object.assign(matched, { path, params })
  }
}
