import type { Req } from '../http/exchange.ts'
import { cutUrl } from '../http/target.ts'

/** Where a router is mounted: what lies before its part of the URL. */
export interface MountPoint {
  /** `scheme://authority` of a target in absolute form, which stays in front. */
  readonly authority: string
  readonly baseUrl: string
}

/** What a mount took off the URL, kept to put it back when the request leaves the mount. */
export interface Trimmed {
  readonly removed: string
  readonly slashAdded: boolean
}

/** Whether a matched mount path ends at a boundary of the path. */
export function endsAtBoundary(path: string, mounted: string, boundaries: string): boolean {
  if (!path.startsWith(mounted)) return false
  const following = path[mounted.length]
  return following === '/' || following === undefined || boundaries.includes(following)
}

/** Takes the mount path off `req.url` and adds it to `req.baseUrl`. */
export function enterMount(req: Req, mounted: string, point: MountPoint): Trimmed {
  const { authority, baseUrl } = point
  const rest = req.url.slice(authority.length + mounted.length)
  const slashAdded = authority === '' && rest.charCodeAt(0) !== SLASH
  if (slashAdded || authority !== '') req.url = slashAdded ? `/${rest}` : authority + rest
  else cutUrl(req, rest, mounted.length)
  const endsInSlash = mounted.charCodeAt(mounted.length - 1) === SLASH
  req.baseUrl = baseUrl + (endsInSlash ? mounted.slice(0, -1) : mounted)
  return { removed: mounted, slashAdded }
}

/** Puts back what `enterMount` took, whatever became of the rest of the URL meanwhile. */
export function leaveMount(req: Req, trimmed: Trimmed, point: MountPoint): void {
  const { authority, baseUrl } = point
  const url = trimmed.slashAdded ? req.url.slice(1) : req.url
  req.baseUrl = baseUrl
  req.url = authority + trimmed.removed + url.slice(authority.length)
}

const SLASH = 0x2f
