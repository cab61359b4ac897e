import type { Next, ParamHandler, Req, Res } from '../http/exchange.ts'
import { nesting } from './nesting.ts'
import type { ResultHandler } from './router-types.ts'
import { Walk } from './walk.ts'

export type ParamHandlers = Record<string, ParamHandler[]>

/** The outcome of a parameter's callbacks: they run once per value and request. */
interface Memory {
  /** The value that the layer captured. */
  match: unknown
  /** The value after the callbacks, which may replace it. */
  value: unknown
  /** The error that a callback passed to `next`. */
  error: unknown
  /** Whether the callbacks have yet to start. */
  isFresh: boolean
}

/** The outcomes in one pass through a router, by parameter name. */
export type ParamMemory = Record<string, Memory | undefined>

/** Whether any of the keys has callbacks. */
export function hasHandlers(handlers: ParamHandlers, keys: readonly string[]): boolean {
  for (const name of keys) if (Object.hasOwn(handlers, name)) return true
  return false
}

/** Runs the `param` callbacks for the keys that a layer matched, then `done`. */
export function processParams(match: ParamMatch): void {
  runKeys(match, 0, nesting.level)
}

/** The parameters that a layer matched, and what their callbacks need. */
export interface ParamMatch {
  readonly handlers: ParamHandlers
  readonly memory: ParamMemory
  readonly keys: readonly string[]
  readonly req: Req
  readonly res: Res
  readonly onResult: ResultHandler
  readonly done: Next
}

function runKeys(match: ParamMatch, start: number, level: number): void {
  const { keys, req, done } = match
  for (let index = start; index < keys.length; index++) {
    const name = keys[index] as string
    const captured = captureOf(match, name, index + 1)
    if (captured === undefined) continue
    const { memory } = captured
    if (!memory.isFresh) {
      req.params[name] = memory.value
      if (!memory.error) continue
      done(memory.error)
      return
    }
    memory.isFresh = false
    new ParamWalk(match, captured, level).next()
    return
  }
  done()
}

/** The callbacks and the memory of a key; undefined if the key has no value or no callbacks. */
function captureOf(match: ParamMatch, name: string, resumeAt: number): Captured | undefined {
  const { handlers, memory, req } = match
  const value = req.params[name]
  const callbacks = Object.hasOwn(handlers, name) ? handlers[name] : undefined
  if (value === undefined || callbacks === undefined) return undefined
  let known = memory[name]
  if (known === undefined || !isReusable(known, value)) {
    known = { match: value, value, error: null, isFresh: true }
    memory[name] = known
  }
  return { name, callbacks, memory: known, resumeAt }
}

// As in Express, an error also applies to later values of the parameter; 'route' does not.
function isReusable(known: Memory, value: unknown): boolean {
  return known.match === value || Boolean(known.error && known.error !== 'route')
}

interface Captured {
  readonly name: string
  readonly callbacks: readonly ParamHandler[]
  readonly memory: Memory
  /** The index of the key that follows. */
  readonly resumeAt: number
}

/** One pass through the callbacks of a parameter, then through those of the following ones. */
class ParamWalk extends Walk {
  private readonly match: ParamMatch
  private readonly captured: Captured
  private index: number

  constructor(match: ParamMatch, captured: Captured, level: number) {
    super(match.req, match.res, match.done, level)
    this.match = match
    this.captured = captured
    this.index = 0
  }

  protected override isOver(): boolean {
    // As in Express, the number of synchronous calls is not limited.
    this.sync = 0
    return false
  }

  protected step(error: unknown): void {
    const { name, callbacks, memory, resumeAt } = this.captured
    memory.value = this.req.params[name]
    if (error) {
      memory.error = error
      this.done(error)
      return
    }
    const callback = callbacks[this.index++]
    if (callback === undefined) runKeys(this.match, resumeAt, this.level)
    else this.call(callback)
  }

  private call(callback: ParamHandler): void {
    const { req, res, next } = this
    const { onResult } = this.match
    try {
      const result = callback(req, res, next, this.captured.memory.match, this.captured.name)
      if (result !== undefined && onResult !== undefined) onResult(result, res, next)
    } catch (error) {
      next(error)
    }
  }
}

/**
 * The parameters of a router with `mergeParams`: its own override those of its parent. `names` are
 * the keys of `own`, if the layer knows them; then none of them is a number.
 */
export function mergeParams(
  own: Record<string, unknown>,
  parent: Record<string, unknown> | undefined,
  names?: readonly string[],
): Record<string, unknown> {
  if (typeof parent !== 'object' || parent === null) return withoutPrototype(own, names)
  if (names !== undefined) return mergeNamed(own, parent, names)
  const added = 0 in own && 0 in parent ? shiftCaptures(own, countCaptures(parent)) : own
  // V8 adds properties to a spread copy ten times slower than to this object.
  return Object.assign({}, parent, added)
}

/**
 * Parameters as handlers see them. If a layer knows the names, handlers expect an object without a
 * prototype; the matcher leaves that copy to this function.
 */
export function withoutPrototype(
  own: Record<string, unknown>,
  names: readonly string[] | undefined,
): Record<string, unknown> {
  if (!names?.length || Object.getPrototypeOf(own) === null) return own
  return Object.assign(Object.create(null), own)
}

function mergeNamed(
  own: Record<string, unknown>,
  parent: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown> {
  const merged: Record<string, unknown> = Object.assign({}, parent)
  for (const name of names) merged[name] = own[name]
  return merged
}

/** Renumbers the child's captures to follow those of the parent. */
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
