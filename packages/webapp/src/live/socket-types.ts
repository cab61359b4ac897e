import type { IncomingMessage, Server } from 'node:http'
import type { Http2SecureServer, Http2Server } from 'node:http2'

/** A message, as `socket.on('message')` receives it. */
export type SocketData = Buffer | ArrayBuffer | Buffer[]

/** Data that a socket sends: text, or bytes. */
export type Sendable = string | Uint8Array | ArrayBuffer | DataView | readonly Uint8Array[]

interface SocketEvents {
  message: (data: SocketData, isBinary: boolean) => void
  close: (code: number, reason: Buffer) => void
  error: (error: Error) => void
  ping: (data: Buffer) => void
  pong: (data: Buffer) => void
}

interface SendOptions {
  readonly binary?: boolean | undefined
  readonly compress?: boolean | undefined
  readonly fin?: boolean | undefined
}

/** A WebSocket of the package `ws`, with limits for slow clients. */
export interface UpgradedSocket {
  /** 0 connecting, 1 open, 2 closing, 3 closed. */
  readonly readyState: 0 | 1 | 2 | 3
  /** The subprotocol, or an empty string. */
  readonly protocol: string
  readonly extensions: string
  /** Bytes that wait for the client to read. */
  readonly bufferedAmount: number
  readonly isPaused: boolean
  binaryType: 'nodebuffer' | 'arraybuffer' | 'fragments'
  send(data: Sendable, callback?: (error?: Error) => void): void
  send(data: Sendable, options: SendOptions, callback?: (error?: Error) => void): void
  /** Resolves when the client has read most of the data, at once if little waits, or on close. */
  drained(): Promise<void>
  ping(data?: Sendable, mask?: boolean, callback?: (error: Error) => void): void
  pong(data?: Sendable, mask?: boolean, callback?: (error: Error) => void): void
  close(code?: number, reason?: string | Buffer): void
  /** Closes the connection without a closing handshake. */
  terminate(): void
  pause(): void
  resume(): void
  on<E extends keyof SocketEvents>(event: E, listener: SocketEvents[E]): this
  once<E extends keyof SocketEvents>(event: E, listener: SocketEvents[E]): this
  off<E extends keyof SocketEvents>(event: E, listener: SocketEvents[E]): this
  addEventListener(type: string, listener: (event: any) => void, options?: object): void
  removeEventListener(type: string, listener: (event: any) => void): void
}

/** The request of a socket, with the members of its dialect and of middleware. */
export type UpgradeRequest<P = any> = IncomingMessage &
  Express.Request & {
    /** The parameters of the route. */
    readonly params: P
    /** Aborted when the socket is closed. */
    readonly signal: AbortSignal
    [member: string]: any
  }

/** Options of `upgrade`. */
export interface UpgradeOptions<Request = UpgradeRequest> {
  /**
   * The subprotocols of the route, the preferred one first, or a function that chooses one of those
   * that the client offers; `false` refuses. By default the first offer of the client is chosen.
   */
  readonly protocols?:
    | readonly string[]
    | ((offered: ReadonlySet<string>, req: Request) => string | false)
    | undefined
  /**
   * The origins of web pages that may connect: `'same'` (the default), `'any'`, a list of origins
   * such as `'https://example.com'`, or a function. Clients that send no Origin are no browsers,
   * and are allowed unless a function decides.
   */
  readonly origin?:
    | 'same'
    | 'any'
    | readonly (string | RegExp)[]
    | ((origin: string | undefined, req: Request) => boolean | Promise<boolean>)
    | undefined
  /** The largest message in bytes; 1 MiB by default. A larger one closes the socket with 1009. */
  readonly maxPayload?: number | undefined
  /** Compression of messages, as in `ws`; off by default, because it costs memory and time. */
  readonly perMessageDeflate?: boolean | object | undefined
  /**
   * How often the client is pinged, in milliseconds; 30 seconds by default, `false` for never. A
   * client that gave no sign of life since the last two pings is dropped.
   */
  readonly heartbeat?: number | false | undefined
  /**
   * How many bytes may wait for a slow client before it is dropped; 4 MiB by default. From a
   * sixteenth of it on, messages of this client are not read.
   */
  readonly maxBuffered?: number | undefined
  /** How many sockets the route may have at once; others get 503. */
  readonly maxConnections?: number | undefined
  /** How many sockets the route may have at once for each `req.ip`; others get 429. */
  readonly maxConnectionsPerClient?: number | undefined
}

