import type { WebResponse } from './web-response.ts'

/** Checks name and body, because reading the global `Response` makes Node load its whole fetch. */
export function isWebResponse(value: unknown): value is WebResponse {
  if (typeof value !== 'object' || value === null) return false
  const { [Symbol.toStringTag]: name, body } = value as Partial<WebResponse> & {
    [Symbol.toStringTag]?: unknown
  }
  return name === 'Response' && (body === null || typeof body?.getReader === 'function')
}
