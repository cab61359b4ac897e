import { resolve } from 'node:url'
import type { Res } from '../../http/exchange.ts'
import { parseTarget } from '../../http/target.ts'
import type { RedirectStyle } from '../../response/location.ts'

interface MountedApp {
  path(): string
}

/**
 * The address that 3.x makes of a URL: 'back', './' and '../' from the URL of the request, other
 * relative ones from where the application is mounted.
 */
export function toLocation(res: Res, url: string): string {
  if (url === 'back') return res.req.get('Referrer') || '/'
  if (url.includes('://') || url.startsWith('//')) return url
  if (url.startsWith('.')) return resolveFromRequest(res, url)
  if (url.startsWith('/')) return url
  return `${(res.app as unknown as MountedApp).path()}/${url.replace(SECOND_SLASH, encodeURIComponent)}`
}

// After a slash of ours these would name another host: browsers read '\\' as '/', and tabs not at all.
const SECOND_SLASH = /^[\t\\][\t\\/]*/

function resolveFromRequest(res: Res, url: string): string {
  // Without the host that an absolute form of the target may name: that is not ours to repeat.
  const path = parseTarget(res.req.originalUrl).pathname ?? '/'
  const base = path.endsWith('/') ? path : `${path}/`
  // Two slashes at the beginning, of the request or by '..', would name another host.
  return resolve(base.replace(/^[\\/]+/, '/'), url).replace(/^[\\/]+/, '/')
}

/** The texts of a redirect in 3.x: the page has a link. */
export const redirectStyle: RedirectStyle = {
  text: (reason, address) => `${reason}. Redirecting to ${encodeURI(address)}`,
  page(reason, address) {
    return `<p>${reason}. Redirecting to <a href="${address}">${address}</a></p>`
  },
  setStatus(res, status) {
    res.statusCode = status
  },
}
