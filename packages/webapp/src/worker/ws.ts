import { redisAdapter as createRedisAdapter, rooms as createRooms } from '../live/rooms.ts'
import type {
  AcceptUpgrades,
  CreateRedisAdapter,
  CreateRooms,
  Upgrade,
} from '../live/socket-types.ts'
import { upgradeInWorker } from './upgrades.ts'

// In bundles for workers, this module stands in for the entry ws.ts: the condition `workerd` in `exports`
// of package.json names it.

export const upgrade = upgradeInWorker as unknown as Upgrade

export const acceptUpgrades: AcceptUpgrades = () => {
  throw new Error(
    'acceptUpgrades() needs a server with connections, which workers lack; export withUpgrades(handler) of webapp/worker',
  )
}

export const rooms: CreateRooms = createRooms

export const redisAdapter: CreateRedisAdapter = createRedisAdapter
