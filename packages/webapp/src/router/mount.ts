import type { Req } from '../http/exchange.ts'
import { setTrimmedUrl } from '../http/target.ts'

/** The part of the URL in front of a mounted router. */
export interface MountPoint {
  /** `scheme://authority` of a target in absolute form. It stays at the start of `req.url`. */
  readonly authority: string
  /** `req.baseUrl` outside of the mount. */
  readonly baseUrl: string
}

/** The change that a mount made to `req.url`, for restoring it when the request leaves the mount. */
export interface Trimmed {
  readonly removed: string
  /** Whether `enterMount` added a leading slash, as for '/docs' in a mount at '/docs'. */
  readonly slashAdded: boolean
}

/** Whether a matched mount path ends where a segment ends, or at one of `boundaries`. */
export function endsAtBoundary(path: string, mounted: string, boundaries: string): boolean {
  if (!path.startsWith(mounted)) return false
  const following = path[mounted.length]
  return following === '/' || following === undefined || boundaries.includes(following)
}

/** Moves the mount path from `req.url` to `req.baseUrl`. */
export function enterMount(req: Req, mounted: string, point: MountPoint): Trimmed {
  const { authority, baseUrl } = point
  const rest = req.url.slice(authority.length + mounted.length)
  const slashAdded = authority === '' && rest.charCodeAt(0) !== SLASH
  if (slashAdded || authority !== '') req.url = slashAdded ? `/${rest}` : authority + rest
  else setTrimmedUrl(req, rest, mounted.length)
  const endsInSlash = mounted.charCodeAt(mounted.length - 1) === SLASH
  req.baseUrl = baseUrl + (endsInSlash ? mounted.slice(0, -1) : mounted)
  return { removed: mounted, slashAdded }
}

/** Undoes `enterMount`; keeps a change that a handler made to the rest of `req.url`. */
export function leaveMount(req: Req, trimmed: Trimmed, point: MountPoint): void {
  const { authority, baseUrl } = point
  const url = trimmed.slashAdded ? req.url.slice(1) : req.url
  req.baseUrl = baseUrl
  req.url = authority + trimmed.removed + url.slice(authority.length)
}

const SLASH = 0x2f
