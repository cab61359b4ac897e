import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { isAbandoned } from '../errors/abandoned.ts'
import { httpError } from '../errors/http-error.ts'
import { checkOptionNames } from '../errors/option-names.ts'
import { toError } from '../errors/to-error.ts'
import type { Next } from '../http/exchange.ts'
import { type Handshake, takeUpgrades } from '../node/index.ts'
import { isRequestClosing } from '../request/closing.ts'
import { registrations } from '../router/watched-list.ts'
import { bindAsyncContext } from '../runtime/async-context.ts'
import { markUpgradeHandler, offersUpgrade, offersUpgradeTo } from './find-upgrades.ts'
import { chooseProtocol, isOriginAllowed, offeredProtocols } from './handshake.ts'
import { type RouteSettings, SocketRoute } from './socket-route.ts'
import type {
  UpgradableApp,
  UpgradableServer,
  UpgradeHandler,
  UpgradeMiddleware,
  UpgradeOptions,
  UpgradeRequest,
} from './socket-types.ts'

const handshakes = new WeakMap<object, Handshake>()

/** A handler that completes the handshake of a WebSocket request; any other request gets 426. */
export function upgrade(handler: UpgradeHandler, options: UpgradeOptions = {}): UpgradeMiddleware {
  if (typeof handler !== 'function') {
    throw new TypeError(`upgrade() needs a function (socket, req), got ${inspect(handler)}`)
  }
  const settings = checkOptions(options)
  const route = new SocketRoute(handler, settings)
  watchServers()
  const middleware: HandshakeMiddleware = function upgradeToWebSocket(req, res, next) {
    // A guard has responded, and called next(), or a deadline has passed.
    if (res.writableEnded || isAbandoned(res)) return
    if (res.headersSent) {
      next(new Error('upgrade() sends the response, but its headers were already sent'))
      return
    }
    const handshake = handshakes.get(req)
    if (handshake === undefined) refuseOrdinary(req, res, next)
    else {
      accept(handshake, route, settings, req as UpgradeRequest, next).catch((error: unknown) =>
        next(toError(error, 'A function of upgrade() failed with')),
      )
    }
  }
  // Its `~params` is a type alone.
  return markUpgradeHandler(middleware) as unknown as UpgradeMiddleware
}

type HandshakeMiddleware = (req: IncomingMessage, res: ServerResponse, next: Next) => void

async function accept(
  handshake: Handshake,
  route: SocketRoute,
  settings: RouteSettings,
  req: UpgradeRequest,
  next: Next,
): Promise<void> {
  const { res } = handshake
  const problem = problemOf(handshake)
  if (problem !== undefined) {
    refuse(res, ...problem)
    return
  }
  const offered = offeredProtocols(req.headers['sec-websocket-protocol'])
  if (offered === undefined) {
    refuse(res, 400, 'The Sec-WebSocket-Protocol header is malformed')
    return
  }
  const place = route.reserve(req.ip)
  if (typeof place === 'number') {
    refuse(
      res,
      place,
      place === 429 ? 'Too many connections' : 'The route has too many connections',
    )
    return
  }
  const free = place
  handshake.socket.once('close', free) // A function that decides later may never do so.
  let isOpened = false
  try {
    const isAllowed = isOriginAllowed(req, settings.origin)
    // Only a function decides later: the others must not delay the handshake.
    if (!(typeof isAllowed === 'boolean' ? isAllowed : await isAllowed)) {
      refuse(res, 403, 'The origin is not allowed')
      return
    }
    const protocol = chooseProtocol(offered, settings.protocols, req)
    if (protocol === undefined) {
      refuse(res, 400, 'No subprotocol of the client is supported')
      return
    }
    // A function that decides later leaves time: the client may be gone, or a timeout may have responded.
    if (handshake.socket.destroyed || res.headersSent || isAbandoned(res)) return
    if (isRequestClosing(req)) {
      refuse(res, 503, 'The server is closing')
      return
    }
    isOpened = route.open(handshake, protocol, free, bindAsyncContext(next))
    if (!isOpened) refuse(res, 400, 'The WebSocket handshake is malformed')
  } finally {
    if (!isOpened) free()
  }
}

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

type Refusal = [status: number, message: string, headers?: Record<string, string>]

