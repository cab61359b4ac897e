import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { checkOptionNames } from '../errors/option-names.ts'
import type {
  RedisAdapterOptions,
  RedisClient,
  RoomMember,
  Rooms,
  RoomsAdapter,
  RoomsOptions,
} from './socket-types.ts'

/** A registry of members by room. Without an adapter it is in the memory of this process. */
export function rooms(options: RoomsOptions = {}): Rooms {
  checkOptionNames('rooms()', options, ['adapter', 'onError'])
  const { adapter, onError = logError } = options
  if (adapter !== undefined && typeof adapter?.publish !== 'function') {
    throw new TypeError(
      `rooms(): adapter must have publish(), subscribe() and unsubscribe(), such as that of redisAdapter(client), got ${inspect(adapter)}`,
    )
  }
  if (typeof onError !== 'function') {
    throw new TypeError(`rooms(): onError must be a function, got ${inspect(onError)}`)
  }
  return new Registry(adapter, onError)
}

class Registry implements Rooms {
  #knownId: string | undefined
  readonly #rooms = new Map<string, Set<RoomMember>>()
  /**
   * The rooms of each member, which leaves them all when it closes. A member without rooms stays
   * here, because its end must be watched only once.
   */
  readonly #joined = new WeakMap<RoomMember, Set<string>>()
  readonly #closed = new WeakSet<RoomMember>()
  readonly #adapter: RoomsAdapter | undefined
  readonly #onError: (error: unknown) => void
  /** The last subscription or its end, of each room: these must not overtake each other. */
  readonly #changes = new Map<string, Promise<void>>()

  constructor(adapter: RoomsAdapter | undefined, onError: (error: unknown) => void) {
    this.#adapter = adapter
    this.#onError = onError
  }

