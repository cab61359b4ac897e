/** Fields of applications and routers, of webapp and Express, that hold what was registered. */
interface Holding {
  readonly stack?: readonly (Layer | undefined)[]
  /** Routes by method. */
  readonly map?: Readonly<Record<string, readonly Layer[]>>
  readonly _router?: Holding
  readonly router?: Holding
}

/** A layer of a stack, or a route by method. */
interface Layer {
  readonly handle?: object
  readonly route?: { readonly stack?: readonly Layer[] } | string
  readonly method?: string
  readonly callbacks?: readonly object[]
}

/** The layers of a registration; none if they were not recognized. */
export type Layers = readonly Layer[]

const known = new WeakSet<object>()

/** The layers that the last registration in an application or a router has added. */
export function layersOfCall(self: object, type: 'route' | 'use', count: number): Layers {
  const added = listsOf(self).flatMap((list) => {
    const found: Layer[] = []
    for (let at = list.length - 1; at >= 0; at--) {
      const layer = list[at]
      if (layer === undefined || known.has(layer)) break
      known.add(layer)
      found.unshift(layer)
    }
    return found
  })
  // The first registration may also add layers of the framework.
  const own = added.filter((layer) => isRoute(layer) === (type === 'route'))
  return type === 'route' ? own : own.slice(-count)
}

function isRoute({ route, callbacks }: Layer): boolean {
  return typeof route === 'object' || callbacks !== undefined
}

/** The lists of an application or a router itself. */
function listsOf(self: Holding): (readonly (Layer | undefined)[])[] {
  const { stack, map, _router } = self
  if (Array.isArray(stack)) return [stack, ...(_router ? listsOf(_router) : [])]
  if (map !== undefined) return Object.values(map)
  if (_router !== undefined) return listsOf(_router)
  try {
    return self.router === undefined ? [] : listsOf(self.router)
  } catch {
    return [] // The getter throws in applications that keep their router in `_router`.
  }
}

/** What a registration still stands for, after the program may have removed parts of it. */
interface Remains {
  readonly methods: readonly string[]
  readonly handlers: readonly object[]
}

interface Registered extends Remains {
  readonly type: 'route' | 'use'
  readonly layers: Layers
}

/** The layers and routes by method of an application or a router itself. */
export function layersIn(self: object): ReadonlySet<unknown> {
  return new Set(listsOf(self).flat())
}

/** The rest of a registration; undefined if nothing is left. */
export function remainsOf(present: ReadonlySet<unknown>, call: Registered): Remains | undefined {
  const { type, layers, methods, handlers } = call
  if (layers.length === 0) return call
  const rest = layers.filter((layer) => present.has(layer))
  if (rest.length === 0) return undefined
  if (type === 'route') return handlersLeft(rest, call)
  // `use` adds a layer for each function.
  if (layers.length !== handlers.length) return call
  return { methods, handlers: handlers.filter((_handler, at) => present.has(layers[at])) }
}

/** Leaves out the handlers that were removed from a route. */
function handlersLeft(layers: Layers, { methods, handlers }: Remains): Remains {
  const inner = layers.flatMap(({ route }) =>
    typeof route === 'object' ? (route.stack ?? []) : [],
  )
  const callbacks = layers.flatMap((layer) => layer.callbacks ?? [])
  const left = new Set([...inner.map(({ handle }) => handle), ...callbacks])
  const kept = handlers.filter((handler) => left.has(handler))
  // A tool may have wrapped the handlers in their layers.
  if (kept.length === 0 || left.size >= new Set(handlers).size) return { methods, handlers }
  const isSeveral = methods.length > 1
  return {
    methods: isSeveral ? methods.filter((method) => isLeft(method, inner)) : methods,
    handlers: kept,
  }
}

function isLeft(method: string, inner: Layers): boolean {
  const name = method === 'ALL' ? undefined : method.toLowerCase()
  return inner.some((layer) => layer.method === name)
}
