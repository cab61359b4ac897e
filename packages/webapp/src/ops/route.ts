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
  const path =
    route?.path === undefined
      ? (String(originalUrl ?? url).split('?', 1)[0] ?? '')
      : baseUrl + [route.path].flat().join(', ')
  // A path is any text that the client sent, and the report is a line of a log.
  return `${method} ${path.replace(/[\p{Cc}\u2028\u2029]/gu, '?')}`
}
