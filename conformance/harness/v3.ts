import type { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Failure, Next, Req, Res } from './express.ts'
import type { Probe } from './probe.ts'
import { get } from './request.ts'
import { type Scenario, scenario } from './scenario.ts'

/** Scenarios hand over wrong types on purpose; `object` beside handlers keeps inline ones typed. */
export type V3Arg = V3Handler | object | string | number | bigint | boolean | null | undefined
type Open = (...args: V3Arg[]) => unknown

export type V3Handler = (req: V3Req, res: V3Res, next: Next) => unknown
type V3ErrorHandler = (error: Failure, req: V3Req, res: V3Res, next: Next) => unknown
type V3ParamHandler = (req: V3Req, res: V3Res, next: Next, value: string, name: string) => unknown

/** A record of `app.routes`. */
export interface V3Route {
  path: unknown
  method: string
  callbacks: unknown[]
  keys: unknown
  regexp: RegExp
  params: unknown
  match(path: string): unknown
}

/** Requests of 3.x: members that no later version has, or has in another form. */
export interface V3Req extends Omit<Req, 'params' | 'route' | 'app' | 'res'> {
  params: Record<string, unknown> & { readonly length: number }
  readonly route: V3Route
  readonly app: V3App
  readonly res: V3Res
  readonly accepted: readonly object[]
  readonly acceptedCharsets: unknown
  readonly acceptedEncodings: unknown
  readonly acceptedLanguages: unknown
  readonly auth: unknown
  files: unknown
  user: unknown
  remoteUser: unknown
  session: Record<string, unknown> | null
  _route_index: unknown
  _body: unknown
  acceptsCharset: Open
  acceptsEncoding: Open
  acceptsLanguage: Open
  param: Open
}

type Chained =
  | 'attachment'
  | 'clearCookie'
  | 'contentType'
  | 'cookie'
  | 'format'
  | 'header'
  | 'json'
  | 'jsonp'
  | 'links'
  | 'location'
  | 'send'
  | 'set'
  | 'status'
  | 'type'
  | 'vary'

export interface V3Res extends Omit<Res, Chained | 'app' | 'locals'> {
  charset?: unknown
  readonly app: V3App
  readonly headerSent: unknown
  locals: Locals
  sendfile: Open
  attachment(...args: V3Arg[]): V3Res
  clearCookie(...args: V3Arg[]): V3Res
  contentType(...args: V3Arg[]): V3Res
  cookie(...args: V3Arg[]): V3Res
  format(handlers: Record<string, (req: V3Req, res: V3Res, next: Next) => unknown>): V3Res
  header(...args: V3Arg[]): V3Res
  json(...args: V3Arg[]): V3Res
  jsonp(...args: V3Arg[]): V3Res
  links(...args: V3Arg[]): V3Res
  location(...args: V3Arg[]): V3Res
  send(...args: V3Arg[]): V3Res
  set(...args: V3Arg[]): V3Res
  status(...args: V3Arg[]): V3Res
  type(...args: V3Arg[]): V3Res
  vary(...args: V3Arg[]): V3Res
}

type Locals = ((values?: unknown) => unknown) & Record<string, unknown>
type Verb = 'all' | 'delete' | 'get' | 'head' | 'options' | 'patch' | 'post' | 'put'
type Verbs<Self> = { [verb in Verb]: (...args: V3Arg[]) => Self }

export interface V3Router extends Verbs<V3Router> {
  map: Record<string, V3Route[]>
  params: unknown
  _params: unknown[]
  caseSensitive: unknown
  strict: unknown
  middleware: V3Handler
  match(...args: V3Arg[]): V3Route | undefined
  matchRequest(...args: V3Arg[]): V3Route | undefined
  param(...args: unknown[]): V3Router
  route(...args: V3Arg[]): V3Router
  _options: Open
  _optionsFor(path: string): unknown
}

