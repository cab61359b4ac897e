import type { NextHandleFunction } from '../../src/types/handlers.ts'
import type { Application, Express } from '../../src/types/v3-application.ts'
import type { Request } from '../../src/types/v3-request.ts'
import type { Response } from '../../src/types/v3-response.ts'
import type { RouteConstructor } from '../../src/types/v3-route.ts'
import type { RouterConstructor } from '../../src/types/v3-router.ts'

/** What the tests know of the 3.x factory. */
export interface Webapp {
  (): Express
  createServer(): Express
  application: Application
  request: Request
  response: Response
  Route: RouteConstructor
  Router: RouterConstructor
  mime: { lookup(path: string): string }
  static: {
    (root: string, options?: object): NextHandleFunction
    mime: { lookup(path: string): string }
  }
}
