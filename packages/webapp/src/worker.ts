import { withUpgrades as addUpgrades } from './worker/upgrades.ts'
import type { WithUpgrades } from './worker/worker-types.ts'

export type * from './worker/worker-types.ts'

/** Adds the WebSocket routes of an application to the handler of a worker of Cloudflare. */
export const withUpgrades: WithUpgrades = addUpgrades
