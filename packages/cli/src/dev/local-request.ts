import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Whether a request names this machine as its host, and no page of another site can read its
 * response. Only such requests see the error page and the paths of `webapp dev`.
 *
 * A web site whose name resolves to an address of this machine (DNS rebinding) sends its own name as
 * `Host`. An address cannot be such a name, so every address is accepted: behind a forwarded port, as
 * of a container, it is not the one of the socket. Headers of proxies are not read, because every
 * client can send them.
 */
export function isLocalRequest({ headers, socket }: IncomingMessage): boolean {
  const host = nameOf(String(headers.host ?? headers[':authority'] ?? ''))
  if (!isLocalName(host) && !isAddress(host)) return false
  const { origin } = headers
  // If a program allows all origins, scripts of other sites can read its responses. They cannot read
  // a page that the browser opens.
  if (origin === undefined || headers['sec-fetch-mode'] === 'navigate') return true
  const site = nameOf(/^[a-z][a-z\d+.-]*:\/\/(.*)$/i.exec(origin)?.[1] ?? '')
  // Another site may have an address as its origin: it must be one of this machine.
  return isLocalName(site) || (isAddress(site) && [host, addressOf(socket)].includes(site))
}

/** The name in `name:port`, without the brackets of an address; empty for anything else. */
function nameOf(host: string): string {
  const [, address, name] = /^(?:\[([\da-f:.]+)\]|([a-z\d.-]+))(?::\d*)?$/i.exec(host) ?? []
  return (address ?? name ?? '').toLowerCase()
}

function isLocalName(name: string): boolean {
  return /^(?:(?:[a-z\d-]+\.)*localhost\.?|127\.0\.0\.1|::1)$/.test(name)
}

function isAddress(name: string): boolean {
  return isIP(name) !== 0
}

/** The address that the client connected to. The socket of HTTP/2 may be gone. */
function addressOf(socket: IncomingMessage['socket'] | undefined): string | undefined {
  try {
    return socket?.localAddress?.replace(/^::ffff:/, '').toLowerCase()
  } catch {
    return undefined
  }
}
