import type { Req } from '../http/exchange.ts'

/** `req.get(name)`, `req.header(name)`: case-insensitive; Referrer is an alias of Referer. */
export function header(this: Req, name: string): string | string[] | undefined {
  if (!name) throw new TypeError('name argument is required to req.get')
  if (typeof name !== 'string') throw new TypeError('name must be a string to req.get')
  const lower = name.toLowerCase()
  if (lower === 'referer' || lower === 'referrer') {
    return (this.headers.referrer as string | undefined) || this.headers.referer
  }
  return this.headers[lower]
}