/** Called with each socket that was opened on a route. */
export type UpgradeHandler<Request = UpgradeRequest> = (
  socket: UpgradedSocket,
  req: Request,
) => unknown

/** A handler for the routes of an application or a router of any dialect. */
export interface UpgradeMiddleware<P = any> {
  (req: IncomingMessage & { params: any }, res: any, next: (error?: any) => void): void
  /** The parameters of its route; never present at run time. */
  readonly '~params': P
}

/** A server of node:http, node:https or node:http2. */
export type UpgradableServer = Server | Http2Server | Http2SecureServer

/** An application, or a function that handles requests. */
export type UpgradableApp = (req: any, res: any) => unknown

/** `upgrade` of webapp/ws. */
export type Upgrade = <P = any>(
  handler: UpgradeHandler<UpgradeRequest<P>>,
  options?: UpgradeOptions<UpgradeRequest<P>>,
) => UpgradeMiddleware<P>

/** `acceptUpgrades` of webapp/ws. Returns a function that ends this. */
export type AcceptUpgrades = (server: UpgradableServer, app: UpgradableApp) => () => void

/** A member of a room: a socket, or an object that sends elsewhere. */
export interface RoomMember {
  send(data: string | Buffer, options: { readonly binary: boolean }): unknown
  once?(event: 'close', listener: () => void): unknown
  /** Resolves when the member is gone, for members without events. */
  readonly closed?: Promise<unknown> | undefined
}

/** Carries messages between processes. */
export interface RoomsAdapter {
  publish(room: string, message: string): unknown
  /** Called once for each room while this process has members in it. */
  subscribe(room: string, receive: (message: string) => void): unknown
  unsubscribe(room: string): unknown
  close?(): unknown
}

/** Options of `rooms`. */
export interface RoomsOptions {
  /** Carries messages to other processes; without one, rooms are in memory. */
  readonly adapter?: RoomsAdapter | undefined
  /** Called with errors of the adapter; `console.error` by default. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** A registry of members by room, for broadcasting. */
export interface Rooms {
  /** Adds a member, which leaves by itself when it closes. Resolves when other processes see it. */
  join(room: string, member: RoomMember): Promise<void>
  /** Removes a member from one room, or from all. */
  leave(member: RoomMember, room?: string): void
  /**
   * Sends data to all members of a room, in all processes. Returns how many members of this process
   * it went to.
   */
  broadcast(
    room: string,
    data: string | Uint8Array,
    options?: { readonly except?: RoomMember | undefined },
  ): number
  /** The members of a room in this process. */
  members(room: string): readonly RoomMember[]
  /** The rooms that have members in this process. */
  names(): readonly string[]
  /** Empties all rooms and closes the adapter. */
  close(): Promise<void>
}

/** A client of the package `redis` (4 and later) or of `ioredis`. */
export interface RedisClient {
  publish(channel: any, message: any): any
  duplicate(...args: any[]): any
}

/** Options of `redisAdapter`. */
export interface RedisAdapterOptions {
  /** The beginning of the names of channels; `webapp:` by default. */
  readonly prefix?: string | undefined
  /** Called with errors of the connection that the adapter opens for its subscriptions. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** `rooms` of webapp/ws. */
export type CreateRooms = (options?: RoomsOptions) => Rooms

/** `redisAdapter` of webapp/ws. */
export type CreateRedisAdapter = (
  client: RedisClient,
  options?: RedisAdapterOptions,
) => RoomsAdapter
