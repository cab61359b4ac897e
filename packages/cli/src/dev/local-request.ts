import type { IncomingMessage } from 'node:http'

/**
 * Whether a request names this machine as its host, and no page of another site can read its
 * response. Only such requests see the error page and the paths of `webapp dev`.
 *
 * A web site whose name resolves to an address of this machine (DNS rebinding) sends its own name as
 * `Host`. An address cannot be such a name: the one that the client connected to is accepted. Headers
 * of proxies are not read, because every client can send them.
 */
export function isLocalRequest({ headers, socket }: IncomingMessage): boolean {
  const host = headers.host ?? headers[':authority']
  const address = addressOf(socket)
  if (!isLocalHost(String(host ?? ''), address)) return false
  const { origin } = headers
  // If a program allows all origins, scripts of other sites can read its responses. They cannot read
  // a page that the browser opens.
  if (origin === undefined || headers['sec-fetch-mode'] === 'navigate') return true
  return isLocalHost(/^[a-z][a-z\d+.-]*:\/\/(.*)$/i.exec(origin)?.[1] ?? '', address)
}

function isLocalHost(host: string, address: string | undefined): boolean {
  const name = /^(\[[\da-f:.]+\]|[a-z\d.-]+)(?::\d*)?$/i.exec(host)?.[1]?.toLowerCase()
  if (name === undefined) return false
  return (
    /^(?:(?:[a-z\d-]+\.)*localhost\.?|127\.0\.0\.1|\[::1\])$/.test(name) ||
    name === address ||
    name === `[${address}]`
  )
}

/** The address that the client connected to. The socket of HTTP/2 may be gone. */
function addressOf(socket: IncomingMessage['socket'] | undefined): string | undefined {
  try {
    return socket?.localAddress?.replace(/^::ffff:/, '').toLowerCase()
  } catch {
    return undefined
  }
}
