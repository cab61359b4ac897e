import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerFinally, type PageStyle } from '../errors/final-handler.ts'
import type { Next, Req, Res } from '../http/exchange.ts'
import { show } from '../http2/prototypes.ts'
import { keepFace, undoing } from '../members/dialect-members.ts'
import { forgoEnd } from '../node/request/unread.ts'
import {
  deferHeader,
  deferredHeaders,
  flushDeferred,
  type HeaderList,
} from '../node/response/deferred-headers.ts'
import { hasPristineMembers, isPristine } from '../node/response/pristine.ts'
import { writeWholeResponse } from '../node/response/single-write.ts'
import { startsTracedRequest } from '../trace/subscriptions.ts'
import { failRequest, traceRequest } from '../trace/trace-request.ts'
import type { Application } from './application.ts'
import { noteServerOf } from './note-server.ts'

const POWERED_BY = ['X-Powered-By', 'webapp'] as const

/** Takes a request in: makes it and its response this application's own, and routes it. */
export function handle(
  this: Application,
  message: IncomingMessage,
  response: ServerResponse,
  callback?: Next,
): void {
  // From here on Node's objects have the members of this application.
  const req = message as Req
  const res = response as Res
  if (startsTracedRequest(callback)) {
    traceRequest(req, res, () => route(this, req, res, undefined))
  } else route(this, req, res, callback)
}

function route(app: Application, req: Req, res: Res, callback: Next | undefined): void {
  const done = callback ?? beginExchange(app, req, res, logError)
  const giveBack = callback && keepFace(app.request, req, res)
  takeIn(app, req, res)
  app.router.handle(req, res, giveBack === undefined ? done : undoing(giveBack, done))
}

/** Makes an exchange this application's own. */
export function takeIn(app: Application, req: Req, res: Res): void {
  if (app.settings['x-powered-by']) deferHeader(res, POWERED_BY)
  req.res = res
  res.req = req
  adopt(app, req, res)
  if (!res.locals) res.locals = Object.create(null)
  else if (typeof res.locals === 'function' && !keepsLocals(app)) {
    res.locals = Object.assign(Object.create(null), res.locals)
  }
}

// An application of 3.x has callable locals itself.
function keepsLocals(app: Application): boolean {
  return typeof app.locals === 'function'
}

/** Gives a request and its response the members of an application, unless they were born with them. */
function adopt(app: Application, req: Req, res: Res): void {
  if (Object.getPrototypeOf(req) !== app.request) show(req, app.request)
  if (Object.getPrototypeOf(res) === app.response) return
  if (!hasPristineMembers(app.response)) flushDeferred(res)
  show(res, app.response)
}

/**
 * Begins an exchange that a server hands over. Returns what answers when nothing else did; errors
 * are logged outside of tests.
 */
export function beginExchange(
  app: Application,
  req: IncomingMessage,
  res: ServerResponse,
  log: (error: unknown) => void,
  style?: PageStyle,
): Next {
  if (Object.getPrototypeOf(req) !== app.request) {
    noteServerOf(app, req)
    // Layers that were moved before all others, where the dialect takes requests in by a layer.
    show(req, app.request)
  }
  const { env } = app.settings
  return (error) => {
    if (error) failRequest(req, error)
    const onError = (failure: unknown) => {
      if (app.get('env') !== 'test') logSafely(log, failure)
    }
    answerFinally(req, res, error, { env: String(env), onError, style, sendAtOnce, forgoEnd })
  }
}

/** Sends a page whose headers, beside those that wait, are the only ones. */
function sendAtOnce(res: ServerResponse, headers: HeaderList, body: string): boolean {
  const late = deferredHeaders(res)
  if (late === undefined || !isPristine(res)) return false
  writeWholeResponse(res, [...late, ...headers], body, 'utf8')
  return true
}

// What was thrown may throw again when it is looked at, and nobody would catch it here.
function logSafely(log: (error: unknown) => void, error: unknown): void {
  try {
    log(error)
  } catch {
    console.error('An error was thrown that cannot be shown.')
  }
}

function logError(error: unknown): void {
  console.error(error)
}
