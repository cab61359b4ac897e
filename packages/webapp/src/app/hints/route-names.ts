import type { Req } from '../../http/exchange.ts'

/** The fields of a route of any dialect that hold its handlers. */
interface AnyRoute {
  readonly path?: unknown
  readonly stack?: readonly { readonly handle?: unknown }[]
  readonly callbacks?: readonly unknown[]
}

/** The route of a handler that handles a request, such as 'GET /users/:id'. */
export function quoteRoute(req: Req, handle: object): string {
  const { method, baseUrl = '' } = req
  const { path, stack = [], callbacks = [] } = (req.route ?? {}) as AnyRoute
  const isOfRoute = callbacks.includes(handle) || stack.some((layer) => layer.handle === handle)
  if (isOfRoute) return `${method} ${baseUrl}${[path].flat().join(', ')}`
  return `${method} ${pathOf(req)}`
}

/** The path of a request, without a query that may contain secrets. */
export function pathOf({ originalUrl = '' }: Req): string {
  return `${originalUrl.split('?', 1)[0]}`
}
