import type { App, Express, Layer, Router } from './express.ts'

/** What can be seen of one object without calling it, one line for each member. */
export type Surface = Record<string, readonly string[]>

/**
 * Every object of the public interface that people reflect on. Members of instances keep their
 * order, which shows when they are printed; that of prototypes means nothing.
 */
export function surfaceOf(express: Express): Surface {
  const app = express()
  const mounted = express()
  const router = express.Router()
  const route = app.route('/route/:id')
  route
    .get(
      function named() {},
      () => {},
    )
    .all(() => {})
  app.use('/mounted', mounted)
  app.use('/router', router)
  app.use(function middleware() {})
  app.get(['/list', /re/], () => {})
  const [routeLayer, appLayer, routerLayer, functionLayer, listLayer] = stackOf(app)
  return {
    factory: ownMembers(express).sort(),
    application: ownMembers(express.application).sort(),
    request: ownMembers(express.request).sort(),
    response: ownMembers(express.response).sort(),
    Router: ownMembers(express.Router).sort(),
    'Router.prototype': ownMembers(express.Router.prototype).sort(),
    Route: ownMembers(express.Route).sort(),
    'Route.prototype': ownMembers(express.Route.prototype).sort(),
    'app (own)': ownMembers(app).sort(),
    'app (reachable)': reachable(app),
    'app (enumerable)': enumerable(app),
    'app.request': ownMembers(app.request),
    'app.response': ownMembers(app.response),
    'router (own)': ownMembers(router),
    'router (reachable)': reachable(router),
    'router (enumerable)': enumerable(router),
    'route (own)': ownMembers(route),
    'route layer': layerMembers(routeLayer),
    'app layer': layerMembers(appLayer),
    'router layer': layerMembers(routerLayer),
    'function layer': layerMembers(functionLayer),
    'list layer': layerMembers(listLayer),
    'layer in a route': layerMembers(route.stack[0]),
    'Layer.prototype': ownMembers(Object.getPrototypeOf(routeLayer)).sort(),
    'app (prototypes)': prototypeNames(app),
    relations: relations(express),
  }
}

function relations(express: Express): string[] {
  const app = express()
  const router = express.Router()
  const chain = (value: object) => prototypeNames(value).join(' > ')
  const from = (value: object, ancestor: object) =>
    Object.prototype.isPrototypeOf.call(ancestor, value)
  return [
    `factory: ${chain(express)}`,
    `request: ${chain(express.request)}`,
    `response: ${chain(express.response)}`,
    `router: ${chain(router)}`,
    `route: ${chain(new express.Route('/'))}`,
    `layer: ${chain(stackOf(app.get('/', () => {})).at(-1) ?? {})}`,
    `router instanceof Router: ${router instanceof express.Router}`,
    `Router.prototype in router: ${from(router, express.Router.prototype)}`,
    `Router in router: ${from(router, express.Router)}`,
    `app.request from express.request: ${from(app.request, express.request)}`,
    `app.response from express.response: ${from(app.response, express.response)}`,
    `its router instanceof Router: ${routerOf(app) instanceof express.Router}`,
    `settings: ${chain(app.settings)}`,
    `engines: ${chain(app.engines)}`,
    `cache: ${chain(app.cache)}`,
    `locals: ${chain(app.locals)}`,
  ]
}

/** 4.x keeps the router in `_router`, and has a `router` that throws. */
function routerOf(app: App): Router {
  const { _router } = app as { _router?: Router }
  return _router ?? app.router
}

/** Without the two layers that every application of 4.x begins with. */
function stackOf(app: App): Layer[] {
  return routerOf(app).stack.filter(({ name }) => name !== 'query' && name !== 'expressInit')
}

export function prototypeNames(value: object): string[] {
  const names: string[] = []
  let current: unknown = Object.getPrototypeOf(value)
  for (let depth = 0; typeof current === 'object' || typeof current === 'function'; depth++) {
    if (current === null || depth > 20) break
    names.push(nameOf(current as object))
    current = Object.getPrototypeOf(current)
  }
  return names
}

function nameOf(value: object): string {
  if (value === Function.prototype) return 'Function.prototype'
  const maker = Object.getOwnPropertyDescriptor(value, 'constructor')?.value
  return typeof maker === 'function' ? maker.name : '(plain)'
}

export function ownMembers(value: object): string[] {
  return Object.getOwnPropertyNames(value).map((key) => describeMember(value, key))
}

/** Layers hold functions without names that people look at; their kinds matter, not their texts. */
function layerMembers(layer: Layer | undefined): string[] {
  return layer ? [...ownMembers(layer), `name is ${layer.name}`] : ['missing']
}

function describeMember(value: object, key: string): string {
  const descriptor = Object.getOwnPropertyDescriptor(value, key) ?? {}
  const { enumerable, configurable, writable, get, set } = descriptor
  const flags = [enumerable && 'enumerable', configurable && 'configurable', writable && 'writable']
  const kind =
    get || set ? `${get ? 'get' : ''}${set ? ' set' : ''}` : describeKind(descriptor.value)
  return `${key}: ${[kind, ...flags.filter(Boolean)].join(' ')}`
}

function describeKind(value: unknown): string {
  if (typeof value === 'function') return `function ${value.name || '(none)'}/${value.length}`
  if (Array.isArray(value)) return 'array'
  return value === null ? 'null' : typeof value
}

/** All members up to the built-in prototypes, sorted: where they live is told elsewhere. */
export function reachable(value: object): string[] {
  const lines = new Map<string, string>()
  let current: object | null = value
  for (let depth = 0; current && depth < 20; depth++) {
    if (current === Function.prototype || current === Object.prototype) break
    for (const key of Object.getOwnPropertyNames(current)) {
      if (!lines.has(key)) lines.set(key, `${key}: ${describeReached(value, key)}`)
    }
    current = Object.getPrototypeOf(current)
  }
  return [...lines.values()].sort()
}

function describeReached(value: object, key: string): string {
  try {
    return describeKind(Reflect.get(value, key))
  } catch (error) {
    return `throws ${(error as Error).message}`
  }
}

export function enumerable(value: object): string[] {
  const keys: string[] = []
  for (const key in value) keys.push(key)
  return keys.sort()
}
