import { inspect } from 'node:util'

const names = new WeakMap<object, string>()

/** Gives a route the name of its options. Other arguments are ignored, as Express ignores them. */
export function nameRoute(route: object, path: unknown, options: unknown): void {
  if (typeof options !== 'object' || options === null || !Object.hasOwn(options, 'name')) return
  const { name } = options as { readonly name?: unknown }
  if (name === undefined) return
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(
      `route(${inspect(path)}): the name must be a string that is not empty, got ${inspect(name)}`,
    )
  }
  names.set(route, name)
}

/** The name of a route; undefined if it has none. */
export function routeNameOf(route: object): string | undefined {
  return names.get(route)
}
