import type { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * Both sides as scenarios see them. Scenarios hand over wrong types on purpose, so arguments are
 * open; `object` beside `Handler` keeps the parameters of inline handlers typed.
 */
export type Arg = Handler | object | string | number | bigint | boolean | symbol | null | undefined

export type Next = (signal?: unknown) => void
export type Handler = (req: Req, res: Res, next: Next) => unknown
export type ErrorHandler = (error: Failure, req: Req, res: Res, next: Next) => unknown
export type ParamHandler = (req: Req, res: Res, next: Next, value: string, name: string) => unknown

/** What handlers read from errors, all of it unproven. */
export interface Failure extends Error {
  readonly status?: unknown
  readonly statusCode?: unknown
  readonly headers?: unknown
  readonly code?: unknown
}

type Open = (...args: Arg[]) => unknown

type Verb =
  | 'all'
  | 'checkout'
  | 'connect'
  | 'copy'
  | 'delete'
  | 'get'
  | 'head'
  | 'link'
  | 'lock'
  | 'm-search'
  | 'merge'
  | 'mkcol'
  | 'move'
  | 'options'
  | 'patch'
  | 'post'
  | 'propfind'
  | 'purge'
  | 'put'
  | 'query'
  | 'report'
  | 'search'
  | 'subscribe'
  | 'trace'
  | 'unlock'

type Verbs<Self> = { [verb in Verb]: (...args: Arg[]) => Self }

export interface Route extends Verbs<Route> {
  path: unknown
  stack: Layer[]
  methods: Record<string, boolean>
  dispatch(req: Req, res: Res, done: Next): void
}

export interface Layer {
  name: string
  handle: Handler & { stack?: Layer[] }
  route?: Route
  method?: string
  keys: unknown
  params: unknown
  path: unknown
  match?: (path: string) => boolean
}

interface Registrar<Self> extends Verbs<Self> {
  use(...args: Arg[]): Self
  route(path?: Arg): Route
  param(name?: unknown, callback?: ParamHandler | object | string | number | null): Self
  handle(req: Req, res: Res, next?: Next): void
}

export interface Router extends Registrar<Router> {
  (req: Req, res: Res, next?: Next): void
  stack: Layer[]
}

export interface App
  extends Registrar<App>,
    Pick<EventEmitter, 'on' | 'once' | 'emit' | 'listenerCount'> {
  (req: Req, res: Res, next?: Next): void
  readonly router: Router
  locals: Record<string, unknown>
  settings: Record<string, unknown>
  engines: Record<string, unknown>
  cache: Record<string, unknown>
  mountpath: unknown
  parent?: App
  request: Record<string, unknown>
  response: Record<string, unknown>
  set(...args: Arg[]): App
  enable(name?: Arg): App
  disable(name?: Arg): App
  enabled(name?: Arg): unknown
  disabled(name?: Arg): unknown
  engine(...args: Arg[]): App
  render(...args: Arg[]): unknown
  path(): string
  init(): void
  defaultConfiguration(): void
  listen(...args: Arg[]): Server
}

export interface Req extends Omit<IncomingMessage, 'method' | 'url'> {
  method: string
  url: string
  originalUrl: string
  baseUrl: string
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  secret: unknown
  cookies: unknown
  signedCookies: unknown
  readonly app: App
  readonly res: Res
  readonly next: Next
  readonly route: Route
  readonly path: string
  readonly host: unknown
  readonly hostname: unknown
  readonly ip: unknown
  readonly ips: unknown
  readonly protocol: unknown
  readonly secure: unknown
  readonly subdomains: unknown
  readonly fresh: unknown
  readonly stale: unknown
  readonly xhr: unknown
  accepts: Open
  acceptsCharsets: Open
  acceptsEncodings: Open
  acceptsLanguages: Open
  get: Open
  header: Open
  is: Open
  range: Open
}

export interface Res extends ServerResponse {
  readonly app: App
  locals: Record<string, unknown>
  append(...args: Arg[]): Res
  attachment(...args: Arg[]): Res
  clearCookie(...args: Arg[]): Res
  contentType(...args: Arg[]): Res
  cookie(...args: Arg[]): Res
  download(...args: Arg[]): unknown
  format(...args: Arg[]): Res
  get(...args: Arg[]): unknown
  header(...args: Arg[]): Res
  json(...args: Arg[]): Res
  jsonp(...args: Arg[]): Res
  links(...args: Arg[]): Res
  location(...args: Arg[]): Res
  redirect(...args: Arg[]): unknown
  render(...args: Arg[]): unknown
  send(...args: Arg[]): Res
  sendFile(...args: Arg[]): unknown
  sendStatus(...args: Arg[]): Res
  set(...args: Arg[]): Res
  status(...args: Arg[]): Res
  type(...args: Arg[]): Res
  vary(...args: Arg[]): Res
}

export interface RouterFactory {
  (options?: unknown): Router
  new (options?: unknown): Router
  readonly prototype: Record<string, unknown>
}

export interface Express {
  (): App
  readonly application: Record<string, unknown>
  readonly request: Record<string, unknown>
  readonly response: Record<string, unknown>
  readonly Router: RouterFactory
  readonly Route: { new (path?: unknown): Route; readonly prototype: Record<string, unknown> }
}

/** Marks a four-argument handler, whose parameters an open argument list cannot type. */
export function onError(handler: ErrorHandler): ErrorHandler {
  return handler
}
