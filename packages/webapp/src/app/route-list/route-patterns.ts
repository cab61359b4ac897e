import type { ParamPatterns } from '../../router/param-patterns.ts'
import type { RouteInfo, RoutePattern } from '../../types/shared/introspection.ts'

/** A pattern with the regular expressions that the router has for the parameters in it. */
export function toRoutePattern(
  pattern: string | RegExp,
  dialect: RouteInfo['dialect'],
  known: ParamPatterns | undefined,
): RoutePattern {
  const used = [...(known ?? [])].filter(([name]) => hasParameter(pattern, name))
  if (used.length === 0) return { pattern, dialect }
  return { pattern, dialect, parameters: Object.fromEntries(used) }
}

/** Whether a path or a regular expression has a parameter; an unnamed one has a number. */
function hasParameter(pattern: string | RegExp, name: string): boolean {
  const text = String(pattern)
  if (/^\d+$/.test(name)) return /[*(]/.test(text)
  const found = text.matchAll(/[:*]"([^"]*)"|[:*]([$\p{L}\p{N}_]+)|\(\?<([^>=!]+)>/gu)
  return [...found].some(([, quoted, plain, group]) => (quoted ?? plain ?? group) === name)
}

/** The patterns of all parameters of a route as text. That of the last router counts for a name. */
export function parametersOf(
  patterns: readonly RoutePattern[],
): Readonly<Record<string, string>> | undefined {
  const all = patterns.flatMap(({ parameters = {} }) => Object.entries(parameters))
  if (all.length === 0) return undefined
  return Object.fromEntries(all.map(([name, list]) => [name, list.join(', ')]))
}
