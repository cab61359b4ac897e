import { replaceable } from '../../../members/expose.ts'
import { basicAuth } from './basic-auth.ts'
import { bodyParser, json, urlencoded } from './body-parser.ts'
import { cookieParser } from './cookie-parser.ts'
import { loadCookieSession } from './cookie-session.ts'
import { errorHandler } from './error-handler.ts'
import { limit } from './limit.ts'
import { logger } from './logger.ts'
import { methodOverride } from './method-override.ts'
import { multipart } from './multipart.ts'
import { query } from './query.ts'
import { loadSuccessor } from './successors.ts'
import { loadVhost } from './vhost.ts'

type Load = () => unknown

/** Middleware of 3.x by name, in the order of the original, without `static`. */
const loaders: Readonly<Record<string, Load>> = {
  basicAuth: () => basicAuth,
  bodyParser: () => bodyParser,
  compress: () => loadSuccessor('compress'),
  cookieParser: () => cookieParser,
  cookieSession: loadCookieSession,
  csrf: () => loadSuccessor('csrf'),
  directory: () => loadSuccessor('directory'),
  errorHandler: () => errorHandler,
  favicon: () => loadSuccessor('favicon'),
  json: () => json,
  limit: () => limit,
  logger: () => logger,
  methodOverride: () => methodOverride,
  multipart: () => multipart,
  query: () => query,
  responseTime: () => loadSuccessor('responseTime'),
  session: () => loadSuccessor('session'),
  staticCache: refuseStaticCache,
  timeout: () => loadSuccessor('timeout'),
  urlencoded: () => urlencoded,
  vhost: loadVhost,
}

/**
 * The members for `Object.defineProperties(webapp, middleware)`. The first access of a member loads
 * its package. As in the original, every member can be replaced by assignment.
 */
export const middleware: PropertyDescriptorMap = Object.fromEntries(
  Object.entries(loaders).map(([name, load]) => [name, replaceable(name, load, true)]),
)

function refuseStaticCache(): never {
  throw new Error(
    'webapp.staticCache has no successor: webapp.static answers conditional requests, and a ' +
      'reverse proxy caches better than the process. Remove it.',
  )
}
