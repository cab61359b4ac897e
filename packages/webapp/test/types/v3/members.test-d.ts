import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  Application,
  Method,
  Request,
  Response,
  Router,
} from '../../../src/types/v3/public.ts'
import type { Added, Equal, Expect } from '../equal.ts'

// All members of each, so that a new one has to be written down here.
export type Members = [
  Expect<
    Equal<
      Added<Request, IncomingMessage, Express.Request>,
      | ('accepted' | 'acceptedCharsets' | 'acceptedEncodings' | 'acceptedLanguages' | 'accepts')
      | (
          | 'acceptsCharset'
          | 'acceptsEncoding'
          | 'acceptsLanguage'
          | 'get'
          | 'header'
          | 'is'
          | 'param'
        )
      | ('range' | 'app' | 'body' | 'cookies' | 'fresh' | 'host' | 'ip' | 'ips' | 'next' | 'params')
      | (
          | 'originalUrl'
          | 'path'
          | 'protocol'
          | 'query'
          | 'res'
          | 'route'
          | 'secure'
          | 'signedCookies'
        )
      | ('signal' | 'stale' | 'subdomains' | 'xhr')
      // From its middleware.
      | (
          | 'auth'
          | 'clearTimeout'
          | 'csrfToken'
          | 'files'
          | 'originalMethod'
          | 'remoteUser'
          | 'session'
        )
      | ('sessionID' | 'timedout')
    >
  >,
  Expect<
    Equal<
      Added<Response, ServerResponse, Express.Response>,
      | ('app' | 'attachment' | 'charset' | 'clearCookie' | 'contentType' | 'cookie' | 'download')
      | (
          | 'format'
          | 'get'
          | 'header'
          | 'headerSent'
          | 'json'
          | 'jsonp'
          | 'links'
          | 'locals'
          | 'location'
        )
      | ('redirect' | 'render' | 'send' | 'sendfile' | 'set' | 'status' | 'type' | 'vary')
    >
  >,
  Expect<
    Equal<
      Exclude<Added<Application, EventEmitter, Express.Application>, Method>,
      | ('all' | 'configure' | 'del' | 'use' | 'param' | 'set' | 'enable' | 'disable' | 'enabled')
      | ('disabled' | 'engine' | 'render' | 'path' | 'listen' | 'handle' | 'init')
      | ('defaultConfiguration' | 'locals' | 'route' | 'routes' | 'router' | '_router' | 'stack')
      | ('parent' | 'request' | 'response' | 'settings' | 'cache' | 'engines' | 'close' | 'closing')
      | ('inject' | 'fetch' | 'url' | 'remove' | 'namedRoute')
    >
  >,
  Expect<
    Equal<
      Exclude<keyof Router, Method>,
      | ('all' | 'param' | 'route' | 'match' | 'matchRequest' | 'middleware' | 'map' | 'params')
      | ('_params' | 'caseSensitive' | 'strict' | 'url' | 'remove' | 'namedRoute')
    >
  >,
]

declare const req: Request
declare const res: Response
declare const app: Application
// @ts-expect-error came with 4.x
req.baseUrl
// @ts-expect-error came with 4.x
req.acceptsCharsets('utf-8')
// @ts-expect-error came with 4.x
res.sendFile('/a')
// @ts-expect-error came with 4.x
res.sendStatus(200)
// @ts-expect-error came with 4.x
app.route('/').get(() => {})
