import { fileURLToPath } from 'node:url'
import { requiredNames } from './contracts.ts'
import { covers, coversMount, indexesOf, keysOf } from './coverage.ts'
import { describeHandler } from './functions.ts'
import { layersIn, remainsOf } from './live.ts'
import type {
  Entry,
  Handler,
  HolderEntry,
  Misnamed,
  Observation,
  Patterns,
  Place,
} from './model.ts'
import { holders, members } from './record.ts'
import { type Call, type Framework, type Holder, withoutRecording } from './registrations.ts'

/** Applications and routers by the functions that are mounted. */
type Mountable = ReadonlyMap<object, Holder>

/** The applications that no other one contains, and routers if there is no application. */
export function observe(): Pick<Observation, 'applications' | 'names'> {
  const mountable = findMountable()
  const list = [...holders.values()]
  const mounted = new Set(list.flatMap((holder) => mountedIn(holder, mountable)))
  const roots = list.filter((holder) => !mounted.has(holder))
  const apps = roots.filter(({ kind }) => kind === 'app')
  const names = list.flatMap((holder) => callsOf(holder).map(({ name }) => name))
  return {
    applications: (apps.length > 0 ? apps : roots).map((root) => describe(root, mountable, [])),
    names: [...new Set(names.filter((name) => name !== undefined))],
  }
}

function mountedIn(holder: Holder, mountable: Mountable): (Holder | undefined)[] {
  const functions = holder.calls.flatMap((call) => (call.type === 'use' ? call.handlers : []))
  // A router may be mounted in itself.
  return functions.map((each) => mountable.get(each)).filter((each) => each !== holder)
}

function findMountable(): Mountable {
  const found = new Map<object, Holder>(holders)
  for (const holder of holders.values()) {
    // In 3.x, a router has a function that is mounted in its place.
    const { middleware } = holder.self as { readonly middleware?: unknown }
    if (holder.kind === 'router' && typeof middleware === 'function') found.set(middleware, holder)
  }
  return found
}

/** The registrations of which the program has left something. */
function callsOf({ self, calls }: Holder): Call[] {
  const present = calls.length === 0 ? new Set() : layersIn(self)
  return calls.flatMap((call) => {
    const remains = remainsOf(present, call)
    if (remains === undefined) return []
    return { ...call, methods: [...remains.methods], handlers: [...remains.handlers] }
  })
}

function describe(holder: Holder, mountable: Mountable, within: readonly Holder[]): HolderEntry {
  const { kind, framework, parameters } = holder
  const isRepeated = within.includes(holder)
  const entries: Entry[] = []
  const sources: Call[] = []
  for (const call of isRepeated ? [] : withPlaces(callsOf(holder), holder)) {
    for (const entry of entriesOf(call, sources, { holder, mountable, within })) {
      entries.push(entry)
      sources.push(call)
    }
  }
  return { kind, dialect: framework.dialect, parameters, entries, isRepeated }
}

interface Listed {
  readonly method: string
  readonly path: string
  readonly location?: string
}

/** Gives the routes of a set the places where they are described, which the framework knows. */
function withPlaces(calls: readonly Call[], { self, framework }: Holder): readonly Call[] {
  if (!calls.some(({ isOfSet }) => isOfSet)) return calls
  const list = framework.factory.routes as (holder: object) => readonly Listed[]
  const places = new Map(
    withoutRecording(() => list(self)).map(({ method, path, location }) => [
      `${method} ${path}`,
      toPlace(location),
    ]),
  )
  return calls.map((call) => {
    const place = call.isOfSet ? places.get(`${call.methods} ${call.paths}`) : undefined
    return place === undefined ? call : { ...call, place }
  })
}

function toPlace(location: string | undefined): Place | undefined {
  const [, path = '', line, column] = /^(.+):(\d+):(\d+)$/.exec(location ?? '') ?? []
  if (line === undefined) return undefined
  const file = path.startsWith('file:') ? fileURLToPath(path) : path
  return { file, line: Number(line), column: Number(column) }
}

interface Around {
  readonly holder: Holder
  readonly mountable: Mountable
  readonly within: readonly Holder[]
}

function entriesOf(call: Call, earlier: readonly Call[], around: Around): Entry[] {
  const { holder, mountable, within } = around
  const { methods, name, place } = call
  const paths = call.paths.map(String)
  const patterns = patternsFor(call, holder)
  if (call.type === 'route') {
    const handlers = call.handlers.map((each) => describeFor(each, holder))
    const coveredBy = indexesOf(earlier, (each) => covers(each, call, holder))
    const misnamed = findMisnamed(call, call.handlers, holder)
    const described = { handlers, place, coveredBy, misnamed, patterns }
    return [{ type: 'route', name, methods, paths, ...described }]
  }
  return call.handlers.map((handler) => {
    const mounted = mountable.get(handler)
    if (mounted !== undefined) {
      const inner = describe(mounted, mountable, [...within, holder])
      const coveredBy = indexesOf(earlier, (each) => coversMount(each, call, holder))
      return { type: 'mount', paths, holder: inner, place, coveredBy, patterns }
    }
    const handlers = [describeFor(handler, holder)]
    return { type: 'use', paths, handlers, place, misnamed: findMisnamed(call, [handler], holder) }
  })
}

/** In Express, a program may have an `app.url` of its own. */
function describeFor(handler: object, { framework }: Holder): Handler {
  const described = describeHandler(handler, members)
  return framework.writesUrls ? described : { ...described, urls: [] }
}

/** The patterns of the router for the parameters in some paths. */
function patternsFor({ paths }: Call, { patterns, framework }: Holder): Patterns {
  if (patterns.size === 0) return {}
  const used = new Set(paths.flatMap((path) => namesIn(path, framework)))
  const found = [...patterns].filter(([name]) => used.has(name))
  return Object.fromEntries(found.map(([name, list]) => [name, list.join(', ')]))
}

function namesIn(path: unknown, framework: Framework): readonly string[] {
  if (!(path instanceof RegExp)) return keysOf([String(path)], framework) ?? []
  return [...path.source.matchAll(/\(\?<([^>=!]+)>/g)].map(([, name = '']) => name)
}

/** The parameters that contracts require and the path does not have, if the path tells them. */
function findMisnamed(
  { type, paths }: Call,
  handlers: readonly object[],
  { framework, self }: Holder,
): Misnamed | undefined {
  if ((self as { mergeParams?: unknown }).mergeParams) return undefined
  if (type === 'use' && (framework.dialect === '3.x' || String(paths) === '/')) return undefined
  if (!paths.every((path): path is string => typeof path === 'string')) return undefined
  const required = requiredNames(handlers)
  if (required.length === 0) return undefined
  const known = keysOf(paths, framework)
  const missing = required.filter((name) => !known?.includes(name))
  return known === undefined || missing.length === 0 ? undefined : { missing, known }
}
