import type { Res } from '../http/exchange.ts'

/** Answers OPTIONS for routes that have no handler for it: their methods, sorted, once each. */
export function answerOptions(res: Res, methods: readonly string[]): void {
  const allow = [...new Set(methods)].sort().join(', ')
  res.setHeader('Allow', allow)
  res.setHeader('Content-Length', Buffer.byteLength(allow))
  res.setHeader('Content-Type', 'text/plain')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.end(allow)
}
