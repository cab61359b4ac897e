// biome-ignore-all lint/correctness/useImportExtensions: these run as they are written, when built.
import type { handleFetch } from '../adapters/fetch.ts'
import type { inject as injectInto } from '../adapters/inject.ts'
import type { Application } from './application.ts'

type Inject = typeof injectInto
type HandleFetch = typeof handleFetch

// The adapters are loaded with the first call: a program that listens never needs them.

/** `app.inject`: answers a request without a network. */
export function createInject(app: Application) {
  return function inject(options: Parameters<Inject>[1]): ReturnType<Inject> {
    const adapter = require('../adapters/inject.js') as { inject: Inject }
    return adapter.inject(app, options)
  }
}

/** `app.fetch`: answers a web Request with a web Response. */
export function createFetch(app: Application) {
  return function fetch(request: Request, options?: Parameters<HandleFetch>[2]): Promise<Response> {
    const adapter = require('../adapters/fetch.js') as { handleFetch: HandleFetch }
    return adapter.handleFetch(app, request, options)
  }
}
