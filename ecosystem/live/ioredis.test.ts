import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

const load = createRequire(import.meta.url)
const { redisAdapter, rooms } = load('webapp/ws') as typeof import('webapp/ws')
const { Redis } = load('ioredis') as {
  Redis: new (options: object) => import('webapp/ws').RedisClient & { disconnect(): void }
}

const REDIS = '/usr/bin/redis-server'

function member() {
  const received: [string, boolean][] = []
  return {
    received,
    send(data: string | Buffer, { binary }: { binary: boolean }) {
      received.push([binary ? Buffer.from(data as Buffer).toString('hex') : String(data), binary])
    },
  }
}

describe.skipIf(!existsSync(REDIS))(`rooms() by ioredis (skipped without ${REDIS})`, () => {
  let port = 0
  let stop = () => {}

  beforeAll(async () => {
    port = await freePort()
    const folder = mkdtempSync(join(tmpdir(), 'webapp-redis-'))
    const options = ['--bind', '127.0.0.1', '--port', `${port}`, '--save', '', '--dir', folder]
    const server = spawn(REDIS, [...options, '--appendonly', 'no'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    stop = () => {
      server.kill()
      rmSync(folder, { recursive: true, force: true })
    }
    for await (const line of server.stdout) if (/Ready to accept/.test(String(line))) break
    server.stdout.resume()
  })

  afterAll(() => stop())

  function connectHall(options: object = {}) {
    const client = new Redis({ host: '127.0.0.1', port, ...options })
    const hall = rooms({ adapter: redisAdapter(client) })
    onTestFinished(async () => {
      await hall.close()
      client.disconnect()
    })
    return hall
  }

  it('carries text and bytes to the members of other processes, once', async () => {
    const [one, two] = [connectHall(), connectHall({ lazyConnect: true })]
    const [ann, bob, eve] = [member(), member(), member()]
    await Promise.all([one.join('a', ann), two.join('a', bob), two.join('b', eve)])
    one.broadcast('a', 'héllo\n', { except: ann })
    two.broadcast('a', Buffer.from([255, 0]))
    await expect.poll(() => [ann.received.length, bob.received.length]).toEqual([1, 2])
    expect(bob.received).toContainEqual(['héllo\n', false])
    expect(ann.received).toEqual([['ff00', true]])
    expect(eve.received).toEqual([])
  })

  it('works with a prefix for keys, and after all members have left', async () => {
    const [one, two] = [connectHall({ keyPrefix: 'own:' }), connectHall({ keyPrefix: 'own:' })]
    const ann = member()
    await one.join('a', ann)
    one.leave(ann)
    await one.join('a', ann)
    two.broadcast('a', 'again')
    await expect.poll(() => ann.received).toEqual([['again', false]])
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
