import type { RouteInfo, Webapp } from '../../../src/types/v5/public.ts'
import { exactly } from '../equal.ts'

declare const webapp: Webapp
exactly<RouteInfo[]>()(webapp.routes(webapp()))
exactly<RouteInfo[]>()(webapp.routes(webapp.Router()))
exactly<string>()(webapp.printRoutes(webapp()))
// @ts-expect-error neither an application nor a router
webapp.routes('app')

declare const route: RouteInfo
exactly<string>()(route.method)
exactly<string>()(route.path)
exactly<'5.x' | '4.x' | '3.x' | undefined>()(route.dialect)
exactly<readonly string[]>()(route.handlers)
exactly<string | undefined>()(route.location)
