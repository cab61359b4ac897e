import { fileURLToPath } from 'node:url'
import { requiredNames } from './contracts.ts'
import { describeHandler } from './functions.ts'
import type { Entry, HolderEntry, Misnamed, Place, Refusal } from './model.ts'

type Method = (this: object, ...args: unknown[]) => unknown

/** A module of the framework, with the prototypes that programs register on. */
export interface Framework {
  readonly dialect: string
  readonly factory: Record<string, unknown>
  /** Folders whose frames are not the program's. */
  readonly folder: string
}

interface Call {
  readonly type: 'route' | 'use'
  readonly methods: string[]
  readonly paths: unknown[]
  readonly handlers: object[]
  readonly place: Place | undefined
}

interface Holder {
  readonly self: object
  readonly kind: 'app' | 'router'
  readonly framework: Framework
  readonly calls: Call[]
  readonly parameters: string[]
  isMounted: boolean
}

const holders = new Map<object, Holder>()
const routes = new WeakMap<object, Call>()
const members = new Map<object, string>()
const folders: string[] = []
export const refusals: Refusal[] = []
let depth = 0
let keepsGoing = false

const VERBS = new Set(
  (
    'all del delete get head options patch post put trace connect copy link lock merge mkcol move ' +
    'notify propfind proppatch purge query report search source subscribe unlink unlock unsubscribe'
  ).split(' '),
)

/** After this, a registration that the framework refuses is recorded, and the program goes on. */
export function keepGoing(): void {
  keepsGoing = true
}

/** Records the registrations of all applications and routers that a module makes. */
export function watchFramework(framework: Framework): void {
  const { factory, folder } = framework
  folders.push(folder)
  for (const name of Object.getOwnPropertyNames(factory)) {
    const { value } = Object.getOwnPropertyDescriptor(factory, name) ?? {}
    if (typeof value !== 'function' || /^(?:Router|Route|application|request|response)$/.test(name))
      continue
    if (/^(?:routes|printRoutes|shutdown|inject|length|name)$/.test(name)) continue
    members.set(value, name)
  }
  const router = factory.Router as { prototype?: object } & object
  const isOwnPrototype = typeof (router as { use?: unknown }).use === 'function'
  watchPrototype(factory.application as object, 'app', framework)
  watchPrototype(isOwnPrototype ? router : (router.prototype ?? router), 'router', framework)
  const route = factory.Route as { prototype?: object } | undefined
  if (route?.prototype) watchRoute(route.prototype)
}

function watchPrototype(prototype: object, kind: Holder['kind'], framework: Framework): void {
  for (const name of [...VERBS, 'use', 'route', 'param']) {
    wrap(prototype, name, (self, args, original) => {
      if (name === 'get' && kind === 'app' && args.length === 1) return original()
      if (depth > 0) return original()
      const holder = holderOf(self, kind, framework)
      const place = placeOfCall()
      const result = attempt(`${kind}.${name}(${showFirst(args)}, …)`, place, original)
      if (result === REFUSED) return name === 'route' ? refusedRoute() : self
      remember(holder, name, args, place, result)
      return result
    })
  }
}

function remember(
  holder: Holder,
  name: string,
  args: readonly unknown[],
  place: Place | undefined,
  result: unknown,
): void {
  if (name === 'param') {
    holder.parameters.push(...[args[0]].flat().map(String))
    return
  }
  const [first] = args
  const hasPath = name !== 'use' || !isHandler(first)
  const paths = hasPath ? [first].flat(Number.POSITIVE_INFINITY) : ['/']
  const given = (hasPath ? args.slice(1) : args).flat(Number.POSITIVE_INFINITY) as object[]
  const type = name === 'use' ? 'use' : 'route'
  const methods = type === 'use' || name === 'route' ? [] : [toMethod(name)]
  const call: Call = { type, methods, paths, handlers: given.filter(isHandler), place }
  holder.calls.push(call)
  if (name === 'route' && typeof result === 'object' && result !== null) routes.set(result, call)
  for (const each of call.handlers) {
    const mounted = holders.get(each)
    if (mounted && type === 'use') mounted.isMounted = true
  }
}

function toMethod(name: string): string {
  if (name === 'del') return 'DELETE'
  return name.toUpperCase()
}

function watchRoute(prototype: object): void {
  for (const name of VERBS) {
    wrap(prototype, name, (self, args, original) => {
      const call = routes.get(self)
      if (depth > 0 || call === undefined) return original()
      const place = placeOfCall()
      const result = attempt(`route.${name}(…)`, place, original)
      if (result === REFUSED) return self
      const handlers = args.flat(Number.POSITIVE_INFINITY).filter(isHandler)
      call.methods.push(toMethod(name))
      call.handlers.push(...handlers)
      return result
    })
  }
}

const REFUSED = Symbol('refused')

