import { resolve } from 'node:url'
import type { Res } from '../../http/exchange.ts'
import { parseTarget } from '../../http/target.ts'
import type { RedirectStyle } from '../../response/location.ts'

interface MountedApp {
  path(): string
}

/**
 * The Location that 3.x derives from a URL. './' and '../' are relative to the request, other
 * relative URLs to the mount path of the application. 'back' is the referrer.
 */
export function toLocation(res: Res, url: string): string {
  if (url === 'back') return res.req.get('Referrer') || '/'
  if (url.includes('://') || url.startsWith('//')) return url
  if (url.startsWith('.')) return resolveFromRequest(res, url)
  if (url.startsWith('/')) return url
  return `${(res.app as unknown as MountedApp).path()}/${url.replace(SECOND_SLASH, encodeURIComponent)}`
}

// After the added slash these would name another host: browsers read '\\' as '/' and ignore tabs.
const SECOND_SLASH = /^[\t\\][\t\\/]*/

function resolveFromRequest(res: Res, url: string): string {
  // Omit the host of a request target in absolute form, because the client controls it.
  const path = parseTarget(res.req.originalUrl).pathname ?? '/'
  const base = path.endsWith('/') ? path : `${path}/`
  // Two leading slashes, from the request or after '..', would name another host.
  return resolve(base.replace(/^[\\/]+/, '/'), url).replace(/^[\\/]+/, '/')
}

/** The bodies of a redirect in 3.x: the HTML page contains a link. */
export const redirectStyle: RedirectStyle = {
  text: (reason, address) => `${reason}. Redirecting to ${encodeURI(address)}`,
  page(reason, address) {
    return `<p>${reason}. Redirecting to <a href="${address}">${address}</a></p>`
  },
  setStatus(res, status) {
    res.statusCode = status
  },
  // A program that replaced `end` gets the `null` of Express.
  endHead: (res) => res.end(null),
}
