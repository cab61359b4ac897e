// biome-ignore-all lint/complexity/noBannedTypes: people write {} for no parameters.
// biome-ignore-all lint/suspicious/noExplicitAny: these types are any, and the test says so.
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type {
  Application,
  CloseOptions,
  CloseReport,
  Method,
  NextFunction,
  NextHandleFunction,
  ParamsDictionary,
  ParsedQs,
  Request,
  Response,
  Router,
  RunningApplication,
  TemplateEngine,
} from '../../../src/types/v5/public.ts'
import type { Added, Equal, Expect } from '../equal.ts'

// All members of each, so that a new one has to be written down here, with its type below.
export type Members = [
  Expect<
    Equal<
      Added<Request, IncomingMessage, Express.Request>,
      | ('accepts' | 'acceptsCharsets' | 'acceptsEncodings' | 'acceptsLanguages' | 'get' | 'header')
      | ('is' | 'range' | 'app' | 'baseUrl' | 'body' | 'cookies' | 'fresh' | 'host' | 'hostname')
      | ('ip' | 'ips' | 'next' | 'originalUrl' | 'params' | 'path' | 'protocol' | 'query' | 'res')
      | ('route' | 'secure' | 'signedCookies' | 'stale' | 'subdomains' | 'xhr')
      | ('accepted' | 'param' | 'signal')
    >
  >,
  Expect<
    Equal<
      Added<Response, ServerResponse, Express.Response>,
      | ('append' | 'attachment' | 'clearCookie' | 'contentType' | 'cookie' | 'download' | 'format')
      | (
          | 'get'
          | 'header'
          | 'json'
          | 'jsonp'
          | 'links'
          | 'location'
          | 'redirect'
          | 'render'
          | 'send'
        )
      | ('sendFile' | 'sendStatus' | 'set' | 'status' | 'type' | 'vary' | 'app' | 'locals')
      | ('charset' | 'sendfile')
    >
  >,
  Expect<
    Equal<
      Exclude<Added<Application, EventEmitter, Express.Application>, Method>,
      | ('all' | 'use' | 'route' | 'param' | 'set' | 'enable' | 'disable' | 'enabled' | 'disabled')
      | ('engine' | 'render' | 'path' | 'listen' | 'handle' | 'init' | 'defaultConfiguration')
      | ('locals' | 'mountpath' | 'parent' | 'request' | 'response' | 'router' | 'settings')
      | ('cache' | 'engines' | 'close' | 'closing')
      | ('inject' | 'fetch' | 'url' | 'remove')
      | ('_router' | 'map' | 'resource' | 'routes' | 'stack')
    >
  >,
  Expect<
    Equal<
      Exclude<keyof Router, Method>,
      | ('all' | 'use' | 'route' | 'param' | 'handle' | 'stack' | 'params')
      | ('caseSensitive' | 'mergeParams' | 'strict' | 'url' | 'remove')
    >
  >,
]

export type RequestMembers = [
  Expect<Equal<Request['app'], RunningApplication>>,
  Expect<Equal<Request['baseUrl'], string>>,
  Expect<Equal<Request['body'], any>>,
  Expect<Equal<Request['cookies'], any>>,
  Expect<Equal<Request['fresh'], boolean>>,
  Expect<Equal<Request['host'], string>>,
  Expect<Equal<Request['hostname'], string>>,
  Expect<Equal<Request['ip'], string | undefined>>,
  Expect<Equal<Request['ips'], string[]>>,
  Expect<Equal<Request['method'], string>>,
  Expect<Equal<Request['next'], NextFunction | undefined>>,
  Expect<Equal<Request['originalUrl'], string>>,
  Expect<Equal<Request['params'], ParamsDictionary>>,
  Expect<Equal<Request['path'], string>>,
  Expect<Equal<Request['protocol'], string>>,
  Expect<Equal<Request['query'], ParsedQs>>,
  Expect<Equal<Request['res'], Response | undefined>>,
  Expect<Equal<Request['route'], any>>,
  Expect<Equal<Request['secure'], boolean>>,
  Expect<Equal<Request['signal'], AbortSignal>>,
  Expect<Equal<Request['signedCookies'], any>>,
  Expect<Equal<Request['stale'], boolean>>,
  Expect<Equal<Request['subdomains'], string[]>>,
  Expect<Equal<Request['url'], string>>,
  Expect<Equal<Request['xhr'], boolean>>,
  Expect<Equal<Request['accepted'], never>>,
  Expect<Equal<Request['param'], never>>,
  // The type arguments, in the order that people know.
  Expect<Equal<Request<{ id: string }>['params'], { id: string }>>,
  Expect<
    Equal<NonNullable<Request<{}, string>['res']>['json'], (body?: string) => Response<string>>
  >,
  Expect<Equal<Request<{}, {}, { name: string }>['body'], { name: string }>>,
  Expect<Equal<Request<{}, {}, {}, { page: '1' }>['query'], { page: '1' }>>,
]

