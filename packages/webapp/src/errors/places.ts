import { callSite } from './call-site.ts'
import { givesHints } from './mistakes.ts'

/** An object with the stack of a call. V8 formats the stack when it is first read. */
interface Call {
  readonly stack?: string
}

/**
 * Whether the program's calls are recorded: only for hints, because the stack of a call takes some
 * microseconds. The value of the last application that was created.
 */
export const places = { areRecorded: givesHints() }

const calls = new WeakMap<object, Call>()
const folders = new WeakMap<object, string>()
const settingCalls = new WeakMap<object, Map<string, Call>>()

/** More than the frames of this package between a registration and this file. */
const DEPTH = 14

/** Records the current call for each of these objects, such as a layer and its handler. */
export function recordPlace(...keys: unknown[]): void {
  const call = currentCall()
  for (const key of keys) if (isObject(key)) calls.set(key, call)
}

// Some dialects accept a number as middleware, and fail when a request reaches it.
function isObject(value: unknown): value is object {
  return typeof value === 'function' || (typeof value === 'object' && value !== null)
}

/** Records the current call as the one that wrote a setting. */
export function recordSettingPlace(settings: object, name: string): void {
  const known = settingCalls.get(settings) ?? new Map<string, Call>()
  known.set(name, currentCall())
  settingCalls.set(settings, known)
}

/** File, line and column of the call that was recorded for an object; `undefined` if none was. */
export function placeOf(key: object): string | undefined {
  return siteOf(calls.get(key))
}

/** File, line and column of the call that wrote a setting. */
export function settingPlaceOf(settings: object, name: string): string | undefined {
  return siteOf(settingCalls.get(settings)?.get(name))
}

export function recordFolder(handler: object, folder: string): void {
  folders.set(handler, folder)
}

/** The folder that a handler serves; `undefined` if none was recorded. */
export function folderOf(handler: object): string | undefined {
  return folders.get(handler)
}

/** File, line and column of the program's code that is running. */
export function currentPlace(): string | undefined {
  return siteOf(currentCall())
}

function currentCall(): Call {
  const call: Call = {}
  const limit = Error.stackTraceLimit
  // `Reflect.set`, because the limit is read-only with `--frozen-intrinsics`.
  Reflect.set(Error, 'stackTraceLimit', DEPTH)
  Error.captureStackTrace(call, currentCall)
  Reflect.set(Error, 'stackTraceLimit', limit)
  return call
}

function siteOf(call: Call | undefined): string | undefined {
  return callSite(call?.stack)
}
