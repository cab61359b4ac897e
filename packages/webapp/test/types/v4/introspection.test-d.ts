import type { RouteInfo, Webapp } from '../../../src/types/v4/public.ts'
import { exactly } from '../equal.ts'

declare const webapp: Webapp
exactly<RouteInfo[]>()(webapp.routes(webapp()))
exactly<RouteInfo[]>()(webapp.routes(webapp.Router()))
exactly<string>()(webapp.printRoutes(webapp()))
// @ts-expect-error neither an application nor a router
webapp.routes('app')
