import type { Logger } from 'pino'
import { createClient } from 'redis'

const MOST_WAIT = 1_000

/** Commands fail at once while there is no connection, so that requests get a clear 503. */
function createCommands(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: 5_000 },
    socket: { connectTimeout: 2_000, reconnectStrategy },
  })
}

/** Subscriptions wait for a connection: they are kept, and sent again after it was lost. */
function createSubscriber(url: string) {
  return createClient({ url, socket: { connectTimeout: 2_000, reconnectStrategy } })
}

export type RedisCommands = ReturnType<typeof createCommands>
export type RedisSubscriber = ReturnType<typeof createSubscriber>

export interface Redis {
  readonly commands: RedisCommands
  /** For the adapter of rooms, which connects it. */
  readonly subscriber: RedisSubscriber
  close(): void
}

/** Connects in the background, again and again: the process starts and stays without Redis, too. */
export function openRedis(url: string, log: Logger): Redis {
  const commands = createCommands(url)
  const subscriber = createSubscriber(url)
  commands.on('error', (error: Error) => log.warn({ err: error }, 'redis connection lost'))
  commands.on('ready', () => log.info('redis connected'))
  commands.connect().catch(() => {}) // The listener above has reported it.
  return {
    commands,
    subscriber,
    close() {
      for (const client of [commands, subscriber]) if (client.isOpen) client.destroy()
    },
  }
}

function reconnectStrategy(retries: number): number {
  return Math.min(50 * 2 ** retries, MOST_WAIT)
}
