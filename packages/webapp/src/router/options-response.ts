import type { Res } from '../http/exchange.ts'

/** Responds to OPTIONS with the methods of the matching routes, sorted, without duplicates. */
export function respondToOptions(res: Res, methods: readonly string[]): void {
  const allow = [...new Set(methods)].sort().join(', ')
  res.setHeader('Allow', allow)
  res.setHeader('Content-Length', Buffer.byteLength(allow))
  res.setHeader('Content-Type', 'text/plain')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.end(allow)
}
