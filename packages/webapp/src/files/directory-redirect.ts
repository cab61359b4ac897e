import type { IncomingMessage, ServerResponse } from 'node:http'
import encodeUrl from 'encodeurl'
import { renderPage } from '../errors/page.ts'
import { afterPath, parseTarget } from '../http/target.ts'
import { forgetHeader } from '../node/index.ts'
import type { DirectoryRedirect } from './options.ts'

export const directoryRedirect: DirectoryRedirect = {
  status: 301,
  headers: {
    'Content-Security-Policy': "default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
  },
  render: (location) => renderPage('Redirecting', `Redirecting to ${location}`),
}

/** Redirects to the same URL with a trailing slash. */
export function redirectToDirectory(
  req: IncomingMessage & { originalUrl?: string },
  res: ServerResponse,
  style: DirectoryRedirect,
): void {
  const url = req.originalUrl ?? req.url ?? '/'
  // Prevents an open redirect: browsers read '//host/' and '/\\host/' as another host, and an
  // absolute-form target names its own.
  const path = `${parseTarget(url).pathname}/`.replace(/^\/+/, '/').replaceAll('\\', '%5C')
  const location = encodeUrl(path + afterPath(url))
  const body = style.render(location)
  res.statusCode = style.status
  forgetHeader(res, 'Transfer-Encoding') // The response has a Content-Length (RFC 9112, 6.1).
  res.setHeader('Content-Type', 'text/html; charset=UTF-8')
  res.setHeader('Content-Length', Buffer.byteLength(body))
  for (const [name, value] of Object.entries(style.headers)) res.setHeader(name, value)
  res.setHeader('Location', location)
  res.end(body)
}
