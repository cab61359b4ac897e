import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { shutdown } from 'webapp'
import { createNotes } from './app.ts'
import { readConfig } from './config.ts'

try {
  await start()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const stopTracing = config.tracesUrl && (await import('./operations/tracing.ts')).startTracing()
  const { app, log, close } = await createNotes(config)

  const server = app.listen(config.port, config.host)
  await once(server, 'listening').catch(async (error: unknown) => {
    await close()
    throw error
  })
  server.headersTimeout = 15_000
  server.requestTimeout = 120_000 // a large attachment over a slow line
  server.keepAliveTimeout = 75_000 // longer than the idle timeout of the proxy

  shutdown(app, {
    // Until the load balancer has seen that /health/ready is 503, and sends requests elsewhere.
    before: () => wait(config.lingerMs),
    timeout: config.shutdownTimeoutMs,
    after: async () => {
      await close()
      if (stopTracing) await stopTracing()
    },
    log: (notice) => log.info(notice),
  })
  const { port } = server.address() as AddressInfo
  console.log(`notes listening on http://${config.host}:${port}`)
}
