// biome-ignore-all lint/correctness/useImportExtensions: the built program runs these paths as they are.
import type { handleFetch } from '../adapters/fetch.ts'
import type { inject as injectInto } from '../adapters/inject.ts'
import type { Application } from './application.ts'

type Inject = typeof injectInto
type HandleFetch = typeof handleFetch

// The adapters are loaded by the first call, because a program that listens does not need them.

/** `app.inject`: sends a request to the application in memory. */
export function createInject(app: Application) {
  return function inject(options: Parameters<Inject>[1]): ReturnType<Inject> {
    const adapter = require('../adapters/inject.js') as { inject: Inject }
    return adapter.inject(app, options)
  }
}

/** `app.fetch`: takes a web Request and returns a web Response. */
export function createFetch(app: Application) {
  return function fetch(request: Request, options?: Parameters<HandleFetch>[2]): Promise<Response> {
    const adapter = require('../adapters/fetch.js') as { handleFetch: HandleFetch }
    return adapter.handleFetch(app, request, options)
  }
}
