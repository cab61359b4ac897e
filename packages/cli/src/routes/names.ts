// The names of routes, and the URLs that handlers write with them.

const names = new WeakMap<object, string | undefined>()
const prototypes = new Set<object>()

/** The name of the routes that are being registered. */
let current: string | undefined

/** The name in the arguments of `route` or `namedRoute`, or that of the routes being registered. */
export function nameOf([, options]: readonly unknown[]): string | undefined {
  const { name } = (options ?? {}) as { readonly name?: unknown }
  return typeof name === 'string' ? name : current
}

/** Records the name of a route of 3.x. Returns whether it is the first one of its class. */
export function watchNamedRoute(route: object, name: string | undefined): boolean {
  names.set(route, name)
  const prototype: object = Object.getPrototypeOf(route)
  return !prototypes.has(prototype) && Boolean(prototypes.add(prototype))
}

/** Runs a function that registers handlers of such a route. */
export function startsNamedRoute<T>(route: object, register: () => T): T {
  current = names.get(route)
  try {
    return register()
  } finally {
    current = undefined
  }
}

const URL_CALL =
  /\b(?:app|router|(?:req|request|res|response|this)\.app)\.url\(\s*(['"`])([^'"`\\$\n]+)\1/g
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*$/gm

/** The names in calls such as `app.url('user', …)` in the source of a function. */
export function urlsIn(source: string): string[] {
  if (!source.includes('.url(')) return []
  const found = [...source.replace(COMMENTS, '').matchAll(URL_CALL)]
  return [...new Set(found.map(([, , name = '']) => name))]
}
