import type { IncomingMessage } from 'node:http'

// For each request: the patterns of its mounts, keyed by `req.baseUrl` inside the mount.
const mounts = new WeakMap<object, Map<string, string>>()
// For each request: the full pattern of its current route, including the mounts.
const routes = new WeakMap<object, string>()

/** Records the pattern of a mount that a request entered; `outer` is the `baseUrl` before. */
export function recordMount(req: IncomingMessage, outer: string, pattern: unknown): void {
  const known = mounts.get(req) ?? new Map<string, string>()
  mounts.set(req, known)
  known.set(mountPathOf(req), joinPatterns(known.get(outer) ?? outer, pattern))
}

/** Records the current route of a request. Returns its full pattern. */
export function recordRoute(req: IncomingMessage, pattern: unknown): string {
  const whole = joinPatterns(mountPatternOf(req), pattern)
  routes.set(req, whole)
  return whole
}

/** Clears the current route of a request, which continues after the route. */
export function leaveRoute(req: IncomingMessage): void {
  routes.delete(req)
}

/** The full pattern of the current route; undefined outside of a route. */
export function routeOf(req: IncomingMessage): string | undefined {
  return routes.get(req)
}

/** The pattern of the mounts that a request is in; '' outside of mounts. */
export function mountPatternOf(req: IncomingMessage): string {
  const mountPath = mountPathOf(req)
  return mounts.get(req)?.get(mountPath) ?? mountPath
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
