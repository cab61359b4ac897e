// ESM entry of `v4.ts`: the same instance, with its members as named exports.
import webapp from './v4.ts'

export default webapp
export const { application, request, response, Route, Router } = webapp
export const { json, query, raw, text, urlencoded } = webapp
export const { printRoutes, routes, shutdown } = webapp
const serveStatic = webapp.static

export { serveStatic as static }

/** The type of a router; `Router` also names the function. */
export type Router<Parent = unknown> = webapp.Router<Parent>
export type * from './types/v4/public.ts'
