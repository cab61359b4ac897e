import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import { escapeHtml } from '../http/escape-html.ts'
import { hide } from './describe.ts'
import { isRead, sendTagged, tagText } from './openapi.ts'
import type { DocumentHandler, ReferenceOptions } from './openapi-types.ts'
import { SCRIPT, STYLE } from './reference-page.ts'

/** Creates the handler of a page that shows a document and sends requests. */
export function createReference(url: string, options: ReferenceOptions = {}): DocumentHandler {
  if (typeof url !== 'string' || url === '') {
    throw new TypeError(
      `reference takes the URL of a document, such as '/openapi.json', got ${inspect(url)}`,
    )
  }
  const { title = '', connect = [] } = options
  const page = tagText(render(url, title))
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': createPolicy([originOf(url), ...connect.map(originOf)].flat()),
    'Referrer-Policy': 'no-referrer',
  }
  return hide(function reference(req, res, next) {
    const [path] = (req.url ?? '').split('?', 1)
    if (isRead(req) && (path === '/' || path === '')) sendTagged(req, res, page, headers)
    else next()
  })
}

/** The origin of an absolute URL; none for a path, which belongs to the origin of the page. */
function originOf(url: string): string[] {
  if (!/^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(url)) return []
  if (/^[/\\]/.test(url)) {
    throw new TypeError(
      `reference takes a path or a whole URL with its scheme, got ${inspect(url)}`,
    )
  }
  const { origin, protocol } = new URL(url)
  if (protocol === 'http:' || protocol === 'https:') return [origin]
  throw new TypeError(`reference takes URLs of http and https, got ${inspect(url)}`)
}

function createPolicy(origins: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${digest(SCRIPT)}`,
    `style-src ${digest(STYLE)}`,
    ["connect-src 'self'", ...new Set(origins)].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'img-src data:',
  ].join('; ')
}

function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function render(url: string, title: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title || 'API reference')}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escapeHtml(title || 'API reference')}</h1><div id="about"></div></header>
<nav aria-label="Operations"></nav>
<main data-url="${escapeHtml(url)}" data-title="${escapeHtml(title)}"><p role="status">Loading…</p></main>
<noscript><p>This page needs JavaScript. The document is at <a href="${escapeHtml(url)}">${escapeHtml(url)}</a>.</p></noscript>
<script type="module">${SCRIPT}</script>
</body>
</html>
`
}
