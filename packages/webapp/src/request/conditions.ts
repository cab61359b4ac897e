import type isFresh from 'fresh'
import type parseRange from 'range-parser'
import type { Req } from '../http/exchange.ts'
import { isConditional } from '../node/request/raw-headers.ts'
import { hasPristineGetter } from '../node/response/pristine.ts'

/**
 * Whether `fresh` may leave out its calls of `getHeader`. The original makes them for every request,
 * and a tool that replaced `getHeader` must see them. The original does not speak HTTP/2.
 */
function isUnobserved({ httpVersionMajor, res }: Req): boolean {
  return httpVersionMajor > 1 || hasPristineGetter(res)
}

/** `req.range`, `req.fresh`, `req.stale` and `req.xhr`. */
export function createConditions(fresh: typeof isFresh, readRange: typeof parseRange) {
  return {
    range(this: Req, size: number, options?: { combine?: boolean }) {
      const { range } = this.headers
      if (!range) return undefined
      return readRange(size, range, options)
    },

    /** Whether the client's cached copy equals the response that the handler prepared. */
    get fresh(): boolean {
      const req = this as unknown as Req
      const { method, res } = req
      if (!isConditional(req) && isUnobserved(req)) return false
      if (method !== 'GET' && method !== 'HEAD') return false
      const status = res.statusCode
      if (!(status >= 200 && status < 300) && status !== 304) return false
      return fresh(req.headers, {
        etag: res.get('ETag'),
        'last-modified': res.get('Last-Modified'),
      })
    },

    get stale(): boolean {
      return !(this as unknown as Req).fresh
    },

    get xhr(): boolean {
      const value = (this as unknown as Req).headers['x-requested-with']
      return String(value ?? '').toLowerCase() === 'xmlhttprequest'
    },
  }
}
