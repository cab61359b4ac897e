import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { httpError } from '../errors/http-error.ts'
import type { Next } from '../http/exchange.ts'
import { type Handshake, takeUpgrades } from '../node/index.ts'
import { isRequestClosing } from '../request/closing.ts'
import { registrations } from '../router/watched-list.ts'
import { createUpgrade, type Refusal, refuseUpgrade, UPGRADE } from './create-upgrade.ts'
import { offersUpgrade, offersUpgradeTo } from './find-upgrades.ts'
import { SocketRoute } from './socket-route.ts'
import type { UpgradableApp, UpgradableServer } from './socket-types.ts'

const handshakes = new WeakMap<object, Handshake>()

/** A handler that completes the handshake of a WebSocket request; any other request gets 426. */
export const upgrade = createUpgrade<Handshake>({
  onRoute: watchServers,
  handshakeOf: (req) => handshakes.get(req),
  problemOf,
  createRoute: (handler, settings) => new SocketRoute(handler, settings),
  refuseOrdinary,
})

const KEY = /^[+/0-9A-Za-z]{22}==$/

/** The reason to refuse a request for a WebSocket, if there is one (RFC 6455, 4.2.1 and 4.4). */
function problemOf({ req }: Handshake): Refusal | undefined {
  const { headers } = req
  if (isRequestClosing(req)) return [503, 'The server is closing']
  if (headers['sec-websocket-version'] !== '13') {
    return [426, 'WebSocket version 13 is required', { 'Sec-WebSocket-Version': '13', ...UPGRADE }]
  }
  if (req.httpVersionMajor >= 2) return undefined // RFC 8441, 5: there is no key.
  // HTTP/1.0 has no upgrades (RFC 9110, 7.8).
  if (req.httpVersion === '1.0') return [426, 'A WebSocket needs HTTP/1.1', UPGRADE]
  if (headers['content-length'] !== undefined && headers['content-length'] !== '0') {
    return [400, 'A WebSocket request cannot have a body']
  }
  if (headers['transfer-encoding'] !== undefined) {
    return [400, 'A WebSocket request cannot have a body']
  }
  return KEY.test(headers['sec-websocket-key'] ?? '')
    ? undefined
    : [400, 'The Sec-WebSocket-Key header is missing or invalid']
}

const WEBSOCKET = /(?:^|,)\s*websocket\s*(?:,|$)/i

function refuseOrdinary(req: IncomingMessage, res: ServerResponse, next: Next): void {
  const { upgrade: protocols = '', connection = '' } = req.headers
  // Node takes a request without `Connection: Upgrade` for an ordinary one.
  if (!WEBSOCKET.test(protocols) || !/(?:^|,)\s*upgrade\s*(?:,|$)/i.test(connection)) {
    refuseUpgrade(res, 426, 'This address speaks WebSocket', UPGRADE)
    return
  }
  // From the next connection on, the server gives upgrades to the application.
  const { server } = (req.socket ?? {}) as { server?: UpgradableServer }
  if (server !== undefined) considerServer(server, true)
  const message =
    'The server of this request does not give upgrades to the application; call acceptUpgrades(server, app) of webapp/ws'
  next(httpError(501, message))
}

const accepted = new WeakMap<object, Map<object, () => void>>()

/**
 * Gives the WebSocket requests of a server to an application. Servers of `app.listen` and of
 * `createServer(app)` need no call. Returns a function that ends this.
 */
export function acceptUpgrades(server: UpgradableServer, app: UpgradableApp): () => void {
  if (typeof (server as { on?: unknown } | null)?.on !== 'function') {
    throw new TypeError(`acceptUpgrades() needs a server of node:http, got ${inspect(server)}`)
  }
  if (typeof app !== 'function') {
    throw new TypeError(`acceptUpgrades() needs an application, got ${inspect(app)}`)
  }
  const apps = accepted.get(server) ?? new Map<object, () => void>()
  accepted.set(server, apps)
  const known = apps.get(app)
  if (known !== undefined) return known
  const stop = takeUpgrades(server as Parameters<typeof takeUpgrades>[0], {
    app: app as unknown as { request: object; response: object },
    offers: (req) => offersUpgradeTo(app, req),
    enter(handshake) {
      handshakes.set(handshake.req, handshake)
      app(handshake.req, handshake.res)
    },
  })
  const end = () => {
    apps.delete(app)
    stop()
  }
  apps.set(app, end)
  return end
}

let isWatching = false
/** Servers without an upgrade route, with the count of registrations when they were searched. */
const searched = new WeakMap<object, number>()

/**
 * Finds the servers of applications with an upgrade route. Node reports each new connection on this
 * channel, before it reads a byte of it, so a server gets its listener in time.
 */
function watchServers(): void {
  registrations.count++ // A router of another package does not count its routes.
  if (isWatching) return
  isWatching = true
  channel('net.server.socket').subscribe((message) => {
    const { server } = (message as { socket: { server?: UpgradableServer } }).socket
    if (server !== undefined) considerServer(server, false)
  })
}

function considerServer(server: UpgradableServer, isCertain: boolean): void {
  const { count } = registrations
  if (accepted.has(server) || (!isCertain && searched.get(server) === count)) return
  searched.set(server, count)
  const apps = server.listeners('request') as (UpgradableApp & { handle?: unknown })[]
  const app = apps.find((each) => each.handle && (isCertain || offersUpgrade(each)))
  if (app !== undefined) acceptUpgrades(server, app)
}