export type ResponseMembers = [
  Expect<Equal<Response['app'], RunningApplication>>,
  Expect<Equal<Response['headersSent'], boolean>>,
  Expect<Equal<Response['req'], Request>>,
  Expect<Equal<Response['locals']['anything'], any>>,
  Expect<Equal<Parameters<Response['send']>, [body?: any]>>,
  Expect<Equal<Parameters<Response['json']>, [body?: any]>>,
  Expect<Equal<Parameters<Response['jsonp']>, [body?: any]>>,
  Expect<Equal<Parameters<Response<string>['send']>, [body?: string]>>,
  Expect<Equal<Response<any, { user: string }>['locals']['user'], string>>,
  Expect<Equal<Parameters<Response<any, any, 200 | 404>['status']>, [code: 200 | 404]>>,
  Expect<Equal<Parameters<Response<any, any, 200 | 404>['sendStatus']>, [code: 200 | 404]>>,
  Expect<Equal<Response['charset'], never>>,
  Expect<Equal<Response['sendfile'], never>>,
]

export type ApplicationMembers = [
  Expect<Equal<Application['cache'], Record<string, unknown>>>,
  Expect<Equal<Parameters<Application['close']>, [options?: CloseOptions]>>,
  Expect<Equal<ReturnType<Application['close']>, Promise<CloseReport>>>,
  Expect<Equal<Application['closing'], boolean>>,
  Expect<Equal<Application['engines'], Record<string, TemplateEngine>>>,
  Expect<Equal<Application['locals']['anything'], any>>,
  Expect<Equal<Application<{ title: string }>['locals']['title'], string>>,
  Expect<Equal<Application['mountpath'], string | string[]>>,
  Expect<Equal<Application['parent'], RunningApplication | undefined>>,
  Expect<Equal<Application['request'], Request>>,
  Expect<Equal<Application['response'], Response>>,
  Expect<Equal<Application['router'], Router>>,
  Expect<Equal<Application['settings']['env'], any>>,
  Expect<Equal<Application['settings']['anything'], any>>,
  Expect<Equal<ReturnType<Application['listen']>, Server>>,
  Expect<Equal<Application['_router'], never>>,
  Expect<Equal<Application['stack'], never>>,
  Expect<Equal<Router['handle'], NextHandleFunction>>,
  Expect<Equal<Router['strict'], boolean | undefined>>,
]

declare const req: Request
declare const res: Response
declare const app: Application
// Members of older dialects are known, so that hovering tells what to use, but of no use.
// @ts-expect-error gone since 4.x
req.accepted.length
// @ts-expect-error gone since 5.x
req.param('id')
// @ts-expect-error gone since 4.x
res.charset.length
// @ts-expect-error gone since 5.x
res.sendfile('a')
// @ts-expect-error gone since 5.x
app._router.stack
// @ts-expect-error gone since 4.x
app.routes.get
// @ts-expect-error gone since 5.x
app.del('/', () => {})
// @ts-expect-error gone since 5.x
app.param((name: string) => name)
// @ts-expect-error gone since 5.x
req.acceptsCharset('utf-8')
// @ts-expect-error computed
req.hostname = 'a'
// @ts-expect-error computed
req.path = '/'
// @ts-expect-error one of the two statuses that were promised
;(res as Response<any, any, 200 | 404>).status(500)
