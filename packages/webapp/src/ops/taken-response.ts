import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { nextTick } from '../runtime/timers.ts'

/** The members that a handler can write a response with. */
const MEMBERS = [
  ...['writeHead', 'write', 'end', 'setHeader', 'setHeaders', 'appendHeader', 'removeHeader'],
  ...['flushHeaders', 'addTrailers', 'writeContinue', 'writeProcessing', 'writeEarlyHints'],
] as const

export type LateMember = (typeof MEMBERS)[number] | 'statusCode' | 'statusMessage'

type Member = (this: ServerResponse, ...args: unknown[]) => unknown

/** Holds the response that the running code may write, because it was called for an error. */
const errorHandlers = new AsyncLocalStorage<object>()

/** Runs code that may still write a response after `takeResponse`. */
export function runAsErrorHandler(res: ServerResponse, call: () => void): void {
  errorHandlers.run(res, call)
}

/**
 * Takes a response away from the handler that works on it. From now on, only code that was called by
 * `runAsErrorHandler` can write it. Calls of all other code do nothing, and are reported.
 */
export function takeResponse(res: ServerResponse, onLate: (member: LateMember) => void): void {
  const isAllowed = () => errorHandlers.getStore() === res
  for (const name of MEMBERS) takeMember(res, name, isAllowed, onLate)
  takeValue(res, 'statusCode', isAllowed, onLate)
  takeValue(res, 'statusMessage', isAllowed, onLate)
}

function takeMember(
  res: ServerResponse,
  name: (typeof MEMBERS)[number],
  isAllowed: () => boolean,
  onLate: (member: LateMember) => void,
): void {
  const members = res as unknown as Record<string, Member | undefined>
  const own = members[name]
  if (typeof own !== 'function') return
  members[name] = function (...args) {
    if (isAllowed()) return own.apply(this, args)
    onLate(name)
    callBack(args)
    // As of a destroyed stream: what pipes into the response stops.
    if (name === 'write') return false
    return name.startsWith('set') || /^(?:append|writeHead|end)/.test(name) ? this : undefined
  }
}

/** Calls the callback of a discarded write, so that a program that waits for it continues. */
function callBack(args: readonly unknown[]): void {
  const callback = args.at(-1)
  if (typeof callback === 'function') nextTick(callback as () => void)
}

/** A response of HTTP/2 has accessors for its status, one of HTTP/1 has fields. */
function takeValue(
  res: ServerResponse,
  name: 'statusCode' | 'statusMessage',
  isAllowed: () => boolean,
  onLate: (member: LateMember) => void,
): void {
  const accessor = accessorOf(res, name)
  let value: unknown = res[name]
  Object.defineProperty(res, name, {
    configurable: true,
    enumerable: true,
    get: () => (accessor?.get ? accessor.get.call(res) : value),
    set(given: unknown) {
      if (!isAllowed()) onLate(name)
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
