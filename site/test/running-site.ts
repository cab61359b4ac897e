import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { places } from '../places.ts'
import { createSite } from '../serve.ts'

export interface RunningSite {
  /** Without a slash at its end. */
  readonly address: string
  close(): Promise<void>
}

/** The built site on a free port of the loopback address. */
export async function startSite(): Promise<RunningSite> {
  const app = createSite(places.built)
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    async close() {
      await app.close({ timeout: 1000 })
    },
  }
}