function attempt(call: string, place: Place | undefined, original: () => unknown): unknown {
  depth++
  try {
    return original()
  } catch (error) {
    if (!keepsGoing) throw error
    refusals.push({ message: String((error as Error)?.message ?? error), call, place })
    return REFUSED
  } finally {
    depth--
  }
}

/** A route that takes everything and does nothing, in place of one that was refused. */
function refusedRoute(): object {
  const route: object = new Proxy({}, { get: () => () => route })
  return route
}

type Wrapped = (self: object, args: unknown[], original: () => unknown) => unknown

function wrap(prototype: object, name: string, wrapped: Wrapped): void {
  const methods = prototype as Record<string, Method>
  const original = methods[name]
  if (typeof original !== 'function') return
  const replacement = function (this: object, ...args: unknown[]): unknown {
    return wrapped(this, args, () => original.apply(this, args))
  }
  // Programs and the framework itself look at names and lengths.
  Object.defineProperties(replacement, {
    name: { value: original.name },
    length: { value: original.length },
  })
  const { enumerable = true } = Object.getOwnPropertyDescriptor(prototype, name) ?? {}
  Object.defineProperty(prototype, name, {
    value: replacement,
    enumerable,
    writable: true,
    configurable: true,
  })
}

function holderOf(self: object, kind: Holder['kind'], framework: Framework): Holder {
  const known = holders.get(self) ?? {
    self,
    kind,
    framework,
    calls: [],
    parameters: [],
    isMounted: false,
  }
  holders.set(self, known)
  return known
}

function isHandler(value: unknown): value is object {
  if (typeof value === 'function') return true
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { handle?: unknown }).handle === 'function'
  )
}

function showFirst([first]: readonly unknown[]): string {
  return typeof first === 'string' ? `'${first}'` : first instanceof RegExp ? String(first) : '…'
}

/** The applications that no other one contains, and routers if there is no application. */
export function observe(): HolderEntry[] {
  const all = [...holders].filter(([, { isMounted }]) => !isMounted)
  const apps = all.filter(([, { kind }]) => kind === 'app')
  return (apps.length > 0 ? apps : all).map(([, holder]) => describe(holder, []))
}

function describe(holder: Holder, within: readonly Holder[]): HolderEntry {
  const { kind, framework, parameters, calls } = holder
  const isRepeated = within.includes(holder)
  const entries: Entry[] = []
  const sources: Call[] = []
  for (const call of isRepeated ? [] : calls) {
    for (const entry of entriesOf(call, sources, holder, within)) {
      entries.push(entry)
      sources.push(call)
    }
  }
  return { kind, dialect: framework.dialect, parameters, entries, isRepeated }
}

function entriesOf(
  call: Call,
  earlier: readonly Call[],
  holder: Holder,
  within: readonly Holder[],
): Entry[] {
  const { place } = call
  const paths = call.paths.map(String)
  if (call.type === 'route') {
    const handlers = call.handlers.map((each) => describeHandler(each, members))
    const coveredBy = indexesOf(earlier, (each) => covers(each, call, holder))
    const misnamed = findMisnamed(call, call.handlers, holder)
    return [{ type: 'route', methods: call.methods, paths, handlers, place, coveredBy, misnamed }]
  }
  return call.handlers.map((handler) => {
    const mounted = holders.get(handler)
    if (mounted !== undefined) {
      const inner = describe(mounted, [...within, holder])
      const coveredBy = indexesOf(earlier, (each) => coversMount(each, call, holder))
      return { type: 'mount', paths, holder: inner, place, coveredBy }
    }
    const handlers = [describeHandler(handler, members)]
    return { type: 'use', paths, handlers, place, misnamed: findMisnamed(call, [handler], holder) }
  })
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

interface Keyed {
  readonly keys?: readonly { readonly name: unknown }[]
}

/** In 5.x, layers know their names after the first match only. */
const NAMES = /\\.|[:*](?:"((?:[^"\\]|\\.)*)"|([$_\p{ID_Start}][$\p{ID_Continue}]*))/gu

/** The parameters of some paths. */
function keysOf(
  paths: readonly string[],
  { dialect, factory }: Framework,
): readonly string[] | undefined {
  if (dialect === '5.x') {
    const found = paths.flatMap((path) => [...path.matchAll(NAMES)])
    return found.flatMap(([, quoted, name]) => quoted?.replace(/\\(.)/g, '$1') ?? name ?? [])
  }
  const Router = factory.Router as new () => Record<string, unknown>
  depth++
  try {
    const layers = paths.flatMap((path) => {
      const probe = new Router() as Record<string, Method> & {
        stack?: Keyed[]
        map?: Record<string, Keyed[]>
      }
      probe.get?.call(probe, path, () => undefined)
      return probe.stack ?? probe.map?.get ?? []
    })
    return layers.flatMap(({ keys = [] }) => keys.map(({ name }) => String(name)))
  } catch {
    return undefined
  } finally {
    depth--
  }
}

