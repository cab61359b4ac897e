import type { IncomingMessage } from 'node:http'
import type { Attributes } from '@opentelemetry/api'
import type { App, Req } from '../http/exchange.ts'
import { checkHost } from '../http/host.ts'
import { targetOf } from '../http/target.ts'
import type { TrustFunction } from '../http/x-forwarded.ts'
import { settingsOf } from '../members/settings.ts'
import { network } from '../request/network.ts'
import type { RequestEvent } from '../trace/trace-request.ts'

/** The value of `http.request.method` for a method that is not known. */
const OTHER_METHOD = '_OTHER'

/**
 * The attributes of a server span that are known when a request arrives. Headers of proxies count as
 * far as the application trusts them.
 */
export function requestAttributes(event: RequestEvent, known: ReadonlySet<string>): Attributes {
  const { req, method, url } = event
  const { headers, socket } = req
  const { scheme, host, client } = originOf(event)
  const server = serverOf(host, scheme)
  const { pathname, query } = targetOf(req)
  const attributes: Attributes = {
    'http.request.method': known.has(method) ? method : OTHER_METHOD,
    'url.scheme': scheme,
    'url.path': pathname ?? url,
    'network.protocol.version': versionOf(req),
  }
  if (!known.has(method)) attributes['http.request.method_original'] = method
  if (query) attributes['url.query'] = withoutSecrets(query)
  if (server !== undefined) {
    attributes['server.address'] = server.address
    attributes['server.port'] = server.port
  }
  if (client !== undefined) attributes['client.address'] = client
  const { remoteAddress, remotePort } = socket
  if (remoteAddress !== undefined) attributes['network.peer.address'] = remoteAddress
  if (remotePort) attributes['network.peer.port'] = remotePort
  const agent = headers['user-agent']
  if (agent !== undefined) attributes['user_agent.original'] = agent
  return attributes
}

interface Origin {
  readonly scheme: string
  readonly host: string | undefined
  readonly client: string | undefined
}

function originOf({ req, app }: RequestEvent): Origin {
  const { headers, socket } = req
  const peer = socket.remoteAddress
  const trust = settingsOf(app as App)['trust proxy fn'] as TrustFunction
  if (peer !== undefined && trust(peer, 0) === true) return originByProxies(req, app)
  const scheme = (socket as { encrypted?: boolean }).encrypted ? 'https' : 'http'
  const host = (headers[':authority'] as string | undefined) ?? headers.host
  return { scheme, host, client: peer }
}

/** A foreign server gives the request the members of the application later. */
function originByProxies(req: IncomingMessage, app: object): Origin {
  const { headers, socket } = req
  const get = (name: string) => headers[name.toLowerCase()]
  const { protocol, host, ip } = Object.assign(Object.create(network), {
    app,
    headers,
    socket,
    get,
  }) as Req & { readonly ip?: string }
  return { scheme: protocol, host, client: ip }
}

interface ServerName {
  readonly host: string
  readonly scheme: string
  readonly address: string
  readonly port: number
}

let last: ServerName | undefined

/** Most requests of a process name one host. */
function serverOf(host: string | undefined, scheme: string): ServerName | undefined {
  if (last !== undefined && last.host === host && last.scheme === scheme) return last
  const [, address, port] = /^(.*?)(?::(\d*))?$/.exec(checkHost(host) ?? '') ?? []
  if (host === undefined || !address) return undefined
  const usual = scheme === 'https' ? 443 : 80
  last = { host, scheme, address: address.replace(/^\[|\]$/g, ''), port: Number(port) || usual }
  return last
}

/** `1.1`, or `2` as the conventions want it. */
function versionOf({ httpVersionMajor, httpVersion }: IncomingMessage): string {
  return httpVersionMajor >= 2 ? String(httpVersionMajor) : httpVersion
}

const SECRETS = /(^|&)(AWSAccessKeyId|Signature|sig|X-Goog-Signature)=[^&]*/g

/** The conventions name these parameters, which give access to files of cloud providers. */
function withoutSecrets(query: string): string {
  return query.replace(SECRETS, '$1$2=REDACTED')
}
