import { Server } from 'node:http'
import { reportHandlers } from '../../errors/mistakes.ts'
import type { ErrorHandler, Handler, Next, Req, Res } from '../../http/exchange.ts'
import { targetOf } from '../../http/target.ts'
import { recordDelegate } from '../../members/delegates.ts'
import { runErrorHandler, runHandler } from '../../router/layer.ts'
import { type LeadRules, leadOf } from '../../router/lead.ts'
import { endsAtBoundary, enterMount } from '../../router/mount.ts'
import type { Lead } from '../../router/router-types.ts'
import { type PassageRules, StackWalk } from '../../router/stack-walk.ts'
import { WatchedList } from '../../router/watched-list.ts'
import { setImmediate } from '../../runtime/timers.ts'
import { recordMount } from '../../trace/route-pattern.ts'
import { subscriptions } from '../../trace/subscriptions.ts'
import { resultHandlerFor } from '../v4/rejections.ts'
import { arityOf } from './arity.ts'

/** An entry of `app.stack`: middleware and its mount path. */
export interface StackEntry {
  route: string
  handle: Handler | ErrorHandler
}

interface Handling {
  handle(req: Req, res: Res, next: Next): void
  route?: unknown
}

/** Creates an entry from middleware, an object with a `handle` method, or a server. */
export function createEntry(path: string, middleware: unknown): StackEntry {
  const route = path.endsWith('/') ? path.slice(0, -1) : path
  return { route, handle: toHandler(path, middleware) }
}

function toHandler(path: string, middleware: unknown): Handler | ErrorHandler {
  if (!isMiddleware(middleware)) reportHandlers('use', path, [middleware])
  const handling = middleware as Handling
  if (typeof handling.handle === 'function') {
    if (typeof handling.route !== 'function') handling.route = path
    const handle: Handler = (req, res, next) => handling.handle(req, res, next)
    return recordDelegate(handle, handling)
  }
  if (middleware instanceof Server) return middleware.listeners('request')[0] as Handler
  return middleware as Handler
}

/** As in Express, any other value fails when a request reaches it, and `undefined` fails at once. */
function isMiddleware(value: unknown): boolean {
  if (typeof value === 'function' || value instanceof Server) return true
  return typeof (value as Handling | null | undefined)?.handle === 'function'
}

/** The stack of an application: an array that programs may change, indexed for fast search. */
export function createStack(): StackEntry[] {
  const known = new Map<string, readonly Lead[]>()
  const leadsOf = (route: string): readonly Lead[] => {
    const leads = known.get(route) ?? [leadOf(route, plainText)]
    known.set(route, leads)
    return leads
  }
  // Programs leave holes in the array and insert their own objects.
  return new WatchedList<StackEntry | undefined>((entry) =>
    typeof entry?.route === 'string' ? leadsOf(entry.route) : undefined,
  ).proxy as StackEntry[]
}

/** Mount paths are matched literally. */
const plainText: LeadRules = { literal: /[\s\S]/, leavesWhole: () => false }

/** Runs a request through the middleware of a 3.x application. */
export class MiddlewareWalk extends StackWalk<StackEntry | undefined> {
  constructor(stack: readonly StackEntry[], req: Req, res: Res, done: Next) {
    super(stack, req, res, done)
    req.originalUrl = req.originalUrl || req.url
  }

  protected step(error: unknown): void {
    const { pathname, isUnusual } = targetOf(this.req)
    this.search(pathname || '/', isUnusual, error)
  }

  protected passageRules(): PassageRules<StackEntry | undefined> {
    return PASSAGE_RULES
  }

  protected takes(entry: StackEntry | undefined, path: string): boolean {
    return entry !== undefined && isMountedOn(entry.route, path) && accepts(entry, this.error)
  }

  protected run({ route, handle }: StackEntry, path: string): void {
    const { req, res, next, error } = this
    // Taken from the URL, because mount paths are case-insensitive.
    const mounted = path.slice(0, route.length)
    if (mounted !== '') {
      this.trimmed = enterMount(req, mounted, this)
      if (subscriptions.routePatterns) recordMount(req, this.baseUrl, route)
    }
    const onResult = resultHandlerFor(req)
    if (error) runErrorHandler(handle as ErrorHandler, onResult, error, req, res, next)
    else runHandler(handle as Handler, onResult, req, res, next)
  }

  protected finish(error: unknown): void {
    setImmediate(this.done, error)
  }
}

/** As in Express, a mount path ends at '/' or '.', and is case-insensitive. */
function isMountedOn(route: string, path: string): boolean {
  if (route === '') return endsAtBoundary(path, route, '/.')
  return endsAtBoundary(path.toLowerCase(), route.toLowerCase(), '/.')
}

const NO_PARAMS = {}

const PASSAGE_RULES: PassageRules<StackEntry | undefined> = {
  meet: (entry, path) =>
    entry !== undefined && isMountedOn(entry.route, path) && accepts(entry, undefined)
      ? NO_PARAMS
      : undefined,
}

function accepts({ handle }: StackEntry, error: unknown): boolean {
  return error ? arityOf(handle) === 4 : arityOf(handle) < 4
}