export interface V3App
  extends Verbs<V3App>,
    Pick<EventEmitter, 'on' | 'once' | 'emit' | 'listenerCount'> {
  (req: V3Req, res: V3Res, next?: Next): void
  readonly router: V3Handler
  _router: V3Router
  _usedRouter?: boolean
  stack: { route: string; handle: V3Handler }[]
  routes: Record<string, V3Route[]>
  /** The path it is mounted on. */
  route: unknown
  locals: Locals
  settings: Record<string, unknown>
  engines: Record<string, unknown>
  cache: Record<string, unknown>
  parent?: V3App
  request: Record<string, unknown>
  response: Record<string, unknown>
  use(...args: V3Arg[]): V3App
  param(...args: unknown[]): V3App
  configure(...args: unknown[]): V3App
  del(...args: V3Arg[]): V3App
  set(...args: V3Arg[]): V3App
  enable(name?: V3Arg): V3App
  disable(name?: V3Arg): V3App
  enabled(name?: V3Arg): unknown
  disabled(name?: V3Arg): unknown
  engine(...args: V3Arg[]): V3App
  render(...args: V3Arg[]): unknown
  path(): string
  handle(req: V3Req, res: V3Res, next?: Next): void
  listen(...args: V3Arg[]): Server
}

type Factory = (...args: unknown[]) => V3Handler
type Tokens = Record<string, (req: V3Req, res: V3Res, ...args: string[]) => unknown>

export interface V3Express {
  (): V3App
  createServer(...args: unknown[]): V3App
  readonly application: Record<string, unknown>
  readonly request: Record<string, unknown>
  readonly response: Record<string, unknown>
  readonly mime: { lookup(name: string): string } & Record<string, unknown>
  readonly Router: { new (options?: unknown): V3Router; prototype: Record<string, unknown> }
  readonly Route: { new (...args: unknown[]): V3Route; prototype: Record<string, unknown> }
  readonly basicAuth: Factory
  readonly bodyParser: Factory
  readonly compress: Factory
  readonly cookieParser: Factory & Record<string, (...args: unknown[]) => unknown>
  readonly cookieSession: Factory
  readonly csrf: Factory
  readonly directory: Factory
  readonly errorHandler: Factory & { title: string }
  readonly favicon: Factory
  readonly json: Factory
  readonly limit: Factory
  readonly logger: Factory & {
    token(name: string, token: Tokens[string]): unknown
    format(name: string, format: unknown): unknown
  } & Tokens
  readonly methodOverride: Factory
  readonly multipart: Factory
  readonly query: Factory
  readonly responseTime: Factory
  readonly session: Factory & Record<string, unknown>
  readonly staticCache: Factory
  readonly static: Factory & { readonly mime: unknown }
  readonly timeout: Factory
  readonly urlencoded: Factory
  readonly vhost: Factory
}

type Program = (
  express: V3Express,
  probe: Probe,
) => V3App | V3Handler | undefined | Promise<V3App | V3Handler | undefined>
type Details = Partial<Omit<Scenario, 'name' | 'app' | 'dialects'>>

export function scenario3(
  name: string,
  app: Program,
  requests: Scenario['requests'] = [],
  details: Details = {},
): Scenario {
  // The types of both dialects describe the same program; only its members have other names.
  const program = app as unknown as Scenario['app']
  return scenario(name, program, requests, { ...details, dialects: ['3.x'] })
}

/** One scenario for each handler, each in an app of its own; asked with `GET /` unless told. */
export function cases3(
  prefix: string,
  handlers: Record<string, (req: V3Req, res: V3Res, next: Next, probe: Probe) => unknown>,
  { requests = [get('/')], ...details }: Details = {},
): Scenario[] {
  return Object.entries(handlers).map(([label, handler]) =>
    scenario3(
      `${prefix} ${label}`,
      (express, probe) => {
        const app = express()
        return app.use((req, res, next) => handler(req, res, next, probe))
      },
      requests,
      details,
    ),
  )
}

/** One scenario for each program that only talks to its probe. */
export function probes3(
  prefix: string,
  programs: Record<string, (express: V3Express, probe: Probe) => unknown>,
  details: Details = {},
): Scenario[] {
  return Object.entries(programs).map(([label, program]) =>
    scenario3(
      `${prefix} ${label}`,
      async (express, probe) => {
        await program(express, probe)
        return undefined
      },
      [],
      details,
    ),
  )
}

/** Marks handlers with more arguments, whose parameters an open argument list cannot type. */
export function onError3(handler: V3ErrorHandler): V3ErrorHandler {
  return handler
}

export function onParam3(handler: V3ParamHandler): V3ParamHandler {
  return handler
}

/**
 * Runs something whose notice the original gives once in a process, from within itself: in which
 * scenario it comes depends on their order.
 */
export function withoutNotice<Value>(work: () => Value): Value {
  const listeners = process.listeners('deprecation' as never) as never[]
  process.removeAllListeners('deprecation')
  try {
    return work()
  } finally {
    for (const listener of listeners) process.on('deprecation' as never, listener)
  }
}
