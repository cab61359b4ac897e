// biome-ignore-all lint/correctness/useImportExtensions: these run as they are written, when built.
import type { Closable, ShutdownOptions } from '../types/shared/lifecycle.ts'
import type { shutdown as Shutdown } from './closing/shutdown.ts'
import type { printRoutes as PrintRoutes, routes as Routes } from './route-list/routes.ts'

type Listing = { routes: typeof Routes; printRoutes: typeof PrintRoutes }
type Closing = { shutdown: typeof Shutdown }

// What a factory can do beside making applications. It is loaded with the first call: a program that
// starts has other things to do.

/** `webapp.routes`: what an application answers, as a list. */
export function routes(app: object): ReturnType<typeof Routes> {
  return (require('./route-list/routes.js') as Listing).routes(app)
}

/** `webapp.printRoutes`: the same as text, for people. */
export function printRoutes(app: object): string {
  return (require('./route-list/routes.js') as Listing).printRoutes(app)
}

/** `webapp.shutdown`: closes applications when the process is told to end. */
export function shutdown(
  apps: Closable | readonly Closable[],
  options: ShutdownOptions = {},
): () => void {
  return (require('./closing/shutdown.js') as Closing).shutdown(apps, options)
}
