// The types that differ between dialects, for the tables of `shared/dialect.ts`.

import type { LocalsRecord } from './shared/express-namespace.ts'
import type {
  Application as V3Application,
  Request as V3Request,
  Response as V3Response,
} from './v3/public.ts'
import type { Route as V3Route } from './v3/route.ts'
import type { RouteParameters as V3RouteParameters } from './v3/route-parameters.ts'
import type { Router as V3Router } from './v3/router.ts'
import type { StackEntry as V3Layer } from './v3/use.ts'
import type {
  Application as V4Application,
  Request as V4Request,
  Response as V4Response,
} from './v4/public.ts'
import type { RouteParameters as V4RouteParameters } from './v4/route-parameters.ts'
import type { IRoute as V4IRoute, Layer as V4Layer, Router as V4Router } from './v4/router.ts'
import type { V5Path } from './v5/old-patterns.ts'
import type {
  Application as V5Application,
  Request as V5Request,
  Response as V5Response,
  RunningApplication as V5RunningApplication,
} from './v5/public.ts'
import type { RouteParameters as V5RouteParameters } from './v5/route-parameters.ts'
import type { IRoute as V5IRoute, Layer as V5Layer, Router as V5Router } from './v5/router.ts'

declare module './shared/dialect.ts' {
  interface Dialects {
    '5.x': DialectTypes<
      V5Application,
      V5RunningApplication,
      V5Router,
      V5Request,
      V5Response,
      V5Layer,
      unknown
    >
    '4.x': DialectTypes<
      V4Application,
      V4Application,
      V4Router,
      V4Request,
      V4Response,
      V4Layer,
      void
    >
    '3.x': DialectTypes<V3Application, V3Application, V3Router, V3Request, V3Response, V3Layer, any>
  }
  interface Requests<P, ResBody, ReqBody, ReqQuery, LocalsObj extends LocalsRecord> {
    '5.x': V5Request<P, ResBody, ReqBody, ReqQuery, LocalsObj>
    '4.x': V4Request<P, ResBody, ReqBody, ReqQuery, LocalsObj>
    '3.x': V3Request<P, ResBody, ReqBody, ReqQuery, LocalsObj>
  }
  interface Responses<ResBody, LocalsObj extends LocalsRecord> {
    '5.x': V5Response<ResBody, LocalsObj>
    '4.x': V4Response<ResBody, LocalsObj>
    '3.x': V3Response<ResBody, LocalsObj>
  }
  interface Routes<Path extends string, Parent> {
    '5.x': V5IRoute<Path, Parent>
    '4.x': V4IRoute<Path, Parent>
    '3.x': V3Route
  }
  interface Parameters<Path extends string> {
    '5.x': V5RouteParameters<Path>
    '4.x': V4RouteParameters<Path>
    '3.x': V3RouteParameters<Path>
  }
  interface Paths<Path> {
    '5.x': V5Path<Path>
    '4.x': Path
    '3.x': Path
  }
}

interface DialectTypes<Application, RunningApplication, Router, Request, Response, Layer, Result> {
  application: Application
  /** The type of `req.app`. */
  running: RunningApplication
  router: Router
  request: Request
  response: Response
  layer: Layer
  /** The return type of handlers, as in `@types/express`. */
  result: Result
}
