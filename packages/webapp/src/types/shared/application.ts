// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { ListenOptions } from 'node:net'
import type { NoRoutes } from './absent.ts'
import type { ApplicationOf, Dialect, RequestOf, ResponseOf } from './dialect.ts'
import type { Locals, LocalsRecord } from './express-namespace.ts'
import type { Fetch } from './fetch.ts'
import type { RequestParamHandler } from './handlers.ts'
import type { Inject } from './inject.ts'
import type { Closing } from './lifecycle.ts'
import type { IRouterMatcher } from './matchers.ts'
import type { RouterMethods } from './methods.ts'
import type { RenderCallback } from './response.ts'
import type { Mounting } from './router.ts'

/** Renders a template file and hands the text to the callback. */
export type TemplateEngine = (
  path: string,
  options: object,
  callback: (err: any, rendered?: string) => void,
) => void

/** What applications have since 4.x. */
export interface ApplicationMembers<D extends Dialect, LocalsObj extends LocalsRecord>
  extends ApplicationBase<D>,
    NoRoutes,
    Mounting<unknown, D> {
  /** Template variables of the whole application. */
  locals: LocalsObj & Locals
  /** The pattern or patterns that the application is mounted on. */
  mountpath: string | string[]
  /** Runs a callback when one of the route parameters is present, once for each request. */
  param(name: string | readonly string[], handler: RequestParamHandler<D>): this
}

/** What applications of every dialect have. */
export interface ApplicationBase<D extends Dialect>
  extends EventEmitter,
    Closing,
    RouterMethods<unknown, D>,
    Express.Application {
  /** Handles a request, as a server or as middleware of another application calls it. */
  (
    req: IncomingMessage | Http2ServerRequest,
    res: ServerResponse | Http2ServerResponse,
    next?: (err?: any) => void,
  ): void

  /** The application that this one is mounted in. */
  parent?: ApplicationOf<D> | undefined
  /** The live prototype of this application's requests. */
  request: RequestOf<D>
  /** The live prototype of this application's responses. */
  response: ResponseOf<D>
  // any: a setting is whatever was stored under its name.
  /** The settings by name. */
  settings: Record<string, any>
  /** Template engines by extension, with the leading dot. */
  engines: Record<string, TemplateEngine>
  /** Compiled views by name, while `view cache` is on. */
  cache: Record<string, unknown>

  /** Reads a setting, or handles GET requests when given handlers. */
  get: SettingReader & IRouterMatcher<this, any, unknown, D>
  /** Stores a setting. */
  set(setting: string, value: any): this
  /** Sets a setting to true. */
  enable(setting: string): this
  /** Sets a setting to false. */
  disable(setting: string): this
  /** Tells whether a setting is truthy. */
  enabled(setting: string): boolean
  /** Tells whether a setting is falsy. */
  disabled(setting: string): boolean

  /** The path that the application is reached by, through all it is mounted in. */
  path(): string
  /** Registers a template engine for an extension. */
  engine(ext: string, fn: TemplateEngine): this
  /** Renders a view and hands the text to the callback. */
  render(name: string, callback?: RenderCallback): void
  /** Renders a view with the given variables and hands the text to the callback. */
  render(name: string, options: object | undefined, callback?: RenderCallback): void

  /** Runs when the application is mounted in another, which it is given. */
  on(event: 'mount', listener: (parent: ApplicationOf<D>) => void): this
  /** Runs when the application begins to close: the time to end streams that would go on. */
  on(event: 'closing', listener: () => void): this
  /** Runs when the application emits an event. */
  on(event: string | symbol, listener: (...args: any[]) => void): this

  /** Gives the application its defaults; called by the factory. */
  init(): void
  /** Sets the settings to their defaults; called by `init`. */
  defaultConfiguration(): void
  /** Handles a request; what calling the application does. */
  handle(
    req: IncomingMessage | Http2ServerRequest,
    res: ServerResponse | Http2ServerResponse,
    next?: (err?: any) => void,
  ): void

  /** Answers a request without a network, as tests do. */
  inject: Inject
  /** Answers a web Request with a web Response, on any platform that speaks them. */
  fetch: Fetch
}

/** Reads a setting by name. */
export type SettingReader = (name: string) => any

/** Starts a server for an application, as the forms of Node's `server.listen` do. */
export interface Listen<Callback> {
  /** Listens on a port of one address, with a limit for waiting connections. */
  (port: number | string, host: string, backlog: number, callback?: Callback): Server
  /** Listens on a port of one address. */
  (port: number | string, host: string, callback?: Callback): Server
  /** Listens on a port, with a limit for waiting connections. */
  (port: number | string, backlog: number, callback?: Callback): Server
  /** Listens on a port, or on a socket in the file system. */
  (portOrPath: number | string, callback?: Callback): Server
  /** Listens as the options say. */
  (options: ListenOptions, callback?: Callback): Server
  /** Listens on a handle or a server that is there, with a limit for waiting connections. */
  (handle: object, backlog?: number, callback?: Callback): Server
  /** Listens on a handle or a server that is there. */
  (handle: object, callback?: Callback): Server
  /** Listens on a port that is free. */
  (callback?: Callback): Server
}
