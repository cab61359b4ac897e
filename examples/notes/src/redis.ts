import type { Logger } from 'pino'
import { createClient } from 'redis'

const MOST_WAIT = 1_000
/** How often the connection is tried, and after which silence it counts as lost. */
const PING_MS = 1_000
const SILENCE_MS = 4_000

/** Commands fail at once while there is no connection, so that requests get a clear 503. */
function createCommands(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
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
  const stopWatching = replaceSilent(commands, log)
  return {
    commands,
    subscriber,
    close() {
      stopWatching()
      for (const client of [commands, subscriber]) if (client.isOpen) client.destroy()
    },
  }
}

/**
 * Replaces a connection on which Redis is silent: its process hangs, or its machine is gone. A
 * command that was sent has no timeout of its own, and would wait until TCP gives up.
 */
function replaceSilent(client: RedisCommands, log: Logger): () => void {
  let lastSign = Date.now()
  const timer = setInterval(() => {
    client.ping().then(
      () => {
        lastSign = Date.now()
      },
      () => {}, // There is no connection, or it was lost: requests get the same error.
    )
    if (Date.now() - lastSign < SILENCE_MS) return
    lastSign = Date.now()
    log.warn('redis is silent, connecting again')
    if (client.isOpen) client.destroy()
    client.connect().catch(() => {})
  }, PING_MS)
  return () => clearInterval(timer.unref())
}

function reconnectStrategy(retries: number): number {
  return Math.min(50 * 2 ** retries, MOST_WAIT)
}
