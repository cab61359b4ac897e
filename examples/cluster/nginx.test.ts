import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answers, end, freePorts, start } from './processes.ts'

const restarts = process.env.HARDENING_FULL ? 20 : 2

describe.skipIf(!hasNginx())('nginx.conf (needs nginx)', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'webapp-nginx-'))
  const services: ChildProcess[] = []
  let ports: number[]
  let front: number
  let nginx: ChildProcess

  beforeAll(async () => {
    ;[front = 0, ...ports] = await freePorts(3)
    services.push(...ports.map(startService))
    await Promise.all(ports.map(answers))
    const config = join(folder, 'nginx.conf')
    writeFileSync(config, configFor(front, ports, folder))
    const global = `daemon off; pid ${folder}/nginx.pid;`
    nginx = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', config, '-g', global], {
      stdio: 'ignore',
    })
    await answers(front)
  }, 60_000)

  afterAll(async () => {
    await end(nginx)
    await Promise.all(services.map((service) => end(service)))
    rmSync(folder, { recursive: true })
  })

  it('tells the service who has asked, and how', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.7' }
    const answer = await fetch(`http://127.0.0.1:${front}/`, { headers })
    expect(await answer.json()).toMatchObject({ protocol: 'http', ip: '203.0.113.7' })
  })

  it(`fails no request while each process restarts ${restarts} times`, async () => {
    const load = startLoad(front)
    for (let round = 0; round < restarts; round++) {
      for (const [index, port] of ports.entries()) {
        expect(await end(services[index] as ChildProcess)).toBe(0)
        services[index] = startService(port)
        await answers(port)
      }
    }
    const statuses = await load.stop()
    expect(statuses.get(200)).toBeGreaterThan(20)
    expect([...statuses.keys()]).toEqual([200])
  })
})

function startService(port: number): ChildProcess {
  return start('./server.js', { PORT: String(port) })
}

/** The file of this folder, for free ports, with its temporary files in a folder of ours. */
function configFor(front: number, [first, second]: readonly number[], folder: string): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  return readFileSync(new URL('./nginx.conf', import.meta.url), 'utf8')
    .replace('3001', String(first))
    .replace('3002', String(second))
    .replace('8080', String(front))
    .replace('http {', `http { access_log off; ${places}`)
}

/** Eight clients that ask without a pause, until they are stopped; then how often each status came. */
function startLoad(port: number) {
  const agent = new Agent({ keepAlive: true })
  const statuses = new Map<number | string, number>()
  let isOver = false
  const clients = Array.from({ length: 8 }, async (_, index) => {
    while (!isOver) {
      const status = await ask(port, index % 4 === 0 ? '/slow' : '/', agent)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(clients)
      agent.destroy()
      return statuses
    },
  }
}

function ask(port: number, path: string, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const asked = get({ host: '127.0.0.1', port, path, agent }, (res) => {
      res.resume()
      res.on('end', () => resolve(res.statusCode ?? 0))
      res.on('error', (error) => resolve(String(error)))
    })
    asked.on('error', (error) => resolve(String(error)))
  })
}

function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
