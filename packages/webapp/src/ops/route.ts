import type { IncomingMessage } from 'node:http'

/** The fields of a request in a route of any dialect. */
interface RoutedRequest extends IncomingMessage {
  readonly baseUrl?: string
  readonly originalUrl?: string
  readonly route?: { readonly path?: unknown }
}

/** The method and route of a request, such as 'GET /users/:id', or its path without the query. */
export function describeRoute(req: IncomingMessage): string {
  const { method, baseUrl = '', route, originalUrl, url } = req as RoutedRequest
  if (route?.path !== undefined) return `${method} ${baseUrl}${[route.path].flat().join(', ')}`
  const [path = ''] = String(originalUrl ?? url).split('?', 1)
  // A path is any text that the client sent, and the report is a line of a log.
  return `${method} ${path.replace(/[\p{Cc}\u2028\u2029]/gu, '?')}`
}
