import type { IncomingMessage, ServerResponse } from 'node:http'
import type fresh from 'fresh'

/** Whether If-Match or If-Unmodified-Since fails, so that the status is 412 (RFC 9110, 13.1). */
export function failsPrecondition(req: IncomingMessage, res: ServerResponse): boolean {
  const match = req.headers['if-match']
  if (match) {
    const etag = header(res, 'ETag')
    return !etag || (match !== '*' && !tagsOf(match).some((tag) => isSameTag(tag, etag)))
  }
  const unmodifiedSince = dateOf(req.headers['if-unmodified-since'])
  if (Number.isNaN(unmodifiedSince)) return false
  const modified = dateOf(header(res, 'Last-Modified'))
  return Number.isNaN(modified) || modified > unmodifiedSince
}

/** Whether the client's cached copy is still valid, so that the status is 304. */
export function isUnchanged(
  req: IncomingMessage,
  res: ServerResponse,
  isFresh: typeof fresh,
): boolean {
  const { statusCode } = res
  if (!(statusCode >= 200 && statusCode < 300) && statusCode !== 304) return false
  return isFresh(req.headers, {
    etag: header(res, 'ETag'),
    'last-modified': header(res, 'Last-Modified'),
  })
}

/** Whether Range applies to the current version of the file (If-Range, RFC 9110, 13.1.5). */
export function isRangeValid(req: IncomingMessage, res: ServerResponse): boolean {
  const condition = req.headers['if-range'] as string | undefined
  if (!condition) return true
  if (condition.includes('"')) {
    const etag = header(res, 'ETag')
    return Boolean(etag && condition.includes(etag))
  }
  return dateOf(header(res, 'Last-Modified')) <= dateOf(condition)
}

function header(res: ServerResponse, name: string): string | undefined {
  return res.getHeader(name) as string | undefined
}

function tagsOf(list: string): string[] {
  return list.split(',').map((tag) => tag.trim())
}

function isSameTag(one: string, other: string): boolean {
  return withoutWeakMark(one) === withoutWeakMark(other)
}

function withoutWeakMark(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}

function dateOf(text: string | undefined): number {
  return text ? Date.parse(text) : Number.NaN
}
