import type { WebResponse } from '../http/web-response.ts'

/** Checks name and body, because reading the global `Response` makes Node load its whole fetch. */
export function isWebResponse(value: unknown): value is WebResponse {
  if (typeof value !== 'object' || value === null) return false
  // The body of another value may be a getter that throws.
  if ((value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] !== 'Response') return false
  const { body } = value as Partial<WebResponse>
  return body === null || typeof body?.getReader === 'function'
}
