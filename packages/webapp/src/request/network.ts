import { isIP } from 'node:net'
import proxyAddr from 'proxy-addr'
import type { Req } from '../http/exchange.ts'
import { firstForwarded, type TrustFunction } from '../http/forwarded.ts'

/** Members that tell who asks and by what name, through the proxies that the application trusts. */
export const network = {
  get protocol(): string {
    const req = this as unknown as Req
    const own = isEncrypted(req) ? 'https' : 'http'
    if (!trustsPeer(req)) return own
    const told = firstForwarded(req.headers['x-forwarded-proto']).toLowerCase()
    // Only what a connection can be: any other word would reach URLs that applications build.
    return told === 'http' || told === 'https' ? told : own
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
    // The socket's own address comes first there and is not part of the list.
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

/** The host that the client asked for, with its port, through trusted proxies. */
export function hostOf(req: Req): string | undefined {
  const told = req.headers['x-forwarded-host']
  if (!told || !trustsPeer(req)) return req.headers.host || undefined
  return firstForwarded(told) || undefined
}

export function withoutPort(host: string | undefined): string | undefined {
  if (!host) return undefined
  const afterBrackets = host.startsWith('[') ? host.indexOf(']') + 1 : 0
  const port = host.indexOf(':', afterBrackets)
  return port === -1 ? host : host.slice(0, port)
}

function trustOf(req: Req): TrustFunction {
  return req.app.settings['trust proxy fn'] as TrustFunction
}

function trustsPeer(req: Req): boolean {
  return trustOf(req)(req.socket.remoteAddress as string, 0)
}

function isEncrypted(req: Req): boolean {
  return Boolean((req.socket as { encrypted?: boolean }).encrypted)
}
