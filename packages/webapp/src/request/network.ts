import { isIP } from 'node:net'
import proxyAddr from 'proxy-addr'
import { reportStray } from '../errors/callback-errors.ts'
import type { Req } from '../http/exchange.ts'
import { checkHost } from '../http/host.ts'
import { FORWARDED_SETTING, readTrustedHops, type TrustedHops } from '../http/trusted-hops.ts'
import { firstForwarded, type TrustFunction } from '../http/x-forwarded.ts'
import { settingsOf } from '../members/settings.ts'

/**
 * Members about the client's address and the requested host, with support for trusted proxies. Every
 * dialect has `protocol`, `secure`, `ip` and `ips` from here, and may define the others itself.
 */
export const network = {
  get protocol(): string {
    const req = this as unknown as Req
    const actual = isEncrypted(req) ? 'https' : 'http'
    if (readsForwarded(req)) return schemeOf(trustedHops(req).told('proto')) ?? actual
    if (!trustsPeer(req, trustOf(req))) return actual
    return schemeOf(firstForwarded(req.get('X-Forwarded-Proto'))) ?? actual
  },

  get secure(): boolean {
    return (this as unknown as Req).protocol === 'https'
  },

  get ip(): string | undefined {
    const req = this as unknown as Req
    if (readsForwarded(req)) return trustedHops(req).addresses.at(-1)
    return proxyAddr(req, trustOf(req))
  },

  get ips(): string[] {
    const req = this as unknown as Req
    const addresses = readsForwarded(req)
      ? trustedHops(req).addresses
      : proxyAddr.all(req, trustOf(req))
    // The address of the socket comes first; `req.ips` does not include it.
    return addresses.slice(1).reverse()
  },

  get subdomains(): string[] {
    const req = this as unknown as Req
    const { hostname } = req
    if (!hostname) return []
    const labels = isIP(hostname) ? [hostname] : hostname.split('.').reverse()
    return labels.slice(settingsOf(req.app)['subdomain offset'] as number)
  },

  get host(): string | undefined {
    return hostOf(this as unknown as Req)
  },

  get hostname(): string | undefined {
    return withoutPort((this as unknown as Req).host)
  },
}

/**
 * The requested host with its port; undefined if it is malformed. What proxies have forwarded counts
 * if the app trusts the peer.
 */
export function hostOf(req: Req): string | undefined {
  if (readsForwarded(req)) return checkHost(trustedHops(req).told('host') ?? req.get('Host'))
  const trust = trustOf(req)
  const forwarded = req.get('X-Forwarded-Host')
  return checkHost(
    forwarded && trustsPeer(req, trust) ? firstForwarded(forwarded) : req.get('Host'),
  )
}

export function withoutPort(host: string | undefined): string | undefined {
  if (!host) return undefined
  const afterBrackets = host.startsWith('[') ? host.indexOf(']') + 1 : 0
  const port = host.indexOf(':', afterBrackets)
  return port === -1 ? host : host.slice(0, port)
}

/** Whether proxies are believed in the header Forwarded alone. Express does not have the setting. */
function readsForwarded(req: Req): boolean {
  return req.app.settings[FORWARDED_SETTING] === 'Forwarded'
}

/** What trusted proxies say in Forwarded. */
function trustedHops(req: Req): TrustedHops {
  return readTrustedHops(req.get('Forwarded') ?? '', req.socket.remoteAddress, trustOf(req))
}

/** Applications build URLs from `req.protocol`, so a client must not inject text here. */
function schemeOf(told: string | undefined): string | undefined {
  const scheme = told?.toLowerCase()
  return scheme === 'http' || scheme === 'https' ? scheme : undefined
}

function trustOf(req: Req): TrustFunction {
  const trust = settingsOf(req.app)['trust proxy fn'] as TrustFunction
  return (address, hop) => {
    const isTrusted = trust(address, hop)
    if (isTrusted !== true && isTrusted !== false) reportStray(isTrusted, req)
    return isTrusted
  }
}

function trustsPeer(req: Req, trust: TrustFunction): boolean {
  return trust(req.socket.remoteAddress as string, 0)
}

function isEncrypted(req: Req): boolean {
  return Boolean((req.socket as { encrypted?: boolean }).encrypted)
}
