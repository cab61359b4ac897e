import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { isAbandoned } from '../errors/abandoned.ts'
import { checkOptionNames } from '../errors/option-names.ts'
import { toError } from '../errors/to-error.ts'
import type { Next } from '../http/exchange.ts'
import { isRequestClosing } from '../request/closing.ts'
import { bindAsyncContext } from '../runtime/async-context.ts'
import { markUpgradeHandler } from './find-upgrades.ts'
import { chooseProtocol, isOriginAllowed, offeredProtocols } from './handshake.ts'
import { Places } from './places.ts'
import type { RouteSettings } from './socket-route.ts'
import type {
  UpgradeHandler,
  UpgradeMiddleware,
  UpgradeOptions,
  UpgradeRequest,
} from './socket-types.ts'

/** A request for a WebSocket, with a response that can refuse it. */
interface Asked {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly socket: {
    readonly destroyed: boolean
    once(event: 'close', listener: () => void): unknown
  }
}

/** The sockets of one `upgrade` handler. */
interface Route<Handshake> {
  /** Completes a handshake. Returns false if that is not possible. */
  open(handshake: Handshake, protocol: string, free: () => void, next: Next): boolean
}

/** How a platform gives requests for WebSockets to an application. */
export interface UpgradePlatform<Handshake extends Asked> {
  onRoute(): void
  handshakeOf(req: IncomingMessage, res: ServerResponse): Handshake | undefined
  /** The reason to refuse a request for a WebSocket, if there is one. */
  problemOf(handshake: Handshake): Refusal | undefined
  createRoute(handler: UpgradeHandler, settings: RouteSettings): Route<Handshake>
  /** Responds to a request without a handshake. */
  refuseOrdinary(req: IncomingMessage, res: ServerResponse, next: Next): void
}

/** Makes the function `upgrade` of a platform. */
export function createUpgrade<Handshake extends Asked>(platform: UpgradePlatform<Handshake>) {
  return function upgrade(
    handler: UpgradeHandler,
    options: UpgradeOptions = {},
  ): UpgradeMiddleware {
    if (typeof handler !== 'function') {
      throw new TypeError(`upgrade() needs a function (socket, req), got ${inspect(handler)}`)
    }
    const settings = checkOptions(options)
    const places = new Places(settings)
    const route = platform.createRoute(handler, settings)
    platform.onRoute()
    const middleware: HandshakeMiddleware = function upgradeToWebSocket(req, res, next) {
      // A guard has responded, and called next(), or a deadline has passed.
      if (res.writableEnded || isAbandoned(res)) return
      if (res.headersSent) {
        next(new Error('upgrade() sends the response, but its headers were already sent'))
        return
      }
      const handshake = platform.handshakeOf(req, res)
      if (handshake === undefined) platform.refuseOrdinary(req, res, next)
      else {
        const problem = platform.problemOf(handshake)
        if (problem !== undefined) refuseUpgrade(res, ...problem)
        else {
          accept(handshake, route, places, settings, next).catch((error: unknown) =>
            next(toError(error, 'A function of upgrade() failed with')),
          )
        }
      }
    }
    // Its `~params` is a type alone.
    return markUpgradeHandler(middleware) as unknown as UpgradeMiddleware
  }
}

type HandshakeMiddleware = (req: IncomingMessage, res: ServerResponse, next: Next) => void

async function accept<Handshake extends Asked>(
  handshake: Handshake,
  route: Route<Handshake>,
  places: Places,
  settings: RouteSettings,
  next: Next,
): Promise<void> {
  const { res } = handshake
  const req = handshake.req as UpgradeRequest
  const offered = offeredProtocols(req.headers['sec-websocket-protocol'])
  if (offered === undefined) {
    refuseUpgrade(res, 400, 'The Sec-WebSocket-Protocol header is malformed')
    return
  }
  const place = places.reserve(req.ip)
  if (typeof place === 'number') {
    refuseUpgrade(
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
      refuseUpgrade(res, 403, 'The origin is not allowed')
      return
    }
    const protocol = chooseProtocol(offered, settings.protocols, req)
    if (protocol === undefined) {
      refuseUpgrade(res, 400, 'No subprotocol of the client is supported')
      return
    }
    // A function that decides later leaves time: the client may be gone, or a timeout may have responded.
    if (handshake.socket.destroyed || res.headersSent || isAbandoned(res)) return
    if (isRequestClosing(req)) {
      refuseUpgrade(res, 503, 'The server is closing')
      return
    }
    isOpened = route.open(handshake, protocol, free, bindAsyncContext(next))
    if (!isOpened) refuseUpgrade(res, 400, 'The WebSocket handshake is malformed')
  } finally {
    if (!isOpened) free()
  }
}

/** A response that refuses a handshake. */
export type Refusal = [status: number, message: string, headers?: Record<string, string>]

// With `Upgrade` alone, Node would keep a connection that the client wants to be closed.
export const UPGRADE = { Upgrade: 'websocket', Connection: 'Upgrade, close' }

export function refuseUpgrade(
  res: ServerResponse,
  ...[status, message, headers = {}]: Refusal
): void {
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
