import { once } from 'node:events'

/**
 * Disconnects a worker from the primary of its cluster. Connections that the primary has sent
 * meanwhile go back to it and on to other workers. If the process just ended, they would be lost.
 */
export async function leaveCluster(): Promise<void> {
  if (!process.connected) return
  const { default: cluster } = await import('node:cluster')
  if (!cluster.worker) return
  cluster.worker.disconnect()
  await once(process, 'disconnect')
}
