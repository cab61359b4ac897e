// biome-ignore-all lint/correctness/useImportExtensions: tsc does not rewrite `require` paths.
// knip sees by the types which exports the modules are loaded for.

import { replaceable } from '../../../members/expose.ts'
import { basicAuth } from './basic-auth.ts'
import { bodyParser, json, urlencoded } from './body-parser.ts'
import { cookieParser } from './cookie-parser.ts'
import { errorHandler } from './error-handler.ts'
import type { favicon } from './favicon.ts'
import { limit } from './limit.ts'
import { logger } from './logger.ts'
import { methodOverride } from './method-override.ts'
import { multipart } from './multipart.ts'
import { query } from './query.ts'
import type { responseTime } from './response-time.ts'
import type { staticCache } from './static-cache.ts'
import { loadSuccessor } from './successors.ts'
import type { vhost } from './vhost.ts'

type Load = () => unknown

/** Middleware of 3.x by name, in the order of Express, without `static`. */
const loaders: Readonly<Record<string, Load>> = {
  basicAuth: () => basicAuth,
  bodyParser: () => bodyParser,
  compress: () => loadSuccessor('compress'),
  cookieParser: () => cookieParser,
  cookieSession: () => require('./cookie-session.js').cookieSession,
  csrf: () => require('./csrf.js').csrf,
  directory: () => loadSuccessor('directory'),
  errorHandler: () => errorHandler,
  favicon: () => (require('./favicon.js') as { favicon: typeof favicon }).favicon,
  json: () => json,
  limit: () => limit,
  logger: () => logger,
  methodOverride: () => methodOverride,
  multipart: () => multipart,
  query: () => query,
  responseTime: () =>
    (require('./response-time.js') as { responseTime: typeof responseTime }).responseTime,
  session: () => loadSuccessor('session'),
  staticCache: () =>
    (require('./static-cache.js') as { staticCache: typeof staticCache }).staticCache,
  timeout: () => require('./timeout.js').timeout,
  urlencoded: () => urlencoded,
  vhost: () => (require('./vhost.js') as { vhost: typeof vhost }).vhost,
}

/**
 * The members for `Object.defineProperties(webapp, middleware)`. The first access of a member loads
 * its module or its package, unless most programs use it. As in Express, a program can assign to
 * every member.
 */
export const middleware: PropertyDescriptorMap = Object.fromEntries(
  Object.entries(loaders).map(([name, load]) => [name, replaceable(name, load, true)]),
)
