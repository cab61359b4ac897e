import { layersOfCall } from './live.ts'
import type { Place, Refusal } from './model.ts'
import { nameOf, startsNamedRoute, watchNamedRoute } from './names.ts'
import { frameworkFolders, placeInStack, placeOfCall, stackOfCall } from './places.ts'
import { type Call, type Framework, type Holder, type Method, recording } from './registrations.ts'

export const holders = new Map<object, Holder>()
/** Functions of frameworks that make middleware. */
export const members = new Map<object, string>()
export const refusals: Refusal[] = []
const routes = new WeakMap<object, Call>()
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
  frameworkFolders.push(folder)
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
      if (recording.depth > 0) return original()
      const holder = holderOf(self, kind, framework)
      const stack = stackOfCall()
      const place = placeInStack(stack)
      const result = attempt(`${kind}.${name}(${showFirst(args)}, …)`, place, original)
      if (result === REFUSED) return name === 'route' ? refusedRoute() : self
      remember(holder, name, args, { place, isOfSet: IN_SET.test(stack), result })
      return result
    })
  }
  if (framework.writesUrls) watchUrls(prototype, kind)
}

/** The function of webapp/contract that registers the routes of a set. */
const IN_SET = /\bat fillApi /

/** `url`, and `namedRoute` of 3.x. */
function watchUrls(prototype: object, kind: Holder['kind']): void {
  wrap(prototype, 'url', (_self, args, original) => {
    const result = attempt(`${kind}.url(${showFirst(args)}, …)`, placeOfCall(), original)
    return result === REFUSED ? '/' : result
  })
  wrap(prototype, 'namedRoute', (_self, args, original) => {
    const result = attempt(`${kind}.namedRoute(${showFirst(args)}, …)`, placeOfCall(), original)
    if (result === REFUSED) return refusedRoute()
    const isFirst = watchNamedRoute(result as object, nameOf(args))
    if (isFirst) for (const verb of VERBS) watchVerb(Object.getPrototypeOf(result), verb)
    return result
  })
}

function watchVerb(prototype: object, verb: string): void {
  wrap(prototype, verb, (self, _args, original) => startsNamedRoute(self, original))
}

interface Done {
  readonly place: Place | undefined
  readonly isOfSet: boolean
  readonly result: unknown
}

function remember(holder: Holder, name: string, args: readonly unknown[], done: Done): void {
  if (name === 'param') {
    rememberParameters(holder, args)
    return
  }
  // In 3.x, `router.route` takes the method first.
  if (name === 'route' && holder.framework.dialect === '3.x') {
    remember(holder, String(args[0]), args.slice(1), done)
    return
  }
  const [first] = args
  const hasPath = name !== 'use' || !isHandler(first)
  const paths = hasPath ? [first].flat(Number.POSITIVE_INFINITY) : ['/']
  const given = (hasPath ? args.slice(1) : args).flat(Number.POSITIVE_INFINITY) as object[]
  const type = name === 'use' ? 'use' : 'route'
  const methods = type === 'use' || name === 'route' ? [] : [toMethod(name)]
  const handlers = given.filter(isHandler)
  const layers = layersOfCall(holder.self, type, handlers.length)
  const named = holder.framework.writesUrls ? nameOf(name === 'route' ? args : []) : undefined
  const { place, isOfSet, result } = done
  const call: Call = { type, methods, paths, handlers, place, layers, name: named, isOfSet }
  holder.calls.push(call)
  if (name === 'route' && typeof result === 'object' && result !== null) routes.set(result, call)
}

/** Fields of applications and routers with functions that make callbacks of patterns. */
interface Adapting {
  readonly _params?: readonly unknown[]
  readonly _router?: Adapting
}

function rememberParameters(
  { self, framework, parameters, patterns }: Holder,
  [given, handler]: readonly unknown[],
): void {
  const names = [given].flat().map(String)
  parameters.push(...names)
  if (!framework.writesUrls || !(handler instanceof RegExp)) return
  const { _params, _router } = self as Adapting
  if ((_params ?? _router?._params)?.length) return
  for (const name of names.map((each) => each.replace(/^:/, ''))) {
    patterns.set(name, [...(patterns.get(name) ?? []), String(handler)])
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
      if (recording.depth > 0 || call === undefined) return original()
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
  recording.depth++
  try {
    return original()
  } catch (error) {
    if (!keepsGoing) throw error
    refusals.push({ message: String((error as Error)?.message ?? error), call, place })
    return REFUSED
  } finally {
    recording.depth--
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
  const known = holders.get(self)
  if (known !== undefined) return known
  const holder: Holder = {
    self,
    kind,
    framework,
    calls: [],
    parameters: [],
    patterns: new Map(),
  }
  holders.set(self, holder)
  return holder
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
