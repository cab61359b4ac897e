import type { Res } from '../http/exchange.ts'

/** The value of `Allow`: the methods in order, without duplicates. */
export function listMethods(methods: readonly string[]): string {
  return [...new Set(methods)].sort().join(', ')
}

/** Responds to OPTIONS with the methods of the matching routes, sorted, without duplicates. */
export function respondToOptions(res: Res, methods: readonly string[]): void {
  const allow = listMethods(methods)
  res.setHeader('Allow', allow)
  res.setHeader('Content-Length', Buffer.byteLength(allow))
  res.setHeader('Content-Type', 'text/plain')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.end(allow)
}
