import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import {
  createServer,
  IncomingMessage,
  type RequestListener,
  Server,
  ServerResponse,
} from 'node:http'
import { createServer as createSecureServer, get as getSecurely } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it, vi } from 'vitest'
import { capabilities } from '../../src/node/internals.ts'
import type { Express } from '../../src/types/v5/public.ts'
import { createFolder } from '../fixtures/folder.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import { exchange } from '../support/exchange.ts'

interface AnyServer {
  readonly listening: boolean
  listen(port: number, host: string): unknown
  address(): unknown
  close(): unknown
  closeAllConnections(): void
}

describeDialects('a server that was made for an application', ['5.x', '4.x', '3.x'], (t) => {
  const servers: AnyServer[] = []

  afterEach(() => {
    vi.restoreAllMocks()
    for (const server of servers.splice(0)) {
      server.close()
      server.closeAllConnections()
    }
  })

  async function portOf(server: AnyServer): Promise<number> {
    if (!server.listening) {
      servers.push(server)
      server.listen(0, '127.0.0.1')
      await once(server as Server, 'listening')
    }
    return (server.address() as AddressInfo).port
  }

  async function ask(server: AnyServer, path = '/'): Promise<string> {
    return (await exchange(await portOf(server), path)).text
  }

  function answer(body = 'answer', app = t.app): RequestListener {
    app.get('/', (_req, res) => res.send(body))
    return app as unknown as RequestListener
  }

  /** How often requests and responses are given other prototypes while something is done. */
  async function countChanges(act: () => Promise<unknown>): Promise<number> {
    const change = vi.spyOn(Object, 'setPrototypeOf')
    await act()
    const messages = change.mock.calls.filter(
      ([object]) => object instanceof IncomingMessage || object instanceof ServerResponse,
    )
    change.mockRestore()
    return messages.length
  }

  /** What requests are when they arrive, before any application sees them. */
  function lookFirst(server: Server): unknown[] {
    const seen: unknown[] = []
    server.prependListener('request', (req, res) => {
      seen.push(Object.getPrototypeOf(req) === IncomingMessage.prototype)
      seen.push(Object.getPrototypeOf(res) === ServerResponse.prototype)
    })
    return seen
  }

  it.runIf(capabilities.adoptedServers)(
    'gives birth to its requests from the second on',
    async () => {
      const server = createServer(answer())
      expect(await countChanges(() => ask(server))).toBe(2)
      expect(await countChanges(() => ask(server))).toBe(0)
      expect(await ask(server)).toBe('answer')
    },
  )

  it.runIf(capabilities.adoptedServers)('does so over TLS', async (context) => {
    const files = makeCertificate()
    if (files === undefined) context.skip('no openssl to make a certificate with')
    const server = createSecureServer(files as object, answer())
    const port = await portOf(server)
    const askSecurely = async () => {
      const options = { port, host: '127.0.0.1', rejectUnauthorized: false, agent: false }
      const [response] = await once(getSecurely(options), 'response')
      return text(response as IncomingMessage)
    }
    expect(await countChanges(askSecurely)).toBe(2)
    expect(await countChanges(askSecurely)).toBe(0)
    expect(await askSecurely()).toBe('answer')
  })

  it('gives others who listen later Node’s own requests', async () => {
    const server = createServer(answer())
    await ask(server)
    await ask(server)
    const seen = lookFirst(server)
    expect(await ask(server)).toBe('answer')
    expect(await ask(server)).toBe('answer')
    expect(seen).toEqual([true, true, true, true])
  })

  it('is left alone when others listened before', async () => {
    const server = createServer(answer())
    const seen = lookFirst(server)
    for (let count = 0; count < 3; count++) expect(await ask(server)).toBe('answer')
    expect(seen).toEqual(Array.from({ length: 6 }, () => true))
  })

  it('may be shared by two applications through a function', async () => {
    const other = t.webapp() as typeof t.app
    const apps = { first: answer('first'), second: answer('second', other) }
    Object.assign(t.app.request, { mark: 'first' })
    Object.assign(other.request, { mark: 'second' })
    for (const app of [t.app, other])
      app.get('/mark', (req, res) => res.send(Reflect.get(req, 'mark')))
    const server = createServer((req, res) => {
      const name = req.headers.host === 'second' ? 'second' : 'first'
      apps[name](req, res)
    })
    const port = await portOf(server)
    for (const host of ['first', 'second', 'first', 'second']) {
      expect((await exchange(port, '/', { headers: { host } })).text).toBe(host)
      expect((await exchange(port, '/mark', { headers: { host } })).text).toBe(host)
    }
  })

  it.runIf(capabilities.adoptedServers)(
    'may be handed from one application to another',
    async () => {
      const [first, second] = [answer('first'), answer('second', t.webapp() as typeof t.app)]
      const server = createServer(first)
      await ask(server)
      await ask(server)
      server.off('request', first)
      server.on('request', second)
      expect(await ask(server)).toBe('second')
      expect(await countChanges(() => ask(server))).toBe(0)
      expect(await ask(server)).toBe('second')
    },
  )

  it('obeys when app.request and app.response are replaced, before and after', async () => {
    const server = createServer(answer())
    t.app.get('/mark', (req, res) => {
      res.send([Reflect.get(req, 'mark'), Reflect.get(res, 'mark')].join())
    })
    const mark = (name: string) => {
      t.app.request = Object.create(t.app.request, { mark: { value: name } })
      t.app.response = Object.create(t.app.response, { mark: { value: name } })
    }
    mark('before')
    expect(await ask(server, '/mark')).toBe('before,before')
    expect(await ask(server, '/mark')).toBe('before,before')
    mark('after')
    expect(await ask(server, '/mark')).toBe('after,after')
    expect(await ask(server, '/')).toBe('answer')
  })

  it('obeys when they are replaced after it gave birth to requests', async () => {
    const server = createServer(answer())
    t.app.get('/mark', (req, res) => res.send(String(Reflect.get(req, 'mark'))))
    await ask(server)
    expect(await ask(server, '/mark')).toBe('undefined')
    t.app.request = Object.create(t.app.request, { mark: { value: 'later' } })
    expect(await ask(server, '/mark')).toBe('later')
  })

  it('lets libraries take its listeners and call them', async () => {
    const server = createServer(answer())
    await ask(server)
    await ask(server)
    const listeners = server.listeners('request').slice() as RequestListener[]
    server.removeAllListeners('request')
    const engine: unknown[] = []
    server.on('request', (req, res) => {
      if (req.url !== '/engine') {
        for (const listener of listeners) listener.call(server, req, res)
        return
      }
      engine.push(Object.getPrototypeOf(req) === IncomingMessage.prototype)
      res.end('engine')
    })
    for (let count = 0; count < 2; count++) {
      expect([await ask(server), await ask(server, '/engine')]).toEqual(['answer', 'engine'])
    }
    expect(engine).toEqual([true, true])
  })

  it('gathers no listeners when those of requests come and go', async () => {
    const app = answer()
    const server = createServer(app)
    await ask(server)
    const count = () => server.eventNames().map((name) => [name, server.listenerCount(name)])
    const before = count()
    for (let turn = 0; turn < 12; turn++) {
      server.off('request', app)
      server.on('request', app)
      expect(await ask(server)).toBe('answer')
    }
    expect(new Map(count() as [string, number][])).toEqual(new Map(before as [string, number][]))
    server.removeAllListeners()
    expect(server.eventNames()).toEqual([])
  })

  it('keeps classes of its own', async () => {
    let born = 0
    class OwnRequest extends IncomingMessage {
      constructor(...args: ConstructorParameters<typeof IncomingMessage>) {
        super(...args)
        born++
      }
    }
    class OwnResponse extends ServerResponse {}
    for (const options of [
      { IncomingMessage: OwnRequest },
      { IncomingMessage: OwnRequest, ServerResponse: OwnResponse },
    ]) {
      born = 0
      const server = new (class OwnServer extends Server {})(options as object, answer())
      for (let count = 1; count <= 3; count++) {
        expect(await ask(server)).toBe('answer')
        expect(born).toBe(count)
      }
    }
  })

  it.runIf(capabilities.adoptedServers)('may be of a class of its own', async () => {
    class OwnServer extends Server {}
    const server = new OwnServer(answer())
    await ask(server)
    expect(await countChanges(() => ask(server))).toBe(0)
    expect(await ask(server)).toBe('answer')
  })

  it('is adopted by the application that it was made for, not by those inside', async () => {
    for (const dialect of Object.keys(factories) as (keyof typeof factories)[]) {
      const inner = factories[dialect]() as unknown as Express
      inner.get(`/${dialect}`, (req, res) => void res.json([req.app === inner, res.app === inner]))
      t.app.use(inner as never)
    }
    const server = createServer(answer())
    for (let count = 0; count < 2; count++) {
      for (const dialect of Object.keys(factories)) {
        expect(await ask(server, `/${dialect}`)).toBe('[true,true]')
      }
      expect(await ask(server)).toBe('answer')
    }
  })
})

const folder = createFolder({})

/** A key and a certificate that it signs itself; undefined where nothing can make them. */
function makeCertificate(): { key: Buffer; cert: Buffer } | undefined {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=a'
  try {
    const args = ['req', ...made.split(' '), '-keyout', key, '-out', cert]
    execFileSync('openssl', args, { stdio: 'ignore' })
  } catch {
    return undefined
  }
  return { key: readFileSync(key), cert: readFileSync(cert) }
}
