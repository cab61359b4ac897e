import { deprecate } from '../../../errors/deprecation.ts'
import type { Middleware } from './handler.ts'

/**
 * `webapp.staticCache(options)`: marks requests as misses of a cache. In 3.21 `static` no longer
 * fills the cache of Express, so there are no hits, and the options have no effect.
 */
export function staticCache(_options?: object): Middleware {
  deprecate('staticCache: use varnish or similar reverse proxy caches')
  return function staticCache(req, res, next) {
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (isRead && !req.headers.range) res.setHeader('X-Cache', 'MISS')
    next()
  }
}
