import { isBundled, isNodeFrame, isOwnFrame } from './own-frames.ts'

/** More than the frames of this package between a user's call and the place that throws. */
const OWN_DEPTH = 20

/**
 * Shortens the stack of an error about wrong use, which one of our members throws: the place that
 * threw it, the member, and then the user's code. Otherwise our own frames would fill most of the
 * ten lines that a stack has. Call it where the error is caught, while the member is still running.
 *
 * An error that the user's code threw keeps its stack, unless `isOurs` says that only a dependency
 * can have thrown. Returns the error.
 */
export function showCaller(error: unknown, isOurs?: boolean): unknown {
  if (isBundled || !(error instanceof Error)) return error
  const [head = '', ...thrown] = linesOf(error)
  const [origin] = thrown
  if (origin === undefined || !(isOurs ?? isThrownInside(thrown))) return error
  const frames = currentFrames(showCaller)
  const user = frames.findIndex((frame) => !isOwnFrame(frame) && !isNodeFrame(frame))
  const member = frames.slice(0, Math.max(user, 0)).map(isOwnFrame).lastIndexOf(true)
  if (member === -1) return error
  // A message that changed since is not in the first line yet.
  const title = head.includes(error.message) ? head : `${error.name}: ${error.message}`
  const kept = isOwnFrame(origin) ? [] : [origin]
  const shown = [...kept, ...frames.slice(member)].slice(0, Error.stackTraceLimit)
  Reflect.set(error, 'stack', [title, ...shown].join(LINE))
  return error
}

const LINE = '\n    at '

function linesOf({ stack }: { readonly stack?: unknown }): string[] {
  // `Error.prepareStackTrace` of a program may return something else than text.
  return typeof stack === 'string' ? stack.split(LINE) : []
}

/** The frames from the caller of a function on: more than `Error.stackTraceLimit`. */
function currentFrames(below: typeof showCaller): string[] {
  const limit = Error.stackTraceLimit
  const holder: { stack?: unknown } = {}
  // `Reflect.set`, because the limit is read-only with `--frozen-intrinsics`.
  Reflect.set(Error, 'stackTraceLimit', limit + OWN_DEPTH)
  Error.captureStackTrace(holder, below)
  const lines = linesOf(holder)
  Reflect.set(Error, 'stackTraceLimit', limit)
  return lines.slice(1)
}

/** Whether the code of this package called what threw, and not the user's code. */
function isThrownInside(frames: readonly string[]): boolean {
  const caller = frames.find((frame) => !isNodeFrame(frame))
  return caller !== undefined && isOwnFrame(caller)
}
