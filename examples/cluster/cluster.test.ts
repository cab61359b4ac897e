import type { ChildProcess } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePorts } from '../../tools/free-ports.ts'
import { answers, end, start } from './processes.ts'

describe('cluster.js', { timeout: 60_000 }, () => {
  let port: number
  let primary: ChildProcess

  beforeEach(async () => {
    ;[port = 0] = await freePorts(1)
    primary = start('./cluster.js', { PORT: String(port), WORKERS: '2' })
    await answers(port)
    await expect.poll(() => pidsOf(20), patience).toHaveLength(2)
  })

  afterEach(() => end(primary))

  const patience = { timeout: 30_000 }

  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { Connection: 'close' },
      signal: AbortSignal.timeout(10_000), // Node loses what it was handing to a worker that dies.
    })

  async function tellPid(): Promise<number> {
    const answer = await ask('/')
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { pid: number }).pid
  }

  /** The processes that answer so many requests. */
  async function pidsOf(count: number): Promise<number[]> {
    const pids = await Promise.all(Array.from({ length: count }, tellPid))
    return [...new Set(pids)].sort()
  }

  it('answers from all workers, and replaces one that dies', async () => {
    const [victim = 0, other] = await pidsOf(20)
    process.kill(victim, 'SIGKILL')
    await expect
      .poll(async () => (await pidsOf(20)).filter((pid) => pid !== victim), patience)
      .toHaveLength(2)
    expect(await pidsOf(20)).toContain(other)
  })

  it('finishes what has begun at SIGTERM, then ends', async () => {
    const begun = await Promise.all(Array.from({ length: 10 }, () => ask('/slow')))
    expect(await end(primary)).toBe(0)
    const finished = await Promise.all(begun.map((answer) => answer.json()))
    expect(finished).toEqual(Array(10).fill({ pid: expect.any(Number) }))
    await expect(ask('/')).rejects.toThrow('fetch failed')
  })

  it('restarts its workers at SIGHUP without failing a request', async () => {
    const before = await pidsOf(20)
    primary.kill('SIGHUP')
    await expect
      .poll(async () => {
        const pids = await pidsOf(20)
        return pids.length === 2 && pids.every((pid) => !before.includes(pid))
      }, patience)
      .toBe(true)
  })
})
