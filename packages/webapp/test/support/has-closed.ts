import type { EventEmitter } from 'node:events'

/** When a connection is closed, also by an error: `once` would reject then. */
export function hasClosed(connection: EventEmitter): Promise<void> {
  return new Promise((resolve) => connection.on('close', () => resolve()))
}
