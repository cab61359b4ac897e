import { redisAdapter as createRedisAdapter, rooms as createRooms } from './live/rooms.ts'
import type {
  AcceptUpgrades,
  CreateRedisAdapter,
  CreateRooms,
  Upgrade,
} from './live/socket-types.ts'
import { acceptUpgrades as accept, upgrade as createUpgrade } from './live/upgrade.ts'

export type * from './live/socket-types.ts'

// The public type derives the request of the handler from its route; the internal cannot.
/** A handler that completes the handshake of a WebSocket request; any other request gets 426. */
export const upgrade = createUpgrade as unknown as Upgrade

/** Gives the WebSocket requests of a foreign server to an application. */
export const acceptUpgrades: AcceptUpgrades = accept

/** A registry of members by room, for broadcasting. */
export const rooms: CreateRooms = createRooms

/** Carries the messages of rooms between processes, by Redis. */
export const redisAdapter: CreateRedisAdapter = createRedisAdapter
