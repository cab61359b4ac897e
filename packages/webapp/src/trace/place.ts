import type { IncomingMessage } from 'node:http'

// The patterns of the mounts that a request is in, by the part of its URL that they took.
const mounts = new WeakMap<object, Map<string, string>>()
// The pattern of the route that a request is in, with those of its mounts.
const routes = new WeakMap<object, string>()

/** Remembers by which pattern a request got to where it is mounted now. */
export function recordMount(req: IncomingMessage, outer: string, pattern: unknown): void {
  const known = mounts.get(req) ?? new Map<string, string>()
  mounts.set(req, known)
  known.set(mountPathOf(req), joinPatterns(known.get(outer) ?? outer, pattern))
}

/** Remembers the route that a request is in now. Returns its whole pattern. */
export function recordRoute(req: IncomingMessage, pattern: unknown): string {
  const mountPath = mountPathOf(req)
  const whole = joinPatterns(mounts.get(req)?.get(mountPath) ?? mountPath, pattern)
  routes.set(req, whole)
  return whole
}

/** The request goes on behind the route. */
export function leaveRoute(req: IncomingMessage): void {
  routes.delete(req)
}

export function routeOf(req: IncomingMessage): string | undefined {
  return routes.get(req)
}

export function mountPathOf(req: IncomingMessage): string {
  return (req as { baseUrl?: string }).baseUrl ?? ''
}

/** A mount at '/api' and a route at '/' are '/api'. */
function joinPatterns(outer: string, pattern: unknown): string {
  const inner = textOf(pattern)
  return outer !== '' && inner === '/' ? outer : outer + inner
}

function textOf(pattern: unknown): string {
  return Array.isArray(pattern) ? pattern.map(textOf).join(',') : String(pattern)
}
