// ESM entry of `v5.ts`: the same instance, with its members as named exports.
import webapp from './v5.ts'

export default webapp
export const { application, request, response, Route, Router, json, raw, text, urlencoded } = webapp
export const { printRoutes, routes, shutdown } = webapp
const serveStatic = webapp.static

export { serveStatic as static }

/** The type of a router; `Router` also names the function. */
export type Router<Parent = unknown> = webapp.Router<Parent>
export type * from './types/v5/public.ts'
