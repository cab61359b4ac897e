// ESM entry of `v3.ts`: the same instance, with its members as named exports. Members that load a
// module or a package on first access, such as `csrf` and `session`, are on the default export only.
// A named export would load them at once, and fail if a package is not installed.
import webapp from './v3.ts'

export default webapp
export const { application, createServer, mime, request, response, Route, Router } = webapp
export const { basicAuth, bodyParser, cookieParser, errorHandler, json, limit, logger } = webapp
export const { methodOverride, multipart, query, urlencoded } = webapp
export const { printRoutes, routes, shutdown } = webapp
const serveStatic = webapp.static

export { serveStatic as static }

/** The type of a route; `Route` also names the class. */
export type Route = webapp.Route
/** The type of a router; `Router` also names the class. */
export type Router = webapp.Router
export type * from './types/v3/public.ts'
