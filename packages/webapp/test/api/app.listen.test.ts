import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request, Server } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { exchange } from '../support/exchange.ts'

describeDialects('app.listen(...)', ['5.x', '4.x', '3.x'], (t) => {
  const { servers, opened } = trackServers()

  it("returns Node's own server", async () => {
    const server = opened(t.app.listen(0))
    expect(server).toBeInstanceOf(Server)
    t.app.get('/', (_req, res) => res.send('hello'))
    expect((await exchange(await portOf(server), '/')).text).toBe('hello')
  })

  it('takes an unused port when none is given, with and without a callback', async () => {
    const bare = opened(t.app.listen())
    expect(await portOf(bare)).toBeGreaterThan(0)
    await new Promise<void>((resolve) => {
      opened(t.app.listen(() => resolve()))
    })
  })

  it('takes port, host, backlog and callback', async () => {
    const called = await new Promise<unknown[]>((resolve) => {
      opened(t.app.listen(0, '127.0.0.1', 5, (...args: unknown[]) => resolve(args)))
    })
    expect(called).toEqual([])
    expect(servers[0]?.address()).toMatchObject({ address: '127.0.0.1' })
  })

  it('takes an object of options', async () => {
    const server = opened(t.app.listen({ port: 0, host: '127.0.0.1' }))
    expect(await portOf(server)).toBeGreaterThan(0)
  })

  it('takes the path of a UNIX socket', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'webapp-'))
    const socketPath = join(dir, 'socket')
    t.app.get('/', (_req, res) => res.send('unix'))
    const server = opened(t.app.listen(socketPath))
    await once(server, 'listening')
    const text = await new Promise<string>((resolve, reject) => {
      const outgoing = request({ socketPath, path: '/', agent: false }, (incoming) => {
        incoming.setEncoding('utf8').on('data', resolve)
      })
      outgoing.on('error', reject).end()
    })
    await rm(dir, { recursive: true })
    expect(text).toBe('unix')
  })

  it('gives the callback the server as this', async () => {
    const self = await new Promise<unknown>((resolve) => {
      opened(
        t.app.listen(0, function (this: unknown) {
          resolve(this)
        }),
      )
    })
    expect(self).toBe(servers[0])
  })

  it('emits the error of a taken port without a callback', async () => {
    const first = opened(t.app.listen(0, '127.0.0.1'))
    const second = t.app.listen(await portOf(first), '127.0.0.1')
    const [error] = (await once(second, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('EADDRINUSE')
  })

  it('calls the callback once, though an error follows', async () => {
    let calls = 0
    const server = opened(t.app.listen(0, () => calls++))
    await once(server, 'listening')
    server.on('error', () => {})
    server.emit('error', new Error('later'))
    expect(calls).toBe(1)
  })

  it('leaves upgrades to those who listen for them', async () => {
    const server = opened(t.app.listen(0, '127.0.0.1'))
    server.on('upgrade', (_req, socket) => {
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
    })
    const outgoing = request({
      port: await portOf(server),
      host: '127.0.0.1',
      headers: { Connection: 'Upgrade', Upgrade: 'x' },
    })
    outgoing.end()
    const [answer] = (await once(outgoing, 'upgrade')) as [{ statusCode: number }]
    expect(answer.statusCode).toBe(101)
  })

  describe('the servers of several applications', () => {
    it('serve each its own', async () => {
      const other = t.webapp()
      t.app.get('/', (req, res) => res.json(req.app === t.app))
      other.get('/', (req, res) => res.json(req.app === other))
      const [a, b] = [opened(t.app.listen(0)), opened(other.listen(0))]
      expect((await exchange(await portOf(a), '/')).json()).toBe(true)
      expect((await exchange(await portOf(b), '/')).json()).toBe(true)
    })
  })
})

describeDialects('app.listen(...) on a taken port', ['5.x'], (t) => {
  const { opened } = trackServers()

  it('hands the error of a taken port to the callback', async () => {
    const first = opened(t.app.listen(0, '127.0.0.1'))
    const port = await portOf(first)
    const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      t.app.listen(port, '127.0.0.1', (failure) => resolve(failure))
    })
    expect(error?.code).toBe('EADDRINUSE')
  })
})

describeDialects('app.listen(...) on a taken port', ['4.x'], (t) => {
  const { opened } = trackServers()

  it('emits the error, and does not call the callback', async () => {
    const first = opened(t.app.listen(0, '127.0.0.1'))
    let calls = 0
    const second = t.app.listen(await portOf(first), '127.0.0.1', () => calls++)
    const [error] = (await once(second, 'error')) as [NodeJS.ErrnoException]
    expect([error.code, calls]).toEqual(['EADDRINUSE', 0])
  })
})

/** Closes the servers of a test after it. */
function trackServers() {
  const servers: NetServer[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      if (server.listening) await once(server.close(), 'close')
    }
  })

  function opened<T extends NetServer>(server: T): T {
    servers.push(server)
    return server
  }
  return { servers, opened }
}

async function portOf(server: NetServer): Promise<number> {
  if (!server.listening) await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
