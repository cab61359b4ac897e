// biome-ignore-all lint/correctness/useImportExtensions: the built program runs these paths as they are.
import type { Closable, ShutdownOptions } from '../types/shared/lifecycle.ts'
import type { closeOnSignal } from './closing/shutdown.ts'
import type { formatRoutes, listRoutes } from './route-list/routes.ts'

type RouteList = { listRoutes: typeof listRoutes; formatRoutes: typeof formatRoutes }
type Closing = { closeOnSignal: typeof closeOnSignal }

// Functions of a factory that the first call loads, because few programs use them at start-up.

/** `webapp.routes`: the routes of an application as a list. */
export function routes(app: object): ReturnType<typeof listRoutes> {
  return (require('./route-list/routes.js') as RouteList).listRoutes(app)
}

/** `webapp.printRoutes`: the routes of an application as a tree in text. */
export function printRoutes(app: object): string {
  return (require('./route-list/routes.js') as RouteList).formatRoutes(app)
}

/** `webapp.shutdown`: closes applications when the process receives a signal to end. */
export function shutdown(
  apps: Closable | readonly Closable[],
  options: ShutdownOptions = {},
): () => void {
  return (require('./closing/shutdown.js') as Closing).closeOnSignal(apps, options)
}
