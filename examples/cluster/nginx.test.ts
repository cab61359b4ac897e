import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '../../tools/free-ports.ts'
import { createNginx, nginxFile } from '../../tools/nginx.ts'
import type { Program } from '../../tools/program.ts'
import { startLoad } from './load.ts'
import { answers, end, start } from './processes.ts'

const restarts = 20

describe.skipIf(!nginxFile)('nginx.conf (needs nginx)', { timeout: 600_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'webapp-nginx-'))
  const services: ChildProcess[] = []
  let ports: number[]
  let front: number
  let nginx: Program

  beforeAll(async () => {
    ;[front = 0, ...ports] = await freePorts(3)
    services.push(...ports.map(startService))
    await Promise.all(ports.map(answers))
    nginx = createNginx(configFor(front, ports), folder, front)
    await nginx.start()
    await answers(front)
  }, 60_000)

  afterAll(async () => {
    await nginx.stop()
    await Promise.all(services.map((service) => end(service)))
    rmSync(folder, { recursive: true })
  })

  it('tells the service who has asked, and how', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.7' }
    const answer = await fetch(`http://127.0.0.1:${front}/`, { headers })
    expect(await answer.json()).toMatchObject({ protocol: 'http', ip: '203.0.113.7' })
  })

  it(`fails no request that nginx can repeat while each process restarts ${restarts} times`, async () => {
    const load = startLoad({ port: front })
    for (let round = 0; round < restarts; round++) {
      for (const [index, port] of ports.entries()) {
        expect(await end(services[index] as ChildProcess)).toBe(0)
        services[index] = startService(port)
        await answers(port)
        // A request that met this process while it was away must not meet the other one so as well.
        await load.nextResponses()
      }
    }
    const results = await load.stop()
    expect(results.get(200)).toBeGreaterThan(restarts * 8)
    // The system resets a connection that it completed in the instant before the process stops
    // listening. nginx repeats a GET then, but not a POST that it has already sent.
    const unrepeatable = '502 (POST /echo)'
    expect(results.get(unrepeatable) ?? 0).toBeLessThan(restarts / 5)
    results.delete(unrepeatable)
    expect(Object.fromEntries(results)).toEqual({ 200: expect.any(Number) })
  })
})

function startService(port: number): ChildProcess {
  return start('./server.js', { PORT: String(port) })
}

/** The file of this folder, for free ports. */
function configFor(front: number, [first, second]: readonly number[]): string {
  return readFileSync(new URL('./nginx.conf', import.meta.url), 'utf8')
    .replace('3001', String(first))
    .replace('3002', String(second))
    .replace('8080', String(front))
}
