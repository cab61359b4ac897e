// biome-ignore-all lint/correctness/useImportExtensions: these run as they are written, when built.
import type { answerFetch } from '../adapters/fetch.ts'
import type { inject as injectInto } from '../adapters/inject.ts'
import type { Application } from './application.ts'

type Inject = typeof injectInto
type AnswerFetch = typeof answerFetch

// The adapters are loaded with the first call: a program that listens never needs them.

/** Answers a request without a network. */
export function inject(this: Application, options: Parameters<Inject>[1]): ReturnType<Inject> {
  const adapter = require('../adapters/inject.js') as { inject: Inject }
  return adapter.inject(this, options)
}

/** Answers a web Request with a web Response. */
export function fetch(
  this: Application,
  request: Request,
  options?: Parameters<AnswerFetch>[2],
): Promise<Response> {
  // Servers take a function and call it on nothing.
  if (typeof this !== 'function') return Promise.reject(new TypeError(UNBOUND))
  const adapter = require('../adapters/fetch.js') as { answerFetch: AnswerFetch }
  return adapter.answerFetch(this, request, options)
}

const UNBOUND = 'app.fetch must be called on its application: write (request) => app.fetch(request)'
