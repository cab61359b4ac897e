import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { LocalsRecord } from '../shared/express-namespace.ts'
import type * as shared from '../shared/handlers.ts'
import type { Marked, ProviderFor } from '../shared/provided.ts'
import type { ParsedQs } from '../shared/query.ts'
import type { ParamsDictionary } from '../shared/route-parameters.ts'
import type { ApplicationBehind } from './behind.ts'
import type { ErrorRequestHandler, RequestHandler } from './handlers.ts'

/** Mounts one middleware, at `/` by default; a path is matched literally. */
export interface Use<T> {
  /** Mounts one middleware at `/`. */
  (middleware: Middleware): T
  /** Mounts middleware that adds members to requests, for the handlers of the returned application. */
  <Marks extends string>(
    middleware: ProviderFor<Marks, unknown>,
  ): ApplicationBehind<T, Marked<Marks>>
  /** Mounts one middleware at a path, which is matched literally. */
  (path: string, middleware: Middleware): T
  /** Mounts middleware that adds members to requests, at a path. */
  (path: string, middleware: ProviderFor<never, unknown>): T
}

/** An argument of `use`: a handler, an error handler, an application or a server. */
export type Middleware =
  | shared.Middleware<ParamsDictionary, any, any, ParsedQs, LocalsRecord, '3.x'>
  | HandlingObject
  | Server

/** An object with a method that handles requests. */
export interface HandlingObject {
  /** Handles a request. */
  handle(req: IncomingMessage, res: ServerResponse, next: (err?: any) => void): unknown
}

/** One entry of `app.stack`. */
export interface StackEntry {
  /** Path that the middleware is mounted at; empty for `/`. */
  route: string
  /** The middleware. */
  handle: RequestHandler | ErrorRequestHandler
}
