import { fork } from 'node:child_process'
import { once } from 'node:events'
import { buildProgram } from '../../../../../tools/build-program.ts'

const program = new URL('./drip.ts', import.meta.url)
const folder = new URL('../', import.meta.url)

interface SlowClients {
  readonly port: number
  /** How many, in hundreds. */
  readonly count: number
  /** Milliseconds between two bytes of each. */
  readonly pause: number
}

/**
 * Connects out of another process, and sends a byte of a head now and then. Resolves, when the
 * server has closed all connections, with what it said on each.
 */
export async function connectSlowly({ port, count, pause }: SlowClients): Promise<string[]> {
  const args = [port, count, pause].map(String)
  const client = fork(buildProgram(program, folder), args, { execArgv: [] })
  const [farewells] = await once(client, 'message')
  client.disconnect()
  return farewells as string[]
}
