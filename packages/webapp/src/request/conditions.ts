import type isFresh from 'fresh'
import type parseRange from 'range-parser'
import type { Req, Res } from '../http/exchange.ts'
import { hasPristineReader, isConditional } from '../node/index.ts'

/** The headers of a response that `fresh` compares with those of the request. */
export interface Validators {
  /** The methods whose responses a client may store and ask for again. */
  readonly methods: readonly (string | undefined)[]
  readonly read: (res: Res) => Parameters<typeof isFresh>[1]
  /** Whether the program sees no difference if `read` is not called. */
  readonly isUnobserved: (res: Res) => boolean
}

const byMember: Validators = {
  methods: ['GET', 'HEAD', 'QUERY'],
  read: (res) => ({ etag: res.get('ETag'), 'last-modified': res.get('Last-Modified') }),
  isUnobserved: (res) => hasPristineReader(res, 'get'),
}

/** `req.range`, `req.fresh`, `req.stale` and `req.xhr`. */
export function createConditions(
  fresh: typeof isFresh,
  readRange: typeof parseRange,
  validators = byMember,
) {
  /**
   * Whether `fresh` may leave out its calls of `getHeader`. Express makes them for every
   * request, and a tool that replaced `getHeader` must see them. Express does not speak HTTP/2.
   */
  const isUnobserved = ({ httpVersionMajor, res }: Req) =>
    httpVersionMajor > 1 || validators.isUnobserved(res)
  return {
    range(this: Req, size: number, options?: { combine?: boolean }) {
      const range = this.get('Range')
      if (!range) return undefined
      return readRange(size, range, options)
    },

    /** Whether the client's cached copy equals the response that the handler prepared. */
    get fresh(): boolean {
      const req = this as unknown as Req
      const { method, res } = req
      if (!isConditional(req) && isUnobserved(req)) return false
      if (!validators.methods.includes(method)) return false
      const status = res.statusCode
      if (!(status >= 200 && status < 300) && status !== 304) return false
      return fresh(req.headers, validators.read(res))
    },

    get stale(): boolean {
      return !(this as unknown as Req).fresh
    },

    get xhr(): boolean {
      const value = (this as unknown as Req).get('X-Requested-With')
      return String(value ?? '').toLowerCase() === 'xmlhttprequest'
    },
  }
}