// With `Upgrade` alone, Node would keep a connection that the client wants to be closed.
const UPGRADE = { Upgrade: 'websocket', Connection: 'Upgrade, close' }

function refuse(res: ServerResponse, ...[status, message, headers = {}]: Refusal): void {
  if (res.headersSent) return
  res.statusCode = status
  for (const [name, value] of Object.entries(headers)) {
    // HTTP/2 has neither of these (RFC 9113, 8.2.2).
    if (!('stream' in res) || !(name in UPGRADE)) res.setHeader(name, value)
  }
  const body = `${message}\n`
  res.setHeader('Content-Type', 'text/plain; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(body))
  res.end(res.req?.method === 'HEAD' ? undefined : body)
}

const WEBSOCKET = /(?:^|,)\s*websocket\s*(?:,|$)/i

function refuseOrdinary(req: IncomingMessage, res: ServerResponse, next: Next): void {
  const { upgrade: protocols = '', connection = '' } = req.headers
  // Node takes a request without `Connection: Upgrade` for an ordinary one.
  if (!WEBSOCKET.test(protocols) || !/(?:^|,)\s*upgrade\s*(?:,|$)/i.test(connection)) {
    refuse(res, 426, 'This address speaks WebSocket', UPGRADE)
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

const OPTIONS = [
  'protocols',
  'origin',
  'maxPayload',
  'perMessageDeflate',
  'heartbeat',
  'maxBuffered',
  'maxConnections',
  'maxConnectionsPerClient',
]
const MAX_PAYLOAD = 1024 * 1024
const MAX_BUFFERED = 4 * 1024 * 1024
const HEARTBEAT = 30_000

function checkOptions(options: UpgradeOptions): RouteSettings {
  checkOptionNames('upgrade()', options, OPTIONS)
  const { heartbeat = HEARTBEAT, origin = 'same', protocols, perMessageDeflate = false } = options
  const isList = Array.isArray(origin)
  if (origin !== 'same' && origin !== 'any' && !isList && typeof origin !== 'function') {
    throw new TypeError(
      `upgrade(): origin must be 'same', 'any', a list of origins or a function, got ${inspect(origin)}`,
    )
  }
  if (isList) checkOrigins(origin)
  if (protocols !== undefined && !Array.isArray(protocols) && typeof protocols !== 'function') {
    throw new TypeError(
      `upgrade(): protocols must be a list or a function, got ${inspect(protocols)}`,
    )
  }
  if (
    typeof perMessageDeflate !== 'boolean' &&
    (typeof perMessageDeflate !== 'object' || perMessageDeflate === null)
  ) {
    throw new TypeError(
      `upgrade(): perMessageDeflate must be true, false or an object of options of ws, got ${inspect(perMessageDeflate)}`,
    )
  }
  return {
    origin,
    protocols,
    perMessageDeflate,
    maxPayload: checkNumber('maxPayload', options.maxPayload ?? MAX_PAYLOAD),
    maxBuffered: checkNumber('maxBuffered', options.maxBuffered ?? MAX_BUFFERED),
    heartbeat: heartbeat === false ? 0 : checkNumber('heartbeat', heartbeat),
    maxConnections: checkNumber('maxConnections', options.maxConnections ?? Infinity),
    maxPerClient: checkNumber(
      'maxConnectionsPerClient',
      options.maxConnectionsPerClient ?? Infinity,
    ),
  }
}

/** An origin that a browser never sends would refuse all clients. */
function checkOrigins(list: readonly unknown[]): void {
  const at = list.findIndex((each) => !(each instanceof RegExp) && !isOrigin(each))
  if (at === -1) return
  throw new TypeError(
    `upgrade(): origin lists origins such as 'https://example.com' and regular expressions, got ${inspect(list[at])}`,
  )
}

function isOrigin(text: unknown): boolean {
  if (typeof text !== 'string') return false
  if (text === 'null') return true // Of sandboxed pages and of files.
  try {
    const { protocol, host } = new URL(text)
    return text === `${protocol}//${host}`
  } catch {
    return false
  }
}

function checkNumber(name: string, value: unknown): number {
  if (typeof value === 'number' && value > 0) return value
  throw new TypeError(`upgrade(): ${name} must be a positive number, got ${inspect(value)}`)
}
