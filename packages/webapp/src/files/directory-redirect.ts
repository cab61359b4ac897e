import type { IncomingMessage, ServerResponse } from 'node:http'
import encodeUrl from 'encodeurl'
import { renderPage } from '../errors/page.ts'
import { afterPath, parseTarget } from '../http/target.ts'

/** Sends the client to the same URL with a slash at its end. */
export function redirectToDirectory(
  req: IncomingMessage & { originalUrl?: string },
  res: ServerResponse,
): void {
  const url = req.originalUrl ?? req.url ?? '/'
  // '//host/' and '/\\host/' would lead to another host; so would that of an absolute form.
  const path = `${parseTarget(url).pathname}/`.replace(/^\/+/, '/').replaceAll('\\', '%5C')
  const location = encodeUrl(path + afterPath(url))
  const body = renderPage('Redirecting', `Redirecting to ${location}`)
  res.statusCode = 301
  res.setHeader('Content-Type', 'text/html; charset=UTF-8')
  res.setHeader('Content-Length', Buffer.byteLength(body))
  res.setHeader('Content-Security-Policy', "default-src 'none'")
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.setHeader('Location', location)
  res.end(body)
}
