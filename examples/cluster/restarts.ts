import type { ChildProcess } from 'node:child_process'
import { expect } from 'vitest'
import { freePorts } from '../../tools/free-ports.ts'
import { startLoad } from './load.ts'
import { answers, end, start } from './processes.ts'

/** Restarts the workers of cluster.js so often under load, and expects that no request fails. */
export async function restartUnderLoad(restarts: number): Promise<void> {
  const [port = 0, http2Port = 0] = await freePorts(2)
  const env = { PORT: String(port), HTTP2_PORT: String(http2Port), WORKERS: '2' }
  const primary = start('./cluster.js', env)
  try {
    await answers(port)
    const load = startLoad({ port, http2Port })
    for (let round = 0; round < restarts; round++) await restartAll(primary, port)
    const results = await load.stop()
    expect(Object.fromEntries(results)).toEqual({ 200: expect.any(Number) })
    expect(results.get(200)).toBeGreaterThan(restarts * 8)
  } finally {
    await end(primary)
  }
}

/** Sends SIGHUP, and waits until only new workers respond. */
async function restartAll(primary: ChildProcess, port: number): Promise<void> {
  const before = await pidsOf(port)
  primary.kill('SIGHUP')
  await expect
    .poll(async () => {
      const pids = await pidsOf(port)
      return pids.size === 2 && [...pids].every((pid) => !before.has(pid))
    })
    .toBe(true)
}

async function pidsOf(port: number): Promise<Set<number>> {
  const pids = new Set<number>()
  for (let turn = 0; turn < 20; turn++) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: 'close' } })
    pids.add(((await answer.json()) as { pid: number }).pid)
  }
  return pids
}
