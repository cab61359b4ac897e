import { setTimeout } from '../../runtime/timers.ts'

/** How long the primary may take to confirm, in milliseconds. */
const PATIENCE = 2000

/**
 * Disconnects a worker from the primary of its cluster. Connections that the primary has sent
 * meanwhile go back to it and on to other workers. If the process just ended, they would be lost.
 */
export async function leaveCluster(): Promise<void> {
  if (!process.connected) return
  const { default: cluster } = await import('node:cluster')
  if (!cluster.worker) return
  const { worker } = cluster
  await new Promise<void>((resolve) => {
    process.once('disconnect', resolve)
    setTimeout(resolve, PATIENCE).unref()
    worker.disconnect()
  })
}
