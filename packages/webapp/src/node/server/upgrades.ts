import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Http2Server, Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { clearTimeout, nextTick, setImmediate, setTimeout } from '../../runtime/timers.ts'
import type { Connection } from './connection.ts'
import { http2Sessions } from './connections.ts'
import { messageClasses } from './message-classes.ts'
import { chooseUpgrades } from './upgrade-choice.ts'

/** A request to leave HTTP on its connection, with a response that can refuse it. */
export interface Handshake {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** The connection, or the stream of an HTTP/2 session. */
  readonly socket: Duplex
  /** Takes the connection out of HTTP: the end of the response does not close it any more. */
  take(): void
  /** Undoes `take`, for a handshake that cannot be completed. */
  giveBack(): void
  /**
   * Stops reading the connection, and returns the bytes that the client sent after its request. If
   * nothing read until then, Node would not see that the client leaves.
   */
  stopReading(): Buffer
}

/** Takes the WebSocket requests of a server. */
export interface UpgradeTarget {
  /** The application whose prototypes the response gets. */
  readonly app: { readonly request: object; readonly response: object }
  readonly enter: (handshake: Handshake) => void
  /** Whether the application has a route for the request. Asked if it is not the only listener. */
  readonly offers: (req: IncomingMessage) => boolean
}

type AnyServer = Server | Http2Server

/**
 * Gives the WebSocket requests of a server to an application. Returns a function that ends this.
 *
 * With a listener for `upgrade`, Node would give it every request with an Upgrade header, also `h2c`
 * of ordinary clients. Those stay ordinary requests, unless another listener may want them.
 */
export function takeUpgrades(server: AnyServer, target: UpgradeTarget): () => void {
  const taker = takers.get(server) ?? new UpgradeTaker(server)
  takers.set(server, taker)
  return taker.add(target)
}

const takers = new WeakMap<AnyServer, UpgradeTaker>()

/** Takes the upgrades of one server, for all applications that want them. */
class UpgradeTaker {
  readonly #server: AnyServer
  readonly #targets = new Set<UpgradeTarget>()

  constructor(server: AnyServer) {
    this.#server = server
    chooseUpgrades(server, (req) => !this.#isAlone || isWebSocketRequest(req))
  }

  /** Whether no other listener may want the upgrades of the server. */
  get #isAlone(): boolean {
    return this.#targets.size > 0 && this.#server.listenerCount('upgrade') === 1
  }

