// biome-ignore-all lint/suspicious/noExplicitAny: these types are any, and the test says so.
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  Application,
  Errback,
  Method,
  Request,
  Response,
  Router,
} from '../../../src/types/v4/public.ts'
import type * as v5 from '../../../src/types/v5/public.ts'
import type { Added, Equal, Expect } from '../equal.ts'

// All members of each, told by what sets them apart from 5.x. A member that 5.x alone has is taken out
// here with Exclude.
export type Members = [
  Expect<
    Equal<
      Added<Request, IncomingMessage, Express.Request>,
      | Added<v5.Request, IncomingMessage, Express.Request>
      | ('acceptsCharset' | 'acceptsEncoding' | 'acceptsLanguage')
    >
  >,
  Expect<
    Equal<
      Added<Response, ServerResponse, Express.Response>,
      Added<v5.Response, ServerResponse, Express.Response>
    >
  >,
  Expect<
    Equal<
      Exclude<Added<Application, EventEmitter, Express.Application>, Method>,
      | Exclude<Added<v5.Application, EventEmitter, Express.Application>, Method>
      | ('del' | 'lazyrouter')
    >
  >,
  Expect<Equal<Exclude<keyof Router, Method>, Exclude<keyof v5.Router, Method> | '_params'>>,
  Expect<Equal<Request['app'], Application>>,
  Expect<Equal<Response['app'], Application>>,
  Expect<Equal<Response['req'], Request>>,
  Expect<Equal<Application['_router'], Router>>,
  Expect<Equal<Application['router'], never>>,
  Expect<Equal<Parameters<Response<any, any, 200 | 404>['status']>, [code: 200 | 404]>>,
  Expect<Equal<Errback, (err: Error) => void>>,
]

declare const req: Request
declare const res: Response
declare const app: Application
// @ts-expect-error gone since 4.x
req.accepted.length
// @ts-expect-error gone since 4.x
res.charset.length
// @ts-expect-error gone since 4.x
app.routes.get
// @ts-expect-error gone since 4.x
app.configure(() => {})
// @ts-expect-error throws since 4.x
app.use(app.router.stack)
