// biome-ignore-all lint/correctness/useImportExtensions: these run as they are written, when built.
import type { Application } from './application.ts'

type InjectModule = typeof import('../adapters/inject.ts')
type FetchModule = typeof import('../adapters/fetch.ts')

// The adapters are loaded with the first call: a program that listens never needs them.

/** Answers a request without a network. */
export function inject(
  this: Application,
  options: Parameters<InjectModule['inject']>[1],
): ReturnType<InjectModule['inject']> {
  const adapter = require('../adapters/inject.js') as InjectModule
  return adapter.inject(this, options)
}

/** Answers a web Request with a web Response. */
export function fetch(
  this: Application,
  request: Request,
  options?: Parameters<FetchModule['answerFetch']>[2],
): Promise<Response> {
  // Servers take a function and call it on nothing.
  if (typeof this !== 'function') return Promise.reject(new TypeError(UNBOUND))
  const adapter = require('../adapters/fetch.js') as FetchModule
  return adapter.answerFetch(this, request, options)
}

const UNBOUND = 'app.fetch must be called on its application: write (request) => app.fetch(request)'
