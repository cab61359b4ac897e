import { delegateOf } from '../members/delegates.ts'
import { registrations } from './watched-list.ts'

/** Regular expressions by the name of a parameter. A value has to fit all of them. */
export type ParamPatterns = ReadonlyMap<string, readonly RegExp[]>

/** Whether a router of this process has patterns for parameters. */
export const paramPatterns = { areUsed: false }

const known = new WeakMap<object, Map<string, RegExp[]>>()

/** Adds a pattern that the values of a parameter have to fit, or the router does not match the path. */
export function addParamPattern(router: object, name: string, pattern: RegExp): void {
  const patterns = known.get(router) ?? new Map<string, RegExp[]>()
  known.set(router, patterns)
  // A copy, because a test of a sticky expression changes it. Without the flag g the rest is the same.
  const repeatable = new RegExp(pattern.source, pattern.flags.replace('g', ''))
  patterns.set(name, [...(patterns.get(name) ?? []), repeatable])
  paramPatterns.areUsed = true
  registrations.count++
}

/** The patterns of a router, or of the router of an application; undefined if there are none. */
export function patternsOf(holder: object): ParamPatterns | undefined {
  const { _router } = holder as { readonly _router?: object }
  return known.get(holder) ?? known.get(_router ?? delegateOf(holder))
}

/** Whether the parameters of a match fit the patterns of a router. The match decides about the others. */
export function fitsPatterns(router: object, params: object | undefined): boolean {
  const patterns = patternsOf(router)
  if (patterns === undefined || params === undefined) return true
  for (const [name, list] of patterns) {
    if (!Object.hasOwn(params, name)) continue
    const value = (params as Record<string, unknown>)[name]
    if (value !== undefined && !list.every((pattern) => fitsPattern(pattern, textOf(value))))
      return false
  }
  return true
}

/** A sticky expression tests the start of a value, as in a path, and not where the last test ended. */
export function fitsPattern(pattern: RegExp, value: string): boolean {
  pattern.lastIndex = 0
  return pattern.test(value)
}

/** A wildcard may have its segments as a list. */
function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join('/') : String(value)
}
