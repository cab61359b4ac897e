import type { IncomingMessage } from 'node:http'
import { findTraceState, traceStateOf } from './trace-state.ts'

/** Records the pattern of a mount that a request entered; `outer` is the `baseUrl` before. */
export function recordMount(req: IncomingMessage, outer: string, pattern: unknown): void {
  const state = traceStateOf(req)
  state.mounts ??= new Map()
  state.mounts.set(mountPathOf(req), joinPatterns(state.mounts.get(outer) ?? outer, pattern))
}

/** Records the current route of a request. Returns its full pattern. */
export function recordRoute(req: IncomingMessage, pattern: unknown): string {
  const whole = joinPatterns(mountPatternOf(req), pattern)
  traceStateOf(req).route = whole
  return whole
}

/** Clears the current route of a request, which continues after the route. */
export function leaveRoute(req: IncomingMessage): void {
  const state = findTraceState(req)
  if (state !== undefined) state.route = undefined
}

/** The pattern of the mounts that a request is in; '' outside of mounts. */
export function mountPatternOf(req: IncomingMessage): string {
  const mountPath = mountPathOf(req)
  return findTraceState(req)?.mounts?.get(mountPath) ?? mountPath
}

export function mountPathOf(req: IncomingMessage): string {
  return (req as { baseUrl?: string }).baseUrl ?? ''
}

/** Joins the patterns of a mount and a route; '/api' and '/' give '/api'. */
function joinPatterns(outer: string, pattern: unknown): string {
  const inner = textOf(pattern)
  return outer !== '' && inner === '/' ? outer : outer + inner
}

function textOf(pattern: unknown): string {
  return Array.isArray(pattern) ? pattern.map(textOf).join(',') : String(pattern)
}
