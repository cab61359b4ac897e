import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePorts } from '../../../../tools/free-ports.ts'
import { redisAdapter, rooms } from '../../src/ws.ts'
import { createGate } from '../fixtures/gate.ts'

function member() {
  const received: [string, boolean][] = []
  const gone = createGate()
  return {
    received,
    closed: gone.opened,
    close: gone.open,
    send(data: string | Buffer, { binary }: { binary: boolean }) {
      received.push([String(data), binary])
    },
  }
}

describe('rooms()', () => {
  it('sends to the members of a room, except one', async () => {
    const hall = rooms()
    const [ann, bob, eve] = [member(), member(), member()]
    await Promise.all([hall.join('a', ann), hall.join('a', bob), hall.join('b', eve)])
    expect(hall.broadcast('a', 'hi')).toBe(2)
    expect(hall.broadcast('a', new Uint8Array([104]), { except: ann })).toBe(1)
    expect(hall.broadcast('none', 'hi')).toBe(0)
    expect([ann.received, bob.received, eve.received]).toEqual([
      [['hi', false]],
      [
        ['hi', false],
        ['h', true],
      ],
      [],
    ])
    expect([hall.names(), hall.members('b')]).toEqual([['a', 'b'], [eve]])
  })

  it('forgets a member that closes or leaves', async () => {
    const hall = rooms()
    const [ann, bob] = [member(), member()]
    await hall.join('a', ann)
    await hall.join('b', ann)
    await hall.join('a', bob)
    hall.leave(bob, 'a')
    expect(hall.members('a')).toEqual([ann])
    ann.close()
    await expect.poll(() => hall.names()).toEqual([])
  })

  it('watches the end of a member once, however often it changes rooms', async () => {
    const hall = rooms()
    const ann = Object.assign(new EventEmitter(), { send() {} })
    for (const room of ['a', 'b', 'c']) {
      await hall.join(room, ann)
      hall.leave(ann)
    }
    await hall.join('d', ann)
    expect(ann.listenerCount('close')).toBe(1)
    ann.emit('close')
    expect(hall.names()).toEqual([])
  })

  it('refuses a member that has closed, also if it was in a room before', async () => {
    const hall = rooms()
    const [ann, bob] = [member(), Object.assign(new EventEmitter(), { send() {} })]
    await hall.join('a', ann)
    await hall.join('a', bob)
    ann.close()
    bob.emit('close')
    await expect.poll(() => hall.names()).toEqual([])
    await hall.join('b', ann)
    await hall.join('b', bob)
    expect([hall.names(), hall.broadcast('b', 'hi')]).toEqual([[], 0])
  })

  it('empties all rooms when it closes', async () => {
    const hall = rooms()
    const [ann, bob] = [member(), member()]
    await Promise.all([hall.join('a', ann), hall.join('b', ann), hall.join('b', bob)])
    await hall.close()
    expect([hall.names(), hall.broadcast('b', 'hi')]).toEqual([[], 0])
  })

  it('goes on if a member fails', async () => {
    const errors: unknown[] = []
    const hall = rooms({ onError: (error) => errors.push(error) })
    const bob = member()
    const broken = {
      send() {
        throw new Error('broken')
      },
    }
    await hall.join('a', broken)
    await hall.join('a', bob)
    expect(hall.broadcast('a', 'hi')).toBe(2)
    expect([bob.received.length, errors.length]).toEqual([1, 1])
  })

  it('subscribes while a room has members, and reports errors of the adapter', async () => {
    const calls: string[] = []
    const errors: unknown[] = []
    const hall = rooms({
      onError: (error) => errors.push((error as Error).message),
      adapter: {
        publish: () => Promise.reject(new Error('down')),
        subscribe: async (room) => calls.push(`+${room}`),
        unsubscribe: async (room) => calls.push(`-${room}`),
      },
    })
    const [ann, bob] = [member(), member()]
    await hall.join('a', ann)
    await hall.join('a', bob)
    hall.leave(ann)
    hall.leave(bob)
    await hall.join('a', bob)
    hall.broadcast('a', 'hi')
    await hall.close()
    expect(calls).toEqual(['+a', '-a'])
    expect(errors).toEqual(['down'])
  })

  it('refuses wrong arguments', async () => {
    const hall = rooms()
    await expect(hall.join(1 as never, member())).rejects.toThrow(/name of a room/)
    await expect(hall.join('a', {} as never)).rejects.toThrow(/needs a member with send/)
    expect(() => hall.broadcast('a', {} as never)).toThrow(/text or bytes/)
    expect(() => rooms(null as never)).toThrow('rooms() takes an object of options, got null')
    expect(() => rooms({ adaptor: {} } as never)).toThrow(/the option adaptor is unknown/)
    expect(() => rooms({ adapter: {} as never })).toThrow(/adapter must have publish/)
    expect(() => rooms({ onError: 1 as never })).toThrow(/onError must be a function, got 1/)
    expect(() => redisAdapter({} as never)).toThrow(/redis or ioredis/)
  })
})

const REDIS = '/usr/bin/redis-server'

describe.skipIf(!existsSync(REDIS))(`rooms() by Redis (skipped without ${REDIS})`, () => {
  let port = 0
  let stop = () => {}

  beforeAll(async () => {
    ;[port = 0] = await freePorts(1)
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

  async function connectHall(prefix?: string) {
    const client = createClient({ url: `redis://127.0.0.1:${port}` })
    await client.connect()
    const hall = rooms({ adapter: redisAdapter(client, prefix === undefined ? {} : { prefix }) })
    onTestFinished(async () => {
      await hall.close()
      client.destroy()
    })
    return hall
  }

  it('carries text and bytes to the members of other processes, once', async () => {
    const [one, two] = await Promise.all([connectHall(), connectHall()])
    const [ann, bob, eve] = [member(), member(), member()]
    await Promise.all([one.join('a', ann), two.join('a', bob), two.join('b', eve)])
    one.broadcast('a', 'héllo\n', { except: ann })
    two.broadcast('a', Buffer.from([255, 0]))
    await expect.poll(() => [ann.received.length, bob.received.length]).toEqual([1, 2])
    expect(bob.received).toContainEqual(['héllo\n', false])
    expect(ann.received[0]?.[1]).toBe(true)
    expect(eve.received).toEqual([])
  })

  it('keeps prefixes apart, and works again after all members have left', async () => {
    const [one, two, other] = await Promise.all([connectHall(), connectHall(), connectHall('x:')])
    const [ann, eve] = [member(), member()]
    await one.join('a', ann)
    one.leave(ann)
    await Promise.all([one.join('a', ann), other.join('a', eve)])
    two.broadcast('a', 'again')
    await expect.poll(() => ann.received).toEqual([['again', false]])
    expect(eve.received).toEqual([])
  })
})
