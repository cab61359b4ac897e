/**
 * Whether a client wants a page rather than data. A browser that opens a page names `text/html`
 * before every other type; `fetch`, curl and API clients accept anything, or name JSON.
 */
export function wantsHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const html = Math.max(qualityOf(accept, 'text/html'), qualityOf(accept, 'application/xhtml+xml'))
  return html > 0 && html >= qualityOf(accept, 'application/json')
}

/** The quality that a header names for exactly this type; 0 if it names only wildcards. */
function qualityOf(accept: string, type: string): number {
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    if (name !== type) continue
    const quality = parameters.find((text) => text.startsWith('q='))
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0
  }
  return 0
}
