import type { Req } from '../../http/exchange.ts'

/** A request of a dialect that has `req.param`. */
export interface ParamRequest extends Req {
  body?: Record<string, unknown>
}

/** A value by name: from the path parameters, else the body, else the query. */
export function lookUp(req: ParamRequest, name: string, fallback: unknown): unknown {
  const { params, body, query } = req
  if (params && params[name] != null && Object.hasOwn(params, name)) return params[name]
  if (body && body[name] != null) return body[name]
  if (query && query[name] != null) return query[name]
  return fallback
}
