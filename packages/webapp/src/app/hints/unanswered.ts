import { inspect } from 'node:util'
import { isThenable } from '../../errors/callback-errors.ts'
import { givesHints } from '../../errors/mistakes.ts'
import { placeOf } from '../../errors/places.ts'
import type { Res } from '../../http/exchange.ts'
import { isWebResponse } from '../../response/is-web-response.ts'
import {
  type HandlerCall,
  type HandlerWatch,
  handlerWatch,
  recordHandler,
} from '../../router/handler-watch.ts'
import { setTimeout } from '../../runtime/timers.ts'
import { quoteName } from './functions.ts'
import { quoteRoute } from './route-names.ts'
import { at, say } from './say.ts'

/** One timer serves all requests: it ticks while a request waits. */
const TICK = 5000

/** A request waits for two whole ticks, so for 10 seconds at least. */
const TICKS = 3

interface Waiting {
  readonly text: string
  ticks: number
}

const waiting = new Map<Res, Waiting>()
let isTicking = false

/** Starts to look for handlers that end without a response and without `next`. */
export function watchHandlers(): void {
  handlerWatch.run = watch
}

const watch: HandlerWatch = (call, run) => {
  let isPassedOn = false
  recordHandler(call.req, call.handle)
  // Programs and tools see the name and the length of the function.
  const result = run(function next(error) {
    isPassedOn = true
    waiting.delete(call.res)
    call.next(error)
  })
  // A handler that returned nothing may still respond in a callback.
  if (result !== undefined && !isPassedOn && !isAnswered(call.res)) {
    watchResult(call, result, () => isPassedOn)
  }
  return result
}

/** Waits for the response of a handler that returned a value. */
function watchResult(call: HandlerCall, result: unknown, isPassedOn: () => boolean): void {
  // A Response may be sent later. Only Node's own promises: `then` of a query builder would run its query once more.
  if (!(result instanceof Promise)) {
    if (!isThenable(result) && !isWebResponse(result)) wait(call, `returned ${show(result)}`)
  } else if (call.isCaught) {
    result.then(
      (value) => {
        if (isPassedOn() || isWebResponse(value)) return
        wait(call, `returned a promise that was fulfilled with ${show(value)}`)
      },
      () => {}, // The error handlers get it.
    )
  }
}

/** Objects may contain secrets, so only their class is shown. */
function show(value: unknown): string {
  if (typeof value === 'function') return `the function ${quoteName(value)}`
  return inspect(value, { depth: -1, maxStringLength: 20 })
}

function isAnswered(res: Res): boolean {
  return res.headersSent || res.writableEnded || res.destroyed
}

function wait({ handle, req, res }: HandlerCall, how: string): void {
  if (isAnswered(res) || !givesHints(req.app?.settings)) return
  const text =
    `${quoteRoute(req, handle)}: the handler ${quoteName(handle)} ${how} without a response, and the ` +
    `client still waits after 10 s${at(placeOf(handle))}. ` +
    'Send one with res.send, res.json or res.end, or call next.'
  waiting.set(res, { text, ticks: 0 })
  startTick()
}

function startTick(): void {
  if (isTicking) return
  isTicking = true
  setTimeout(tick, TICK).unref()
}

function tick(): void {
  isTicking = false
  for (const [res, request] of waiting) {
    request.ticks++
    const isOver = request.ticks === TICKS
    if (isOver && !isAnswered(res)) say(request.text)
    if (isOver || isAnswered(res)) waiting.delete(res)
  }
  if (waiting.size > 0) startTick()
}
