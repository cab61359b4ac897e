import type { IncomingMessage, ServerResponse } from 'node:http'
import { respondFinally } from '../errors/final-handler.ts'
import { httpError } from '../errors/http-error.ts'
import { reportMistake } from '../errors/mistakes.ts'
import type { Next, Req, Res } from '../http/exchange.ts'
import { hasLowerCaseMethod } from '../http2/request.ts'
import { adoptLocals, type LocalsPolicy } from '../members/locals.ts'
import { isEnabled } from '../members/settings.ts'
import { leaveApplication, swapRequest, swapResponse } from '../members/swap-prototypes.ts'
import { deferHeader } from '../node/index.ts'
import { checkLevel } from '../router/nesting.ts'
import { startsTracedRequest } from '../trace/subscriptions.ts'
import { failRequest, traceRequest } from '../trace/trace-request.ts'
import type { Application } from './application.ts'
import type { ExchangePolicy } from './dialect.ts'
import { noteServerOf } from './note-server.ts'

const POWERED_BY = ['X-Powered-By', 'webapp'] as const

/** `app.handle` of a dialect: gives a request the members of the application, and routes it. */
export function createHandle(policy: ExchangePolicy) {
  return function handle(
    this: Application,
    message: IncomingMessage,
    response: ServerResponse,
    callback?: Next,
  ): void {
    // Node's objects have these members from here on.
    const req = message as Req
    const res = response as Res
    if (startsTracedRequest(callback)) {
      traceRequest(this, req, res, () => route(this, req, res, undefined, policy))
    } else route(this, req, res, callback, policy)
  }
}

function route(
  app: Application,
  req: Req,
  res: Res,
  callback: Next | undefined,
  policy: ExchangePolicy,
): void {
  // Before the application changes the request, which a caller with another dialect gets back.
  checkLevel(req, app)
  const done = callback ?? beginExchange(app, req, res, policy)
  if (done === undefined) return
  const leave = callback ? leaveApplication(app, req, res, done) : done
  enterApplication(app, req, res, policy.locals)
  app.router.handle(req, res, leave)
}

/** Makes an application the one that a request and its response belong to. */
export function enterApplication(app: Application, req: Req, res: Res, locals: LocalsPolicy): void {
  if (isEnabled(app, 'x-powered-by')) {
    deferHeader(res, POWERED_BY, Object.getPrototypeOf(res) === app.response)
  }
  req.res = res
  res.req = req
  swapRequest(req, app)
  swapResponse(res, app)
  adoptLocals(res, locals)
}

/**
 * Begins an exchange that a server hands over. Returns the final handler, which logs errors unless
 * the environment is 'test'; `undefined` if the request was refused.
 */
export function beginExchange(
  app: Application,
  req: IncomingMessage,
  res: ServerResponse,
  { envOf, logError, errorPage }: ExchangePolicy,
): Next | undefined {
  const env = envOf(app)
  if (Object.getPrototypeOf(req) !== app.request) {
    noteServerOf(app, req)
    // A program may move layers before the one that enters the application.
    swapRequest(req, app)
    if (hasLowerCaseMethod(req)) {
      swapResponse(res, app)
      respondFinally(req, res, httpError(400), { env: String(env), style: errorPage })
      return undefined
    }
  }
  return (error) => {
    if (error) failRequest(req, error)
    const onError = (failure: unknown) => {
      if (envOf(app) === 'test') return
      logSafely(logError, failure)
      reportMistake({ kind: 'unhandled', error: failure, req: req as Req }, app.settings)
    }
    respondFinally(req, res, error, { env: String(env), onError, style: errorPage })
  }
}

// An error may throw again when the console inspects it, and nothing would catch that here.
function logSafely(log: (error: unknown) => void, error: unknown): void {
  try {
    log(error)
  } catch {
    console.error('A handler threw an error that cannot be displayed.')
  }
}
