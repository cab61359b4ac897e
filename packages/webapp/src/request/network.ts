import { isIP } from 'node:net'
import proxyAddr from 'proxy-addr'
import { reportStray } from '../errors/callback-errors.ts'
import type { Req } from '../http/exchange.ts'
import { firstForwarded, type TrustFunction } from '../http/forwarded.ts'
import { checkHost } from '../http/host.ts'

/** Members about the client's address and the requested host, with support for trusted proxies. */
export const network = {
  get protocol(): string {
    const req = this as unknown as Req
    const actual = isEncrypted(req) ? 'https' : 'http'
    if (!trustsPeer(req)) return actual
    const forwarded = firstForwarded(req.headers['x-forwarded-proto']).toLowerCase()
    // Applications build URLs from `req.protocol`, so a client must not inject text here.
    return forwarded === 'http' || forwarded === 'https' ? forwarded : actual
  },

  get secure(): boolean {
    return (this as unknown as Req).protocol === 'https'
  },

  get ip(): string | undefined {
    const req = this as unknown as Req
    return proxyAddr(req, trustOf(req))
  },

  get ips(): string[] {
    const req = this as unknown as Req
    const addresses = proxyAddr.all(req, trustOf(req))
    // `proxyAddr.all` returns the socket's address first; `req.ips` does not include it.
    return addresses.slice(1).reverse()
  },

  get subdomains(): string[] {
    const req = this as unknown as Req
    const { hostname } = req
    if (!hostname) return []
    const labels = isIP(hostname) ? [hostname] : hostname.split('.').reverse()
    return labels.slice(req.app.settings['subdomain offset'] as number)
  },

  get host(): string | undefined {
    return hostOf(this as unknown as Req)
  },

  get hostname(): string | undefined {
    return withoutPort((this as unknown as Req).host)
  },
}

/**
 * The requested host with its port; undefined if it is malformed. X-Forwarded-Host counts if the
 * app trusts the peer.
 */
export function hostOf(req: Req): string | undefined {
  const forwarded = req.headers['x-forwarded-host']
  return checkHost(forwarded && trustsPeer(req) ? firstForwarded(forwarded) : req.headers.host)
}

export function withoutPort(host: string | undefined): string | undefined {
  if (!host) return undefined
  const afterBrackets = host.startsWith('[') ? host.indexOf(']') + 1 : 0
  const port = host.indexOf(':', afterBrackets)
  return port === -1 ? host : host.slice(0, port)
}

function trustOf(req: Req): TrustFunction {
  return (address, hop) => trusts(req, address, hop)
}

function trusts(req: Req, address: string, hop: number): boolean {
  const { settings } = req.app
  const isTrusted = (settings['trust proxy fn'] as TrustFunction)(address, hop)
  if (isTrusted !== true && isTrusted !== false) reportStray(isTrusted, req)
  return isTrusted
}

function trustsPeer(req: Req): boolean {
  return trusts(req, req.socket.remoteAddress as string, 0)
}

function isEncrypted(req: Req): boolean {
  return Boolean((req.socket as { encrypted?: boolean }).encrypted)
}