function indexesOf(calls: readonly Call[], test: (call: Call) => boolean): number[] {
  return calls.flatMap((call, index) => (test(call) ? [index] : []))
}

/** Whether an earlier registration matches all requests to what is mounted. */
function coversMount(earlier: Call, mount: Call, holder: Holder): boolean {
  if (earlier === mount || mount.paths.length === 0) return false
  // In 3.x all routes run in one place, before or after what is mounted.
  const isOrdered = holder.framework.dialect !== '3.x'
  const takesAll = earlier.methods.includes('ALL') && isOrdered
  if (earlier.type === 'route' && !takesAll) return false
  return mount.paths.every((path) => {
    if (typeof path !== 'string' || !/^\/[^:*?+(){}[\]\\!|]*$/.test(path)) return false
    const base = path.replace(/\/+$/, '')
    const samples = [`${base}/`, `${base}/~a~`, `${base}/~a~/~b~`]
    return samples.every((sample) => matches(earlier, sample, holder))
  })
}

/** Whether an earlier registration matches all requests of a later route. */
function covers(earlier: Call, route: Call, holder: Holder): boolean {
  if (earlier === route || route.paths.length === 0 || route.methods.length === 0) return false
  if (earlier.type === 'route') {
    const methods = new Set(earlier.methods)
    const isTaken = (method: string) =>
      methods.has('ALL') || methods.has(method) || (method === 'HEAD' && methods.has('GET'))
    if (!route.methods.every(isTaken)) return false
  }
  return route.paths.every((path) => {
    const sample = sampleOf(path, earlier.paths)
    return sample !== undefined && matches(earlier, sample, holder)
  })
}

/** A path that a pattern matches, and another only if it matches all paths of the first. */
function sampleOf(path: unknown, others: readonly unknown[]): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined
  if (!/[:*?+(){}[\]\\!|]/.test(path)) return path
  if (others.some((other) => other === path)) return undefined
  if (others.some((other) => typeof other !== 'string' || /[(\\]/.test(other))) return undefined
  const sample = path.replace(/:\w+/g, '~a~').replace(/\/\*\w*/g, '/~a~/~b~')
  return /[:*?+(){}[\]\\!|]/.test(sample) ? undefined : sample
}

/** The options that decide which paths a pattern matches. */
function optionsOf({ kind, self }: Holder): { caseSensitive: boolean; strict: boolean } {
  if (kind === 'router') {
    const { caseSensitive, strict } = self as { caseSensitive?: unknown; strict?: unknown }
    return { caseSensitive: Boolean(caseSensitive), strict: Boolean(strict) }
  }
  const { settings = {} } = self as { settings?: Readonly<Record<string, unknown>> }
  return {
    caseSensitive: Boolean(settings['case sensitive routing']),
    strict: Boolean(settings['strict routing']),
  }
}

/** Asks a router of the same dialect and options that has only this registration. */
function matches(call: Call, path: string, holder: Holder): boolean {
  const { factory } = holder.framework
  const Router = factory.Router as new (options: object) => Record<string, unknown>
  depth++
  try {
    const probe = new Router(optionsOf(holder)) as Record<string, Method> & {
      stack?: { match?(path: string): boolean }[]
      map?: Record<string, { match(path: string): boolean }[]>
    }
    const register = (call.type === 'use' ? probe.use : probe.get) as Method | undefined
    register?.call(probe, call.paths, () => undefined)
    const layers = probe.stack ?? probe.map?.get ?? []
    return layers.some((layer) => layer.match?.(path) === true)
  } catch {
    return false
  } finally {
    depth--
  }
}

/** The place of the call in the program: the first frame outside of the framework and of us. */
function placeOfCall(): Place | undefined {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return placeInStack(stack)
}

const OWN = fileURLToPath(new URL('.', import.meta.url))

/** `at name (place)` or `at place`. A folder such as `Program Files (x86)` has parentheses too. */
const FRAME = /^at (?:async )?(?:.*? \((.+):(\d+):(\d+)\)|(.+):(\d+):(\d+))$/

export function placeInStack(stack: string): Place | undefined {
  const places = stack.split('\n').flatMap((line) => {
    const match = FRAME.exec(line.trim())
    if (match === null) return []
    const [, path = match[4] ?? '', row = match[5], column = match[6]] = match
    const file = path.startsWith('file:') ? fileURLToPath(path) : path
    if (file.startsWith('node:') || file.startsWith(OWN)) return []
    if (folders.some((folder) => file.startsWith(folder))) return []
    return [{ file, line: Number(row), column: Number(column) }]
  })
  return places.find(({ file }) => !/[\\/]node_modules[\\/]/.test(file)) ?? places[0]
}
