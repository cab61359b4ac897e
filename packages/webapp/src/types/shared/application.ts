import type { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { ListenOptions } from 'node:net'
import type { Fetch } from '../../adapters/fetch-types.ts'
import type { Inject } from '../../adapters/inject-types.ts'
import type { NoRoutes } from './absent.ts'
import type { ApplicationOf, Dialect, Dialects, RequestOf, ResponseOf } from './dialect.ts'
import type { Locals, LocalsRecord } from './express-namespace.ts'
import type { RequestParamHandler } from './handlers.ts'
import type { FactoryIntrospection } from './introspection.ts'
import type { Closing, FactoryLifecycle } from './lifecycle.ts'
import type { IRouterMatcher } from './matchers.ts'
import type { RouterMethods } from './methods.ts'
import type { RenderCallback } from './response.ts'
import type { Mounting } from './router.ts'
import type { SettingName, Settings, SettingsTable } from './settings.ts'

/** Renders a template file and passes the text to the callback. */
export type TemplateEngine = (
  path: string,
  options: object,
  callback: (err: any, rendered?: string) => void,
) => void

/** Members of applications since 4.x. */
export interface ApplicationMembers<D extends Dialect, LocalsObj extends LocalsRecord>
  extends ApplicationBase<D>,
    NoRoutes,
    Mounting<unknown, D> {
  /** Template variables that are available to every view of the application. */
  locals: LocalsObj & Locals
  /** The path pattern or patterns that the application is mounted at. */
  mountpath: string | string[]
  /** Sets a pattern that route parameters have to fit; if one does not, the route does not match. */
  param(name: string | readonly string[], pattern: RegExp): this
  /** Registers a callback that runs once per request if one of the route parameters is present. */
  param(name: string | readonly string[], handler: RequestParamHandler<D>): this
}

/** Members of applications in every dialect. */
export interface ApplicationBase<D extends Dialect>
  extends EventEmitter,
    Closing,
    RouterMethods<unknown, D>,
    Express.Application {
  /** Handles a request from a server, or as middleware of another application. */
  (
    req: IncomingMessage | Http2ServerRequest,
    res: ServerResponse | Http2ServerResponse,
    next?: (err?: any) => void,
  ): void

  /** The application that this one is mounted in. */
  parent?: ApplicationOf<D> | undefined
  /** The prototype that this application's requests inherit from. */
  request: RequestOf<D>
  /** The prototype that this application's responses inherit from. */
  response: ResponseOf<D>
  // any: the application decides what a setting holds.
  /** The settings by name. */
  settings: SettingsTable
  /** Template engines by file extension, with the leading dot. */
  engines: Record<string, TemplateEngine>
  /** Compiled views by name, if `view cache` is enabled. */
  cache: Record<string, unknown>

  /** Reads a setting, or registers handlers for GET requests. */
  get: SettingReader & IRouterMatcher<this, any, unknown, D>
  /** Stores a setting that the framework reads. */
  set<Name extends keyof Settings>(setting: Name, value: Settings[Name]): this
  /** Stores a setting. */
  set(setting: string, value: any): this
  /** Sets a setting to true. */
  enable(setting: SettingName): this
  /** Sets a setting to false. */
  disable(setting: SettingName): this
  /** Returns whether a setting is truthy. */
  enabled(setting: SettingName): boolean
  /** Returns whether a setting is falsy. */
  disabled(setting: SettingName): boolean

  /**
   * Returns the full path that the application is mounted at, including the paths of its parents.
   */
  path(): string
  /** Registers a template engine for a file extension. */
  engine(ext: string, fn: TemplateEngine): this
  /** Renders a view and passes the text to the callback. */
  render(name: string, callback?: RenderCallback): void
  /** Renders a view with the given variables and passes the text to the callback. */
  render(name: string, options: object | undefined, callback?: RenderCallback): void

  /** Adds a listener for `mount`, which receives the parent application. */
  on(event: 'mount', listener: (parent: ApplicationOf<D>) => void): this
  /**
   * Adds a listener for `closing`, emitted when the application starts to close; end long-lived
   * streams in it.
   */
  on(event: 'closing', listener: () => void): this
  /** Adds a listener for an event. */
  on(event: string | symbol, listener: (...args: any[]) => void): this

  /** Initializes the application with its defaults; called by the factory. */
  init(): void
  /** Sets the settings to their defaults; called by `init`. */
  defaultConfiguration(): void
  /** Handles a request; calling the application does the same. */
  handle(
    req: IncomingMessage | Http2ServerRequest,
    res: ServerResponse | Http2ServerResponse,
    next?: (err?: any) => void,
  ): void

  /** Sends a request to the application in memory, for example in a test. */
  inject: Inject
  /** Handles a web `Request` and resolves to a web `Response`. */
  fetch: Fetch
}

/** Members of the factory in every dialect. */
export interface FactoryMembers<D extends Dialect> extends FactoryIntrospection, FactoryLifecycle {
  /** The prototype that all applications inherit from. */
  application: Dialects[D]['application']
  /** The prototype that all requests inherit from. */
  request: Dialects[D]['request']
  /** The prototype that all responses inherit from. */
  response: Dialects[D]['response']
}

/** Reads a setting by name. */
export type SettingReader = (name: SettingName) => any

/** Starts a server for an application; takes the arguments of Node's `server.listen`. */
export interface Listen<Callback> {
  /** Listens on a port of one address, with a limit for pending connections. */
  (port: number | string, host: string, backlog: number, callback?: Callback): Server
  /** Listens on a port of one address. */
  (port: number | string, host: string, callback?: Callback): Server
  /** Listens on a port, with a limit for pending connections. */
  (port: number | string, backlog: number, callback?: Callback): Server
  /** Listens on a port or on a Unix domain socket. */
  (portOrPath: number | string, callback?: Callback): Server
  /** Listens with the given options. */
  (options: ListenOptions, callback?: Callback): Server
  /** Listens on an existing handle or server, with a limit for pending connections. */
  (handle: object, backlog?: number, callback?: Callback): Server
  /** Listens on an existing handle or server. */
  (handle: object, callback?: Callback): Server
  /** Listens on a free port that the operating system chooses. */
  (callback?: Callback): Server
}
