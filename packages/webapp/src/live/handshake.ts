import type { Req } from '../http/exchange.ts'
import { hostOf } from '../request/network.ts'
import type { UpgradeOptions, UpgradeRequest } from './socket-types.ts'

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** The subprotocols that a client offers, in order; undefined if the header is malformed. */
export function offeredProtocols(header: string | undefined): Set<string> | undefined {
  if (header === undefined) return new Set()
  const names = header.split(',').map((name) => name.trim())
  const offered = new Set(names)
  return names.every((name) => TOKEN.test(name)) && offered.size === names.length
    ? offered
    : undefined
}

/** The subprotocol to speak, '' for none; undefined if the client offers only others. */
export function chooseProtocol(
  offered: ReadonlySet<string>,
  protocols: UpgradeOptions['protocols'],
  req: UpgradeRequest,
): string | undefined {
  if (typeof protocols === 'function') {
    const chosen = protocols(offered, req)
    if (chosen === false) return undefined
    if (chosen === '' || offered.has(chosen)) return chosen
    throw new TypeError(`protocols() of upgrade() chose ${String(chosen)}, which was not offered`)
  }
  if (offered.size === 0) return ''
  if (protocols === undefined) return [...offered][0]
  return protocols.find((name) => offered.has(name))
}

/** Whether the page of a browser may connect: browsers add cookies to requests of any page. */
export function isOriginAllowed(
  req: UpgradeRequest,
  allowed: NonNullable<UpgradeOptions['origin']>,
): boolean | Promise<boolean> {
  const { origin } = req.headers
  if (typeof allowed === 'function') return allowed(origin, req)
  if (origin === undefined || allowed === 'any') return true
  if (allowed === 'same') return isSameOrigin(origin, req)
  // `search` does not depend on the position that a global expression keeps.
  return allowed.some((each) =>
    typeof each === 'string' ? each === origin : origin.search(each) !== -1,
  )
}

/**
 * Whether an origin has the host and port of the request. Its scheme counts if the connection is
 * encrypted here or to a trusted proxy; any other proxy in front may have decrypted it.
 */
function isSameOrigin(origin: string, req: UpgradeRequest): boolean {
  const host = 'app' in req ? hostOf(req as unknown as Req) : req.headers.host
  if (!host) return false
  try {
    const { protocol, host: from } = new URL(origin)
    const { encrypted } = req.socket as { encrypted?: boolean }
    const isEncrypted = Boolean(encrypted) || req.secure === true
    if (protocol !== 'https:' && (isEncrypted || protocol !== 'http:')) return false
    return new URL(`${protocol}//${host}`).host === from
  } catch {
    return false
  }
}
