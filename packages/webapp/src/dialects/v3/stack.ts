import { Server } from 'node:http'
import { recordPassedError } from '../../errors/callback-errors.ts'
import { reportHandlers } from '../../errors/mistakes.ts'
import type { ErrorHandler, Handler, Next, Req, Res } from '../../http/exchange.ts'
import { recordPassage } from '../../http/passages.ts'
import { authorityPrefix, targetOf } from '../../http/target.ts'
import { recordDelegate } from '../../members/delegates.ts'
import type { Lead } from '../../router/contract.ts'
import { evadesEntries } from '../../router/evasion.ts'
import { runErrorHandler, runHandler } from '../../router/layer.ts'
import { type LeadRules, leadOf } from '../../router/lead.ts'
import {
  endsAtBoundary,
  enterMount,
  leaveMount,
  type MountPoint,
  type Trimmed,
} from '../../router/mount.ts'
import {
  checkLevel,
  continueLater,
  enterLevel,
  exitLevel,
  MAX_NESTING,
  MAX_SYNC,
  nesting,
} from '../../router/nesting.ts'
import { type Search, WatchedList, watchedList } from '../../router/watched-list.ts'
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

/** As in the original, a value that is none fails when a request reaches it, `undefined` at once. */
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
export class StackWalk implements MountPoint {
  readonly next: Next
  readonly authority: string
  readonly baseUrl: string
  private readonly list: readonly StackEntry[]
  private readonly stack: readonly StackEntry[]
  private readonly watched: WatchedList<StackEntry> | undefined
  private readonly req: Req
  private readonly res: Res
  private readonly done: Next
  private readonly level: number
  private found: Search | undefined = undefined
  private index = 0
  private sync = 0
  private trimmed: Trimmed | undefined = undefined

  constructor(stack: readonly StackEntry[], req: Req, res: Res, done: Next) {
    checkLevel(req, stack)
    this.level = nesting.level + 1
    this.list = stack
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
    if (error) recordPassedError(this.req, error)
    if (this.trimmed !== undefined) this.leave(this.trimmed)
    if (++this.sync > MAX_SYNC || nesting.depth >= MAX_NESTING) {
      continueLater(this.next, error, this.req)
      return
    }
    const outer = enterLevel(this.level)
    try {
      this.search(error)
    } finally {
      exitLevel(outer)
      this.sync = 0
    }
  }

  private search(error: unknown): void {
    const { pathname, isUnusual } = targetOf(this.req)
    const path = pathname || '/'
    const { stack } = this
    const from = this.index
    const search = this.watched?.search(path, this.found)
    this.found = search
    while (this.index < stack.length) {
      if (search !== undefined) this.index = search.next(this.index)
      const entry = stack[this.index++]
      if (entry === undefined) continue
      if (!isMountedOn(entry.route, path) || !takes(entry.handle, error)) continue
      if (isUnusual) this.recordPassage(path, from)
      this.run(entry, error, path)
      return
    }
    if (isUnusual) this.recordPassage(path, from)
    setImmediate(this.done, error)
  }

  /** Records the entries from `from` up to the current one for a file server. */
  private recordPassage(path: string, from: number): void {
    const { list, index: to } = this
    recordPassage(this.req, () => evadesEntries({ list, from, to, path, meet: meetEntry }))
  }

  private run(entry: StackEntry, error: unknown, path: string): void {
    const { req, res, next } = this
    // Taken from the URL, because mount paths are case-insensitive.
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

/** As in the original, a mount path ends at '/' or '.', and is case-insensitive. */
function isMountedOn(route: string, path: string): boolean {
  if (route === '') return endsAtBoundary(path, route, '/.')
  return endsAtBoundary(path.toLowerCase(), route.toLowerCase(), '/.')
}

const NO_PARAMS = {}

function meetEntry({ route, handle }: StackEntry, path: string): object | undefined {
  return isMountedOn(route, path) && takes(handle, undefined) ? NO_PARAMS : undefined
}

function takes(handle: Handler | ErrorHandler, error: unknown): boolean {
  return error ? arityOf(handle) === 4 : arityOf(handle) < 4
}