  add(target: UpgradeTarget): () => void {
    if (this.#targets.size === 0) this.#listen()
    this.#targets.add(target)
    return () => {
      if (!this.#targets.delete(target) || this.#targets.size > 0) return
      this.#server.off('upgrade', this.#onUpgrade)
      this.#server.off('connect', this.#onConnect as never)
    }
  }

  #listen(): void {
    const server = this.#server
    server.on('upgrade', this.#onUpgrade)
    if (!('updateSettings' in server)) return
    server.updateSettings({ enableConnectProtocol: true })
    for (const session of http2Sessions(server)) {
      if (!session.closed) session.settings({ enableConnectProtocol: true })
    }
    server.on('connect', this.#onConnect as never)
  }

  readonly #onUpgrade = (req: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const isAlone = this.#isAlone
    const target = isWebSocketRequest(req) ? this.#targetFor(req, isAlone) : undefined
    if (target === undefined && !isAlone) return
    socket.on('error', ignore) // Node's own listener is gone.
    const early = new EarlyBytes(socket, head)
    // Since Node 26 `socket` is another stream if the request has a body.
    afterResponses(req.socket ?? socket, () => {
      if (target !== undefined) enter(target, req, socket, early)
      else refuse(socket, early)
    })
  }

  readonly #onConnect = (req: Http2ServerRequest, res: Http2ServerResponse | Duplex): void => {
    const isAlone = this.#server.listenerCount('connect') === 1
    if (!('stream' in res)) {
      if (isAlone) res.destroy() // CONNECT by HTTP/1, as Node does without a listener.
    } else if (req.headers[':protocol'] === 'websocket') {
      // An application sees the messages of HTTP/2 as those of HTTP/1 everywhere.
      const target = this.#targetFor(req as never, isAlone)
      if (target !== undefined) enterStream(target, req as never, res)
    } else if (isAlone) {
      res.statusCode = 405
      res.end()
    }
  }

  /**
   * The first application with a route for the request. If nothing else listens, an application
   * gets the other requests too: it responds with 404.
   */
  #targetFor(req: IncomingMessage, isAlone: boolean): UpgradeTarget | undefined {
    const [first, ...others] = this.#targets
    if (isAlone && others.length === 0) return first
    return [...this.#targets].find(({ offers }) => offers(req)) ?? (isAlone ? first : undefined)
  }
}

function isWebSocketRequest({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && /(?:^|,)\s*websocket\s*(?:,|$)/i.test(headers.upgrade ?? '')
}

/** Node emits `upgrade` also while it still sends the responses to earlier requests. */
function afterResponses(socket: Duplex, callback: () => void): void {
  const { _httpMessage: sending } = socket as unknown as Connection
  if (socket.destroyed || socket.writableEnded) return
  if (sending) sending.once('close', () => nextTick(afterResponses, socket, callback))
  else callback()
}

function enter(
  { app, enter: begin }: UpgradeTarget,
  req: IncomingMessage,
  socket: Duplex,
  early: EarlyBytes,
): void {
  const { ServerResponse: Response = ServerResponse } = messageClasses(app)
  const res = new Response(req) as ServerResponse & { _closed: boolean }
  let isTaken = false
  ;(socket as Socket).setTimeout?.(0) // Ends the keep-alive timeout.
  res.shouldKeepAlive = false
  res.assignSocket(socket as Socket)
  const onClose = () => req.destroy()
  socket.once('close', onClose)
  res.once('finish', () => {
    socket.off('close', onClose)
    res.detachSocket(socket as Socket)
    if (!isTaken) {
      early.stop()
      closeGently(socket)
    }
    nextTick(() => {
      res.destroyed = true
      res._closed = true
      res.emit('close')
    })
  })
  begin({
    req,
    res,
    socket,
    take() {
      isTaken = true
    },
    giveBack() {
      isTaken = false
    },
    stopReading: () => early.stop(),
  })
}

/** A client has nothing to say before the response: one that sends more bytes is cut off. */
const MOST_EARLY = 64 * 1024

/**
 * Reads a connection while its request waits for earlier responses and while it is handled:
 * otherwise Node does not see that the connection ends.
 */
class EarlyBytes {
  readonly #socket: Duplex
  readonly #chunks: Buffer[]
  #size = 0

  constructor(socket: Duplex, head: Buffer) {
    this.#socket = socket
    this.#chunks = [head]
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    // If the socket were paused instead, Node would not see that the client leaves.
    if (this.#size > MOST_EARLY) this.#socket.destroy()
  }

  // As Node does with any request. Bytes of an earlier response are still sent.
  readonly #onEnd = (): void => {
    this.#socket.end()
  }

  stop(): Buffer {
    this.#socket.off('data', this.#onData).off('end', this.#onEnd)
    this.#socket.pause()
    return Buffer.concat(this.#chunks)
  }
}

/** How long a refused client may take to close its side, in milliseconds. */
const PATIENCE = 2000

/** Ends a connection. If bytes were unread, closing at once would discard the response. */
function closeGently(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), PATIENCE).unref()
  socket.once('end', () => socket.destroy())
  socket.once('close', () => clearTimeout(timer))
  socket.end()
  socket.resume()
}

/**
 * Refuses a request that Node upgraded although it was not chosen: its connection was not known, or
 * Node has changed. Where its body ends is lost, so nothing after its head may be read as a request.
 */
function refuse(socket: Duplex, early: EarlyBytes): void {
  early.stop()
  socket.write('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  closeGently(socket)
}

const NOTHING = Buffer.alloc(0)

/** RFC 8441: CONNECT with a protocol opens a WebSocket on a stream. To routes it is a GET. */
function enterStream(
  { enter: begin }: UpgradeTarget,
  req: IncomingMessage,
  http2Response: Http2ServerResponse,
): void {
  const { stream } = http2Response
  const res = http2Response as unknown as ServerResponse
  let isTaken = false
  req.method = 'GET'
  // The stream stays open, so nothing may wait for its end before it responds.
  Object.defineProperty(req, 'complete', { configurable: true, writable: true, value: true })
  stream.on('error', ignore)
  res.once('finish', () => {
    if (!isTaken) closeSoon(stream)
  })
  // A WebSocket ends our side when both have sent their closing frames. A client that does not end
  // its own would keep the stream until a timeout (RFC 9113, 8.1 allows the reset).
  stream.once('finish', () => closeSoon(stream))
  begin({
    req,
    res,
    socket: stream,
    take() {
      isTaken = true
    },
    giveBack() {
      isTaken = false
    },
    stopReading: () => NOTHING,
  })
}

/** Node 22 does not send the head of a response without a body if the stream closes in the same turn. */
function closeSoon(stream: Http2ServerResponse['stream']): void {
  setImmediate(() => stream.close())
}

function ignore(): void {}
