import { Server } from 'node:http'
import type { ErrorHandler, Handler, Next, Req, Res } from '../../http/exchange.ts'
import { authorityPrefix, targetOf } from '../../http/target.ts'
import { standFor } from '../../members/delegates.ts'
import { runErrorHandler, runHandler } from '../../router/layer.ts'
import { type LeadRules, leadOf } from '../../router/lead.ts'
import {
  endsAtBoundary,
  enterMount,
  leaveMount,
  type MountPoint,
  type Trimmed,
} from '../../router/mount.ts'
import { MAX_NESTING, MAX_SYNC, nesting } from '../../router/nesting.ts'
import { WatchedList, watchedList } from '../../router/watched-list.ts'
import { recordMount } from '../../trace/route-pattern.ts'
import { subscriptions } from '../../trace/subscriptions.ts'
import { resultHandlerFor } from '../v4/rejections.ts'
import { arityOf } from './arity.ts'

/** An entry of `app.stack`: middleware and the path that it is mounted on. */
export interface StackEntry {
  route: string
  handle: Handler | ErrorHandler
}

interface Handling {
  handle(req: Req, res: Res, next: Next): void
  route?: unknown
}

/** Makes an entry of middleware, of something with a `handle`, or of a server. */
export function createEntry(path: string, middleware: unknown): StackEntry {
  const route = path.endsWith('/') ? path.slice(0, -1) : path
  return { route, handle: toHandler(path, middleware) }
}

function toHandler(path: string, middleware: unknown): Handler | ErrorHandler {
  const handling = middleware as Handling
  if (typeof handling.handle === 'function') {
    if (typeof handling.route !== 'function') handling.route = path
    const handle: Handler = (req, res, next) => handling.handle(req, res, next)
    return standFor(handle, handling)
  }
  if (middleware instanceof Server) return middleware.listeners('request')[0] as Handler
  return middleware as Handler
}

/** The stack of an application: a list that people may change, and that requests search quickly. */
export function createStack(): StackEntry[] {
  // People leave holes in it, and put entries there that are not ours.
  return new WatchedList<StackEntry | undefined>((entry) =>
    typeof entry?.route === 'string' ? [leadOf(entry.route, plainText)] : undefined,
  ).proxy as StackEntry[]
}

/** Mount paths are text in which nothing has a meaning of its own. */
const plainText: LeadRules = { literal: /[\s\S]/, leavesWhole: () => false }

/** One walk of a request through the middleware of a 3.x application. */
export class StackWalk implements MountPoint {
  readonly next: Next
  readonly authority: string
  readonly baseUrl: string
  private readonly stack: readonly StackEntry[]
  private readonly watched: WatchedList<StackEntry> | undefined
  private readonly req: Req
  private readonly res: Res
  private readonly done: Next
  private index = 0
  private sync = 0
  private trimmed: Trimmed | undefined = undefined

  constructor(stack: readonly StackEntry[], req: Req, res: Res, done: Next) {
    this.watched = watchedList(stack)
    this.stack = this.watched?.entries ?? stack
    this.req = req
    this.res = res
    this.done = done
    this.authority = authorityPrefix(req.url)
    this.baseUrl = req.baseUrl || ''
    const next: Next = (error) => this.advance(error)
    this.next = next
    req.originalUrl = req.originalUrl || req.url
  }

  private advance(error: unknown): void {
    if (this.trimmed !== undefined) this.leave(this.trimmed)
    if (++this.sync > MAX_SYNC || nesting.depth >= MAX_NESTING) {
      setImmediate(this.next, error)
      return
    }
    nesting.depth++
    try {
      this.search(error)
    } finally {
      nesting.depth--
      this.sync = 0
    }
  }

  private search(error: unknown): void {
    const path = targetOf(this.req).pathname || '/'
    const { stack, watched } = this
    const search = watched?.search(path)
    while (this.index < stack.length) {
      if (search !== undefined) this.index = search.next(this.index)
      const entry = stack[this.index++]
      if (entry === undefined) continue
      if (!isMountedOn(entry.route, path) || !takes(entry.handle, error)) continue
      this.run(entry, error, path)
      return
    }
    setImmediate(this.done, error)
  }

  private run(entry: StackEntry, error: unknown, path: string): void {
    const { req, res, next } = this
    // As the client wrote it: a mount matches in any case of letters.
    const mounted = path.slice(0, entry.route.length)
    if (mounted !== '') {
      this.trimmed = enterMount(req, mounted, this)
      if (subscriptions.routePatterns) recordMount(req, this.baseUrl, entry.route)
    }
    const onResult = resultHandlerFor(req)
    if (error) runErrorHandler(entry.handle as ErrorHandler, onResult, error, req, res, next)
    else runHandler(entry.handle as Handler, onResult, req, res, next)
  }

  private leave(trimmed: Trimmed): void {
    this.trimmed = undefined
    leaveMount(this.req, trimmed, this)
  }
}

/** A mount owns what follows its path after '/' or '.', in any case of letters. */
function isMountedOn(route: string, path: string): boolean {
  if (route === '') return endsAtBoundary(path, route, '/.')
  return endsAtBoundary(path.toLowerCase(), route.toLowerCase(), '/.')
}

function takes(handle: Handler | ErrorHandler, error: unknown): boolean {
  return error ? arityOf(handle) === 4 : arityOf(handle) < 4
}
