import type { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { App, Next, ParamHandler, Settings } from '../http/exchange.ts'
import type { Router } from '../router/router.ts'
import type { Route } from '../router/router-types.ts'
import type { CloseOptions, CloseReport } from '../types/shared/lifecycle.ts'
import type { Engine, View } from '../views/view.ts'

export interface Application extends App, EventEmitter {
  (req: IncomingMessage, res: ServerResponse, next?: Next): void
  request: object
  response: object
  cache: Record<string, View>
  engines: Record<string, Engine>
  settings: Settings
  locals: Record<string, unknown>
  mountpath: string | string[]
  parent?: Application
  readonly router: Router
  init(): void
  defaultConfiguration(): void
  handle(req: IncomingMessage, res: ServerResponse, callback?: Next): void
  set(name: string, value?: unknown): unknown
  enable(name: string): unknown
  disabled(name: string): boolean
  path(): string
  route(path: unknown, naming?: unknown): Route
  use(...args: unknown[]): this
  param(name: string | string[], handler: ParamHandler): unknown
  url(name: unknown, params?: unknown, options?: unknown): string
  listen(...args: unknown[]): Server
  close(options?: CloseOptions): Promise<CloseReport>
}
