import { once } from 'node:events'

/**
 * Takes leave of the primary of a cluster. Connections that it has sent to this worker in the
 * meantime go back to it and on to other workers; were the process just to end, nobody would
 * answer them.
 */
export async function leaveCluster(): Promise<void> {
  if (!process.connected) return
  const { default: cluster } = await import('node:cluster')
  if (!cluster.worker) return
  cluster.worker.disconnect()
  await once(process, 'disconnect')
}
