import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { isClosed } from '../http/finished.ts'
import { checkBeforeHead, forgetHeader } from '../node/index.ts'
import { nextTick } from '../runtime/timers.ts'

/** The members that a handler can write a response with. */
const MEMBERS = [
  ...['writeHead', 'write', 'end', 'setHeader', 'setHeaders', 'appendHeader', 'removeHeader'],
  ...['flushHeaders', 'addTrailers', 'writeContinue', 'writeProcessing', 'writeEarlyHints'],
] as const

export type LateMember = (typeof MEMBERS)[number] | 'statusCode' | 'statusMessage'

/** Headers that describe a body, which the error page does not have. */
const OF_BODIES = [
  ...['Content-Length', 'Content-Encoding', 'Content-Range', 'Transfer-Encoding', 'Trailer'],
  ...['ETag', 'Last-Modified'],
]

type Member = (this: ServerResponse, ...args: unknown[]) => unknown
type Report = (member: LateMember) => void

/** Holds the response that the running code may write, because it was called for an error. */
const errorHandlers = new AsyncLocalStorage<object>()

/** Runs code that may still write a response after `takeResponse`. */
export function runAsErrorHandler(res: ServerResponse, call: () => void): void {
  errorHandlers.run(res, call)
}

/** Whether the running code may write a response that was taken. */
export function mayWrite(res: ServerResponse): boolean {
  return errorHandlers.getStore() === res
}

/**
 * Takes a response away from the handler that works on it. From now on, only code that was called by
 * `runAsErrorHandler` can write it. Calls of all other code do nothing, and are reported.
 */
export function takeResponse(res: ServerResponse, onLate: Report): void {
  forgetBody(res)
  for (const name of MEMBERS) takeMember(res, name, onLate)
  takeDestroy(res)
  // A wrapper of the late handler may hold Node's own members, and call those.
  checkBeforeHead(res, () => {
    if (!mayWrite(res)) throw discardedError()
  })
  takeValue(res, 'statusCode', onLate)
  takeValue(res, 'statusMessage', onLate)
  refuseSources(res)
}

function forgetBody(res: ServerResponse): void {
  const isStream = 'stream' in res
  for (const name of OF_BODIES) isStream ? res.removeHeader(name) : forgetHeader(res, name)
  if (!isStream) res.statusMessage = undefined as never
}

/** The member that a call runs: a program may replace it, or those of the prototype. */
function memberOf(res: ServerResponse, name: string): () => Member | undefined {
  const members = res as unknown as Record<string, Member | undefined>
  const own = members[name]
  return Object.hasOwn(res, name) ? () => own : () => Object.getPrototypeOf(res)[name]
}

function takeMember(res: ServerResponse, name: (typeof MEMBERS)[number], onLate: Report): void {
  const find = memberOf(res, name)
  if (typeof find() !== 'function') return
  const members = res as unknown as Record<string, Member>
  members[name] = function (...args) {
    if (mayWrite(res)) return find()?.apply(this, args)
    onLate(name)
    callBack(args)
    // As of a destroyed stream: what pipes into the response stops.
    if (name === 'write') return false
    return name.startsWith('set') || /^(?:append|writeHead|end)/.test(name) ? this : undefined
  }
}

/** A signal that was aborted destroys what it was given to, and error handlers need the response. */
function takeDestroy(res: ServerResponse): void {
  const find = memberOf(res, 'destroy')
  res.destroy = function (this: ServerResponse, ...args: unknown[]) {
    const isLost = isClosed(res) || res.req.socket?.destroyed
    if (mayWrite(res) || isLost) find()?.apply(this, args)
    return this
  } as typeof res.destroy
}

/** Calls the callback of a discarded call, so that a program that waits for it continues. */
function callBack(args: readonly unknown[]): void {
  const callback = args.at(-1)
  if (typeof callback === 'function') nextTick(callback as () => void, discardedError())
}

function discardedError(): Error {
  const message = 'The response was discarded, because the deadline of its request has passed'
  return Object.assign(new Error(message), { code: 'ERR_STREAM_DESTROYED' })
}

/** A response of HTTP/2 has accessors for its status, one of HTTP/1 has fields. */
function takeValue(
  res: ServerResponse,
  name: 'statusCode' | 'statusMessage',
  onLate: Report,
): void {
  const accessor = accessorOf(res, name)
  // Node warns if a program reads the status message of HTTP/2.
  let value: unknown = accessor === undefined ? res[name] : undefined
  Object.defineProperty(res, name, {
    configurable: true,
    enumerable: true,
    get: () => (accessor?.get ? accessor.get.call(res) : value),
    set(given: unknown) {
      if (!mayWrite(res)) onLate(name)
      else if (accessor?.set) accessor.set.call(res, given)
      else value = given
    },
  })
}

function accessorOf(res: object, name: string): PropertyDescriptor | undefined {
  for (let each = res; each !== null; each = Object.getPrototypeOf(each)) {
    const descriptor = Object.getOwnPropertyDescriptor(each, name)
    if (descriptor !== undefined) return descriptor.get ? descriptor : undefined
  }
  return undefined
}

/**
 * Ends the streams of the late handler that are piped to the response. Without this they would wait
 * for ever, and keep files and connections open.
 */
function refuseSources(res: ServerResponse): void {
  const ofErrorHandlers = new WeakSet<Readable>()
  res.on('pipe', (source: Readable) => {
    if (mayWrite(res)) ofErrorHandlers.add(source)
    // `pipe` has not finished yet.
    else nextTick(() => source.unpipe(res))
  })
  res.on('unpipe', (source: Readable) => {
    if (!ofErrorHandlers.has(source)) nextTick(destroyUnread, source)
  })
}

function destroyUnread(source: Readable): void {
  const hasReader = source.listenerCount('data') > 0 || source.listenerCount('readable') > 0
  if (!hasReader) source.destroy()
}
