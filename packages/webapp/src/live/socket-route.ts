import type { Duplex } from 'node:stream'
import type { WebSocketServer as NodeWebSocketServer } from 'ws'
import type { Next } from '../http/exchange.ts'
import type { Handshake } from '../node/index.ts'
import { bindAsyncContext } from '../runtime/async-context.ts'
import { clearInterval, LONGEST, setInterval } from '../runtime/timers.ts'
import { createSocketClass, type LiveSocket, loadWs } from './live-socket.ts'
import { runSocketHandler } from './run-handler.ts'
import type {
  UpgradedSocket,
  UpgradeHandler,
  UpgradeOptions,
  UpgradeRequest,
} from './socket-types.ts'

/** The options of a route, checked. */
export interface RouteSettings {
  readonly origin: NonNullable<UpgradeOptions['origin']>
  readonly protocols: UpgradeOptions['protocols']
  readonly perMessageDeflate: boolean | object
  readonly maxPayload: number
  readonly maxBuffered: number
  /** 0 for never. */
  readonly heartbeat: number
  readonly maxConnections: number
  readonly maxPerClient: number
}

/** The sockets of one `upgrade` handler. */
export class SocketRoute {
  readonly #handler: UpgradeHandler
  readonly #settings: RouteSettings
  readonly #server: NodeWebSocketServer
  readonly #open = new Set<LiveSocket>()
  #heart: NodeJS.Timeout | undefined = undefined

  constructor(handler: UpgradeHandler, settings: RouteSettings) {
    const { maxPayload, maxBuffered, perMessageDeflate } = settings
    const ws = loadWs()
    this.#handler = handler
    this.#settings = settings
    this.#server = new ws.WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload,
      perMessageDeflate,
      handleProtocols: (protocols: Set<string>) => [...protocols][0] ?? false,
      WebSocket: createSocketClass(ws.WebSocket),
      maxBuffered,
    } as object)
    // Without a listener, `ws` would respond itself.
    this.#server.on('wsClientError', () => {})
  }

  /**
   * Completes a handshake. The response is sent by `res`, so that middleware can add headers and
   * see its end. Returns false if `ws` refuses the request.
   */
  open(handshake: Handshake, protocol: string, free: () => void, next: Next): boolean {
    const { req, res } = handshake
    const [socket, headers] = this.#createSocket(handshake, protocol)
    if (socket === undefined) return false
    const readOn = withholdData(handshake)
    handshake.take()
    socket.on('error', () => {}) // A client may send anything: that must not end the process.
    socket.once('close', free)
    socket.watch(handshake.socket)
    const begin = bindAsyncContext(() => {
      readOn()
      this.#begin(socket, req as UpgradeRequest, next)
    })
    const isStream = req.httpVersionMajor >= 2
    // Middleware may have set these for a response with a body (RFC 9110, 8.6; RFC 9112, 6.1).
    for (const name of OF_BODIES) res.removeHeader(name)
    try {
      res.writeHead(isStream ? 200 : 101, headers)
    } catch (error) {
      handshake.giveBack() // Middleware that adds headers has failed. The error page ends the connection.
      for (const name of res.headersSent ? [] : Object.keys(headers)) res.removeHeader(name)
      if (!isStream && !res.headersSent) res.setHeader('Connection', 'close')
      throw error
    }
    // A listener of a middleware that throws must not keep the socket from its handler.
    if (isStream) begin()
    else res.prependOnceListener('finish', begin).end()
    return true
  }

  /** `ws` writes the head of its response to the socket, where it is read and held back. */
  #createSocket(
    handshake: Handshake,
    protocol: string,
  ): [LiveSocket | undefined, Record<string, string>] {
    const { req, socket } = handshake
    const isStream = req.httpVersionMajor >= 2
    const request = {
      method: 'GET',
      socket,
      headers: {
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': isStream ? NO_KEY : req.headers['sec-websocket-key'],
        'sec-websocket-extensions': req.headers['sec-websocket-extensions'],
        'sec-websocket-protocol': protocol || undefined,
      },
    }
    let created: LiveSocket | undefined
    const text = captureWrite(socket, () => {
      this.#server.handleUpgrade(request as never, socket, NOTHING, (ws) => {
        created = ws as unknown as LiveSocket
      })
    })
    const lines = text.split('\r\n').slice(1)
    const headers = Object.fromEntries(lines.flatMap((line) => readHeader(line, isStream)))
    return [created, headers]
  }

  #begin(socket: LiveSocket, req: UpgradeRequest, next: Next): void {
    if (socket.readyState !== OPEN) return
    this.#open.add(socket)
    socket.once('close', () => {
      this.#open.delete(socket)
      if (this.#open.size === 0) this.#stopHeart()
    })
    this.#startHeart()
    socket.resume()
    runSocketHandler(this.#handler, socket as unknown as UpgradedSocket, req, next)
  }

  #startHeart(): void {
    const { heartbeat } = this.#settings
    if (heartbeat === 0 || heartbeat === Infinity) return
    this.#heart ??= setInterval(
      () => {
        for (const socket of this.#open) socket.beat()
      },
      Math.min(heartbeat, LONGEST),
    ).unref()
  }

  #stopHeart(): void {
    clearInterval(this.#heart)
    this.#heart = undefined
  }
}

const OPEN = 1
const NOTHING = Buffer.alloc(0)

const OF_BODIES = ['Content-Length', 'Transfer-Encoding', 'Trailer']

/** For requests by HTTP/2, which have none; `ws` wants one. */
const NO_KEY = 'AAAAAAAAAAAAAAAAAAAAAA=='

/**
 * The text that a function writes to a stream, which does not get it. The stream keeps its inherited
 * `write` as an own member: V8 makes a slow dictionary of an object from which one is deleted.
 */
function captureWrite(stream: Duplex, run: () => void): string {
  const inherited = { configurable: true, writable: true, value: stream.write }
  const before = Object.getOwnPropertyDescriptor(stream, 'write') ?? inherited
  let text = ''
  const value = (chunk: unknown) => {
    text += String(chunk)
    return true
  }
  Object.defineProperty(stream, 'write', { ...inherited, value })
  try {
    run()
  } finally {
    Object.defineProperty(stream, 'write', before)
  }
  return text
}

/**
 * Keeps the bytes of a client from a socket whose handler has no listeners yet. Middleware may delay
 * the end of the response, and the client may leave meanwhile. Returns a function that ends this.
 */
function withholdData({ socket, stopReading }: Handshake): () => void {
  const onData = socket.listeners('data').at(-1) as (chunk: Buffer) => void // That of `ws`.
  socket.off('data', onData)
  return () => {
    const bytes = stopReading()
    if (socket.destroyed || socket.readableEnded) return
    socket.on('data', onData)
    if (bytes.length > 0) socket.unshift(bytes)
  }
}

function readHeader(line: string, isStream: boolean): [string, string][] {
  const colon = line.indexOf(': ')
  const name = line.slice(0, colon)
  // HTTP/2 has no hop-by-hop headers, and no key to confirm.
  if (colon === -1 || (isStream && !/^sec-websocket-(?:extensions|protocol)$/i.test(name)))
    return []
  return [[name, line.slice(colon + 2)]]
}