  /** Made with the first use: workers have no random values outside of a request. */
  get #id(): string {
    this.#knownId ??= randomUUID()
    return this.#knownId
  }

  async join(room: string, member: RoomMember): Promise<void> {
    checkName(room)
    if (typeof member?.send !== 'function') {
      throw new TypeError(`join() needs a member with send(), got ${inspect(member)}`)
    }
    if ((member as { readyState?: number }).readyState === CLOSED) return
    if (this.#closed.has(member)) return
    const members = this.#rooms.get(room) ?? new Set()
    this.#rooms.set(room, members)
    this.#watch(member).add(room)
    members.add(member)
    if (!this.#subscribed.has(room)) this.#change(room)
    await this.#changes.get(room)
  }

  #watch(member: RoomMember): Set<string> {
    const known = this.#joined.get(member)
    if (known !== undefined) return known
    const names = new Set<string>()
    this.#joined.set(member, names)
    const leave = () => {
      this.#closed.add(member)
      this.leave(member)
    }
    if (member.closed !== undefined) member.closed.then(leave, leave)
    else member.once?.('close', leave)
    return names
  }

  leave(member: RoomMember, room?: string): void {
    const names = this.#joined.get(member)
    for (const name of room === undefined ? [...(names ?? [])] : [room]) {
      const members = this.#rooms.get(name)
      names?.delete(name)
      if (!members?.delete(member) || members.size > 0) continue
      this.#rooms.delete(name)
      this.#change(name)
    }
  }

  broadcast(
    room: string,
    data: string | Uint8Array,
    { except }: { readonly except?: RoomMember | undefined } = {},
  ): number {
    checkName(room)
    const isText = typeof data === 'string'
    if (!isText && !(data instanceof Uint8Array)) {
      throw new TypeError(`broadcast() sends text or bytes, got ${inspect(data)}`)
    }
    const bytes = isText ? Buffer.from(data) : toBuffer(data)
    if (this.#adapter !== undefined) {
      const body = isText ? `t${data}` : `b${bytes.toString('base64')}`
      this.#attempt(() => this.#adapter?.publish(room, `${this.#id}${body}`))
    }
    return this.#deliver(room, bytes, !isText, except)
  }

  /** Text is encoded once for all members. */
  #deliver(room: string, bytes: Buffer, binary: boolean, except?: RoomMember): number {
    const members = this.#rooms.get(room) ?? []
    let count = 0
    for (const member of members) {
      const { readyState = OPEN } = member as { readyState?: number }
      if (member === except || readyState !== OPEN) continue
      count++
      this.#attempt(() => member.send(bytes, { binary }))
    }
    return count
  }

  #receive(room: string, message: string): void {
    const body = message.slice(this.#id.length)
    // This process has delivered its own messages already.
    if (message.startsWith(this.#id) || !/^[tb]/.test(body)) return
    const binary = body.startsWith('b')
    this.#deliver(room, Buffer.from(body.slice(1), binary ? 'base64' : 'utf8'), binary)
  }

  /** Subscribes to a room or unsubscribes, as its members want by the time of its turn. */
  #change(room: string): void {
    const adapter = this.#adapter
    if (adapter === undefined) return
    const isSubscribed = this.#subscribed
    const turn = async () => {
      const isWanted = this.#rooms.has(room)
      if (isWanted === isSubscribed.has(room)) return
      if (isWanted) {
        isSubscribed.add(room)
        await adapter.subscribe(room, (message) => this.#receive(room, message))
      } else {
        isSubscribed.delete(room)
        await adapter.unsubscribe(room)
      }
    }
    const before = this.#changes.get(room) ?? Promise.resolve()
    const change = before.then(turn).catch((error) => {
      isSubscribed.delete(room) // The next member that joins tries again.
      this.#onError(error)
    })
    this.#changes.set(room, change)
    change.then(() => {
      if (this.#changes.get(room) === change) this.#changes.delete(room)
    })
  }

  readonly #subscribed = new Set<string>()

  /** An adapter or a member that fails must not end the process, nor keep others from a message. */
  #attempt(run: () => unknown): void {
    try {
      const result = run()
      if (result instanceof Promise) result.catch(this.#onError)
    } catch (error) {
      this.#onError(error)
    }
  }

  members(room: string): readonly RoomMember[] {
    return [...(this.#rooms.get(room) ?? [])]
  }

  names(): readonly string[] {
    return [...this.#rooms.keys()]
  }

  async close(): Promise<void> {
    const members = new Set([...this.#rooms.values()].flatMap((each) => [...each]))
    for (const member of members) this.leave(member)
    await Promise.all(this.#changes.values())
    await this.#adapter?.close?.()
  }
}

const OPEN = 1
const CLOSED = 3

function checkName(room: unknown): void {
  if (typeof room === 'string') return
  throw new TypeError(`The name of a room must be a string, got ${inspect(room)}`)
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function logError(error: unknown): void {
  console.error('webapp/ws: a room failed:', error)
}

/** Clients of `redis` take a listener with each channel, those of `ioredis` emit all messages. */
interface Subscriber {
  on(event: string, listener: (...args: never[]) => void): unknown
  subscribe(channel: string, listener?: (message: string) => void): unknown
  unsubscribe(channel: string): unknown
  connect?(): Promise<unknown>
  close?(): unknown
  disconnect?(): unknown
  /** Of `redis` only. */
  readonly isOpen?: boolean
}

/** Carries the messages of rooms by Redis. A second connection, a duplicate, has the subscriptions. */
export function redisAdapter(
  client: RedisClient,
  { prefix = 'webapp:', onError = logError }: RedisAdapterOptions = {},
): RoomsAdapter {
  if (typeof client?.publish !== 'function' || typeof client.duplicate !== 'function') {
    throw new TypeError(
      `redisAdapter() needs a client of the package redis or ioredis, got ${inspect(client, { depth: 0 })}`,
    )
  }
  const subscriber = client.duplicate() as Subscriber
  const isNodeRedis = 'isOpen' in subscriber
  subscriber.on('error', onError as () => void)
  const listeners = new Map<string, (message: string) => void>()
  const ready = isNodeRedis ? subscriber.connect?.() : undefined
  ready?.catch(() => {}) // The first subscription reports it.
  if (!isNodeRedis) {
    subscriber.on('message', (channel: string, message: string) =>
      listeners.get(channel)?.(message),
    )
  }
  return {
    publish: (room, message) => client.publish(prefix + room, message),
    async subscribe(room, receive) {
      const name = prefix + room
      await ready
      listeners.set(name, receive)
      await (isNodeRedis ? subscriber.subscribe(name, receive) : subscriber.subscribe(name))
    },
    async unsubscribe(room) {
      listeners.delete(prefix + room)
      await subscriber.unsubscribe(prefix + room)
    },
    async close() {
      if (!isNodeRedis) subscriber.disconnect?.()
      else if (subscriber.isOpen)
        await (subscriber.close ?? subscriber.disconnect)?.call(subscriber)
    },
  }
}
