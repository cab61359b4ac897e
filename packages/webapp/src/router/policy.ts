import type { Req, Res } from '../http/exchange.ts'
import type { DialectMembers } from '../members/dialect-members.ts'
import type { AnyHandler } from './handlers.ts'
import type { Layer } from './layer.ts'
import type { RouteClass } from './route.ts'

export interface PatternOptions {
  readonly sensitive: boolean
  readonly strict: boolean
  /** Whether the pattern must reach to the end of the path (routes) or may own a prefix (mounts). */
  readonly end: boolean
  /** Whether its parameters are merged with others now, so that nobody sees them but in a copy. */
  readonly isMerged?: () => boolean
}

/** The answers in which the routers of the dialects differ. */
export interface RouterPolicy {
  /** The members that the handlers of these routers expect, in applications of any dialect. */
  readonly members: DialectMembers
  /** A layer for a path as users write it: a pattern, a regular expression, or a list of them. */
  readonly createLayer: (path: unknown, options: PatternOptions, handle: AnyHandler) => Layer
  readonly Route: RouteClass
  /** The name of the handler that runs a route, which people find in the stack. */
  readonly routeHandlerName: string
  /** Hands over the functions among the arguments of `router.use(…)`. */
  readonly eachMiddleware: (
    args: readonly unknown[],
    register: (handler: AnyHandler) => void,
  ) => void
  /** The characters that may follow a mount path in the URL. */
  readonly mountBoundaries: string
  /** Answers OPTIONS with the methods of routes that have no handler for it. */
  readonly answerOptions: (res: Res, methods: readonly string[]) => void
  /** Whether a rejected promise of a handler goes to `next(err)`. */
  readonly catchesRejections: (req: Req) => boolean
}
