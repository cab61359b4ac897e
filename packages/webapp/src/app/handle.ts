import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerFinally, type PageStyle } from '../errors/final-handler.ts'
import type { Next, Req, Res } from '../http/exchange.ts'
import { keepFace, undoing } from '../surface/faces.ts'
import { addLate, settleLate } from '../surface/late-headers.ts'
import { hasOutlets } from '../surface/untouched.ts'
import { adoptServer } from './adopt-server.ts'
import type { Application } from './application.ts'

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
  const done = callback ?? beginExchange(this, req, res, logError)
  const giveBack = callback && keepFace(this.request, req, res)
  takeIn(this, req, res)
  this.router.handle(req, res, giveBack === undefined ? done : undoing(giveBack, done))
}

/** Makes an exchange this application's own. */
export function takeIn(app: Application, req: Req, res: Res): void {
  if (app.settings['x-powered-by']) addLate(res, POWERED_BY)
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
  if (Object.getPrototypeOf(req) !== app.request) Object.setPrototypeOf(req, app.request)
  if (Object.getPrototypeOf(res) === app.response) return
  if (!hasOutlets(app.response)) settleLate(res)
  Object.setPrototypeOf(res, app.response)
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
    adoptServer(app, req)
    // Layers that were moved before all others, where the dialect takes requests in by a layer.
    Object.setPrototypeOf(req, app.request)
  }
  const { env } = app.settings
  return (error) => {
    const onError = (failure: unknown) => {
      if (app.get('env') !== 'test') log(failure)
    }
    answerFinally(req, res, error, { env: String(env), onError, style })
  }
}

function logError(error: unknown): void {
  console.error(error)
}
