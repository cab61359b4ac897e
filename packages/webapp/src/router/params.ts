import type { Next, ParamHandler, Req, Res } from '../http/exchange.ts'
import { forwardRejection, isThenable } from './layer.ts'
import { MAX_NESTING, nesting } from './nesting.ts'

export type ParamHandlers = Record<string, ParamHandler[]>

/** What the callbacks of a parameter did, so that they run once for each value in a request. */
interface Memory {
  match: unknown
  value: unknown
  error: unknown
  /** The callbacks have not been started yet. */
  isFresh: boolean
}

export type ParamMemory = Record<string, Memory | undefined>

/** Whether there are callbacks for any of these keys. */
export function hasHandlers(handlers: ParamHandlers, keys: readonly string[]): boolean {
  for (const name of keys) if (Object.hasOwn(handlers, name)) return true
  return false
}

/** Runs the param callbacks for the keys that a layer matched, then `done`. */
export function processParams(walk: ParamWalk): void {
  runKey(walk, 0)
}

export interface ParamWalk {
  readonly handlers: ParamHandlers
  readonly memory: ParamMemory
  readonly keys: readonly string[]
  readonly req: Req
  readonly res: Res
  readonly catchesRejections: boolean
  readonly done: Next
}

function runKey(walk: ParamWalk, start: number): void {
  const { keys, req, done } = walk
  for (let index = start; index < keys.length; index++) {
    const name = keys[index] as string
    const captured = captureOf(walk, name, index + 1)
    if (captured === undefined) continue
    const { memory } = captured
    if (!memory.isFresh) {
      req.params[name] = memory.value
      if (!memory.error) continue
      done(memory.error)
      return
    }
    memory.isFresh = false
    runCallbacks(walk, captured)
    return
  }
  done()
}

/** The value of a key with its callbacks; undefined when there is none or nobody asks for it. */
function captureOf(walk: ParamWalk, name: string, resumeAt: number): Captured | undefined {
  const { handlers, memory, req } = walk
  const value = req.params[name]
  const callbacks = Object.hasOwn(handlers, name) ? handlers[name] : undefined
  if (value === undefined || callbacks === undefined) return undefined
  const known = memory[name]
  if (known !== undefined && isSettled(known, value)) {
    return { name, callbacks, memory: known, resumeAt }
  }
  const fresh: Memory = { match: value, value, error: null, isFresh: true }
  memory[name] = fresh
  return { name, callbacks, memory: fresh, resumeAt }
}

// An error counts for every later value too, but for 'route', which only skipped one route.
function isSettled(known: Memory, value: unknown): boolean {
  return known.match === value || Boolean(known.error && known.error !== 'route')
}

interface Captured {
  readonly name: string
  readonly callbacks: readonly ParamHandler[]
  readonly memory: Memory
  readonly resumeAt: number
}

function runCallbacks(walk: ParamWalk, captured: Captured): void {
  const { req, res, done } = walk
  const { name, callbacks, memory, resumeAt } = captured
  let index = 0
  const next: Next = (error) => {
    if (nesting.depth >= MAX_NESTING) {
      setImmediate(next, error)
      return
    }
    memory.value = req.params[name]
    if (error) {
      memory.error = error
      done(error)
      return
    }
    const callback = callbacks[index++]
    if (callback === undefined) runKey(walk, resumeAt)
    else runCallback(callback)
  }
  const runCallback = (callback: ParamHandler): void => {
    nesting.depth++
    try {
      const result = callback(req, res, next, memory.match, name)
      if (walk.catchesRejections && isThenable(result)) forwardRejection(result, next)
    } catch (error) {
      next(error)
    } finally {
      nesting.depth--
    }
  }
  next()
}

/**
 * Parameters of a nested router that also keeps those of its parent; its own win. `names` are those
 * of its own, none of them a number, where they are known.
 */
export function mergeParams(
  own: Record<string, unknown>,
  parent: Record<string, unknown> | undefined,
  names?: readonly string[],
): Record<string, unknown> {
  if (typeof parent !== 'object' || parent === null) return asSeen(own, names)
  if (names !== undefined) return addNamed(own, parent, names)
  const added = 0 in own && 0 in parent ? shiftCaptures(own, countCaptures(parent)) : own
  // A copy by `...` has no room for what is added to it, which takes ten times as long.
  return Object.assign({}, parent, added)
}

/**
 * Parameters for those who see them before they are merged. Where names are known it is the grammar of
 * 5.x, whose parameters have no prototype.
 */
export function asSeen(
  own: Record<string, unknown>,
  names: readonly string[] | undefined,
): Record<string, unknown> {
  if (!names?.length || Object.getPrototypeOf(own) === null) return own
  return Object.assign(Object.create(null), own)
}

function addNamed(
  own: Record<string, unknown>,
  parent: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown> {
  const merged: Record<string, unknown> = Object.assign({}, parent)
  for (const name of names) merged[name] = own[name]
  return merged
}

// Numbered captures of the child count on after those of the parent.
function shiftCaptures(own: Record<string, unknown>, offset: number): Record<string, unknown> {
  const count = countCaptures(own)
  const shifted: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(own)) {
    const index = Number(name)
    shifted[Number.isInteger(index) && index < count ? index + offset : name] = value
  }
  return shifted
}

function countCaptures(params: Record<string, unknown>): number {
  let count = 0
  while (count in params) count++
  return count
}
