import { forwardIfRejects } from '../errors/callback-errors.ts'
import { httpError } from '../errors/http-error.ts'
import type { Handler, Res } from '../http/exchange.ts'

/** `res.format(handlers)`; `mediaTypeOf` converts an extension to a media type. */
export function createFormat(mediaTypeOf: (name: string) => string) {
  return {
    format(this: Res, handlers: Record<string, Handler | undefined>): Res {
      const { req } = this
      const { next } = req
      const types = Object.keys(handlers).filter((name) => name !== 'default')
      const chosen = types.length > 0 ? req.accepts(types) : false
      this.vary('Accept')
      if (typeof chosen === 'string') {
        this.set('Content-Type', mediaTypeOf(chosen))
        forwardIfRejects(handlers[chosen]?.(req, this, next), req, next)
      } else if (handlers.default) forwardIfRejects(handlers.default(req, this, next), req, next)
      else next(httpError(406, undefined, { types: types.map(mediaTypeOf) }))
      return this
    },
  }
}
