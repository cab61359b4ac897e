import { foldsCase } from '../../http/usual-paths.ts'
import { evadesEntries } from '../../router/evasion.ts'
import { methodName } from '../../router/methods.ts'
import { fitsPatterns } from '../../router/param-patterns.ts'
import { Route } from './route.ts'

interface Routes {
  readonly caseSensitive: unknown
  readonly strict: unknown
}

/** A search for the route of a request, and its result. */
interface RouteSearch {
  /** The routes by method. */
  readonly map: Readonly<Record<string, readonly Route[]>>
  readonly method: string
  readonly path: string
  readonly start: number
  readonly route: Route | undefined
  /** The index of `route` in the list of its method. */
  readonly index: number
}

/** Whether the search went past a route that handles the usual spelling of the path. */
export function evadesRoutes(routes: Routes, search: RouteSearch): boolean {
  const { map, path, start: from, route, index } = search
  const withoutCase =
    foldsCase && routes.caseSensitive ? (entry: Route) => ignoringCase(entry, routes) : undefined
  const meet = (entry: Route, spelling: string) => {
    const params = meetRoute(entry, spelling)
    return fitsPatterns(routes, params) ? params : undefined
  }
  for (const name of searchedMethods(search.method)) {
    const list = Object.hasOwn(map, name) ? (map[name] ?? []) : []
    const to = route?.method === name ? index + 1 : list.length
    if (evadesEntries({ list, from, to, path, meet, withoutCase })) return true
    if (route?.method === name) return false
  }
  return false
}

/** HEAD is handled by the routes of GET, if it has none of its own. */
function searchedMethods(method: string): readonly string[] {
  const name = methodName(method)
  return name === 'head' ? ['head', 'get'] : [name]
}

function meetRoute(route: Route, path: string): object | undefined {
  try {
    return route.match(path) ? route.params : undefined
  } catch {
    return undefined
  }
}

function ignoringCase(route: Route, { strict }: Routes): Route {
  return new Route(route.method, route.path, route.callbacks, { sensitive: false, strict })
}
