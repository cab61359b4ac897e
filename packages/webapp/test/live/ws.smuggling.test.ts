import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createSecureServer as createHttp2Server } from 'node:http2'
import { createServer as createSecureServer } from 'node:https'
import {
  type AddressInfo,
  connect,
  createServer as createSocketServer,
  type Socket,
} from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { byTurns } from '../../../../tools/gate.ts'
import { acceptUpgrades, upgrade } from '../../src/ws.ts'
import { createGate } from '../fixtures/gate.ts'
import { factories } from '../support/dialects.ts'
import { exchangeRaw } from '../support/exchange.ts'
import { identity } from '../support/http2.ts'
import { takeTurns } from '../support/lane-stage.ts'
import { originals } from '../support/originals.ts'
import { get } from '../support/smuggled.ts'
import { handshake } from './client.ts'

// Node drops the headers behind `server.maxHeadersCount`, also those that tell where a body ends. On
// a server with a WebSocket route, a request with such headers must be what it is on Express.

const HIDDEN = get('/hidden')
const CHUNKS = `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`
const LAST = get('/last', 'Connection: close\r\n')

/** Headers that announce a body, and the body. */
const framings: Readonly<Record<string, readonly [lines: string, body: string]>> = {
  'a length': [`Content-Length: ${HIDDEN.length}\r\n`, HIDDEN],
  'a coding': ['Transfer-Encoding: chunked\r\n', CHUNKS],
  'a length and a coding': ['Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', CHUNKS],
  'a coding and a length': ['Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', CHUNKS],
  'no body': ['', ''],
}

const H2C = 'Connection: Upgrade\r\nUpgrade: h2c\r\n'
const WEBSOCKET = handshake('/').split('\r\n').slice(2, -2).join('\r\n').concat('\r\n')

/** The order of the headers, and the most that Node keeps. */
const hidings: Readonly<Record<string, readonly [(lines: string) => string, most?: number]>> = {
  'in view': [(lines) => H2C + lines],
  'behind 1,100 headers': [(lines) => H2C + 'a:\r\n'.repeat(1100) + lines],
  'behind 70 headers of 10': [(lines) => H2C + 'a: b\r\n'.repeat(70) + lines, 10],
  'with the upgrade behind 70 of 10': [(lines) => 'a: b\r\n'.repeat(70) + WEBSOCKET + lines, 10],
}

const splits: Readonly<Record<string, (head: string, body: string) => string[]>> = {
  'in one piece': (head, body) => [head + body],
  'in the head and the body': (head, body) => {
    const [half, middle] = [head.length >> 1, body.length >> 1]
    return [head.slice(0, half), head.slice(half) + body.slice(0, middle), body.slice(middle)]
  },
}

type App = ReturnType<(typeof factories)['5.x']>
type Start = (app: App) => Server

const listening = (server: unknown) => (server as Server).listen(0, '127.0.0.1')
const onHttp: Start = (app) => listening(createServer(app))
const onHttps: Start = (app) => listening(createSecureServer(identity, app))

/** Servers of webapp, and the ones of Express that they are compared with. */
const servers: Readonly<Record<string, readonly [ours: Start, express: Start]>> = {
  'app.listen()': [(app) => app.listen(0, '127.0.0.1') as Server, onHttp],
  'http.createServer(app)': [onHttp, onHttp],
  'a server with another listener': [
    (app) => {
      const server = createServer((req, res) => (app as unknown as RequestListener)(req, res))
      acceptUpgrades(server, app)
      return listening(server)
    },
    onHttp,
  ],
  'https.createServer(app)': [onHttps, onHttps],
  'http2.createSecureServer({ allowHTTP1 }, app)': [
    (app) => listening(createHttp2Server({ ...identity, allowHTTP1: true }, app as never)),
    onHttps,
  ],
}

/** An application on a server, and the requests that reached it. */
class Site {
  readonly app: App
  readonly seen: string[] = []
  readonly server: Server

  constructor(create: () => App, start: Start) {
    this.app = create().disable('x-powered-by')
    this.app.use((req, res, next) => {
      if (['/socket', '/held', '/none'].includes(req.url)) return next()
      let size = 0
      req.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      req.on('end', () => {
        this.seen.push(`${req.method} ${req.url} ${size} ${req.headers.upgrade}`)
        res.send('done')
      })
    })
    this.server = start(this.app)
    onTestFinished(() => void this.server.close())
  }

  /** Adds the route `/held`, whose response waits for `send`. */
  hold(): { readonly reached: Promise<void>; send(): void } {
    const { opened: reached, open } = createGate()
    const held = { reached, send: () => {} }
    this.app.get('/held', (_req, res) => {
      held.send = () => void res.send('held')
      open()
    })
    return held
  }

  async connect(): Promise<Client> {
    if (!this.server.listening) await once(this.server, 'listening')
    const { port } = this.server.address() as AddressInfo
    const isSecure = !(this.server instanceof createServer().constructor)
    return new Client(
      isSecure
        ? connectSecurely({
            port,
            host: 'localhost',
            ca: identity.cert,
            ALPNProtocols: ['http/1.1'],
          })
        : connect({ port, host: '127.0.0.1', noDelay: true }),
    )
  }
}

class Client {
  readonly socket: Socket
  text = ''
  #changed = () => {}

  constructor(socket: Socket) {
    this.socket = socket.setEncoding('latin1')
    socket.on('error', () => {}) // The server may hang up at any time.
    socket.on('close', () => this.#changed())
    socket.on('data', (chunk) => {
      this.text += chunk
      this.#changed()
    })
    onTestFinished(() => void socket.destroy())
  }

  /** Writes, and waits for a response, or for the end of the connection. */
  async ask(pieces: readonly string[], end = 'done'): Promise<void> {
    const { length } = this.text
    for (const [at, piece] of pieces.entries()) {
      this.socket.write(piece)
      if (at < pieces.length - 1) await takeTurns(5)
    }
    await this.until(() => this.text.slice(length).endsWith(end))
  }

  async until(isDone: () => boolean): Promise<void> {
    while (!isDone() && !this.socket.destroyed) {
      await new Promise<void>((resolve) => {
        this.#changed = resolve
      })
    }
  }

  /** The status lines of all responses until the server ends the connection. */
  async statuses(): Promise<string[]> {
    await this.until(() => false)
    return this.text.match(/HTTP\/1\.1 \d+/g) ?? []
  }
}

/** What a client and an application see of a request, as the first one of a connection or later. */
async function observe(site: Site, pieces: readonly string[], first: number): Promise<unknown> {
  site.seen.length = 0
  const client = await site.connect()
  for (let at = 0; at < first; at++) await client.ask([get('/before')])
  await client.ask(pieces, pieces[0]?.startsWith('HEAD') ? '\r\n\r\n' : 'done')
  if (!client.socket.destroyed) client.socket.write(LAST)
  // A refusal may be lost, because the server closes the connection while the client still writes.
  const statuses = (await client.statuses()).filter((status) => status === 'HTTP/1.1 200')
  return { statuses, seen: [...site.seen] }
}

function startBoth(name: string): [ours: Site, express: Site] {
  const [ours, express] = servers[name] as (typeof servers)[string]
  const create = () =>
    factories['5.x']().get(
      '/socket',
      upgrade((socket) => socket.close()),
    )
  return [new Site(create, ours), new Site(originals['5.x'] as never, express)]
}

describe.each(Object.keys(servers))('a request with an Upgrade header, %s', (name) => {
  // The method makes no difference between servers.
  const methods = name === 'app.listen()' ? ['GET', 'POST', 'HEAD'] : ['POST']
  const rows = Object.keys(framings).flatMap((framing) =>
    Object.keys(hidings).flatMap((hiding) =>
      methods.map((method) => [method, framing, hiding] as const),
    ),
  )
  const suite = Object.keys(servers).indexOf(name)

  it.each(byTurns(rows, suite))('is what it is on Express: %s, %s %s', async (...row) => {
    const [method, framing, hiding] = row
    const [lines, body] = framings[framing] as (typeof framings)[string]
    const [order, most] = hidings[hiding] as (typeof hidings)[string]
    const [ours, express] = startBoth(name)
    if (most !== undefined) {
      ours.server.maxHeadersCount = most
      express.server.maxHeadersCount = most
    }
    const head = `${method} /any HTTP/1.1\r\nHost: a\r\n${order(lines)}\r\n`
    for (const [way, split] of Object.entries(splits)) {
      for (const first of [0, 2]) {
        const pieces = split(head, body).filter((piece) => piece !== '')
        const expected = await observe(express, pieces, first)
        expect(await observe(ours, pieces, first), `${way}, ${first} before`).toEqual(expected)
        expect(JSON.stringify(expected)).not.toContain('hidden')
      }
    }
  })
})

describe('a server with a WebSocket route', () => {
  const [start] = servers['app.listen()'] as (typeof servers)[string]
  const socketRoute = upgrade((socket) => socket.close())
  const withRoute = () => factories['5.x']().get('/socket', socketRoute)
  let hide = (lines: string) => 'a:\r\n'.repeat(1100) + lines
  const [LENGTH] = framings['a length'] as (typeof framings)[string]
  const h2c = get('/any', H2C)

  beforeAll(async () => {
    // Newer versions of Node refuse a request with headers that they would drop.
    if ((await statusOf(get('/', `Connection: close\r\n${hide('')}`))) === '431') {
      hide = (lines) => lines
    }
  })

  it('shows the headers of other upgrades as Express does, and keeps the connection', async () => {
    const lists: string[][] = []
    for (const create of [withRoute, originals['5.x'] as never]) {
      const site = new Site(create, start)
      const raw: string[] = []
      site.server.on('request', (req) =>
        raw.push(...req.rawHeaders, String((req as { upgrade?: boolean }).upgrade)),
      )
      const client = await site.connect()
      for (let at = 0; at < 4; at++) {
        await client.ask([get('/any', `${H2C}HTTP2-Settings: AAMAAABk\r\nX: y\r\n`)])
      }
      client.socket.write(LAST)
      expect(await client.statuses()).toEqual(Array(5).fill('HTTP/1.1 200'))
      lists.push(raw)
    }
    expect(lists[0]).toEqual(lists[1])
    expect(lists[0]).toContain('AAMAAABk')
  })

  it('asks for the body of other upgrades with 100 Continue, as Express does', async () => {
    for (const create of [withRoute, originals['5.x'] as never]) {
      const site = new Site(create, start)
      const client = await site.connect()
      for (let at = 0; at < 3; at++) {
        const head = `POST /any HTTP/1.1\r\nHost: a\r\n${H2C}Expect: 100-continue\r\n`
        await client.ask([`${head}Content-Length: 3\r\n\r\n`], '100 Continue\r\n\r\n')
        await client.ask(['abc'])
      }
      expect(site.seen).toEqual(Array(3).fill('POST /any 3 h2c'))
    }
  })

  it('closes the connection of CONNECT, as Express does', async () => {
    for (const create of [withRoute, originals['5.x'] as never]) {
      for (const first of [0, 2]) {
        const site = new Site(create, start)
        const client = await site.connect()
        for (let at = 0; at < first; at++) await client.ask([get('/before')])
        client.socket.write(`CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n${H2C}\r\n${HIDDEN}`)
        expect(await client.statuses()).toHaveLength(first)
        expect(site.seen).toHaveLength(first)
      }
    }
  })

  it('treats connections from before the route like later ones', async () => {
    const site = new Site(factories['5.x'], start)
    const early = await Promise.all([site.connect(), site.connect(), site.connect()])
    await early[0]?.ask([get('/before')])
    for (let at = 0; at < 3; at++) await early[1]?.ask([get('/before')])
    await expect.poll(() => connectionsOf(site.server)).toBe(3)
    site.app.get('/socket', socketRoute)
    await (await site.connect()).ask([get('/before')])
    expect(site.server.listenerCount('upgrade')).toBe(1)
    site.seen.length = 0
    for (const client of early) {
      client.text = ''
      await client.ask([get('/any', H2C + hide(LENGTH)) + HIDDEN])
      client.socket.write(handshake('/none'))
      expect(await client.statuses()).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404'])
    }
    expect(site.seen).toEqual(Array(3).fill(`GET /any ${HIDDEN.length} h2c`))
  })

  it('keeps the order of pipelined responses around other upgrades', async () => {
    for (const create of [withRoute, originals['5.x'] as never]) {
      for (const first of [0, 2]) {
        const site = new Site(create, start)
        const held = site.hold()
        const client = await site.connect()
        for (let at = 0; at < first; at++) await client.ask([get('/before')])
        client.text = ''
        client.socket.write(get('/held') + get('/any', H2C + hide(LENGTH)) + HIDDEN)
        await held.reached
        await expect.poll(() => site.seen.at(-1)).toBe(`GET /any ${HIDDEN.length} h2c`)
        expect(client.text).toBe('')
        held.send()
        await client.until(() => client.text.endsWith('done'))
        expect(client.text.match(/held|done/g)).toEqual(['held', 'done'])
        client.socket.write(LAST)
        expect(await client.statuses()).toEqual(Array(3).fill('HTTP/1.1 200'))
        expect(site.seen.join()).not.toContain('hidden')
      }
    }
  })

  it('leaves every upgrade to another listener, and none when that is gone', async () => {
    const site = new Site(withRoute, start)
    const client = await site.connect()
    for (let at = 0; at < 3; at++) await client.ask([h2c])
    const taken: unknown[] = []
    const take = (req: { url?: string }, socket: { end(text: string): void }) => {
      taken.push(req.url)
      socket.end('HTTP/1.1 299 Taken\r\n\r\n')
    }
    site.server.on('upgrade', take)
    client.socket.write(get('/taken', H2C + hide(LENGTH)) + HIDDEN)
    expect((await client.statuses()).at(-1)).toBe('HTTP/1.1 299')
    const other = await site.connect()
    other.socket.write(`POST /too HTTP/1.1\r\nHost: a\r\n${WEBSOCKET}\r\n`)
    expect(await other.statuses()).toEqual(['HTTP/1.1 299'])
    expect(taken).toEqual(['/taken', '/too'])
    site.server.off('upgrade', take)
    site.seen.length = 0
    await (await site.connect()).ask([h2c])
    expect(site.seen).toEqual(['GET /any 0 h2c'])
  })

  it('adds no listeners if it begins and ends to accept upgrades', async () => {
    const site = new Site(factories['5.x'], start)
    const client = await site.connect()
    const counts: number[] = []
    for (let at = 0; at < 4; at++) {
      const stop = acceptUpgrades(site.server, site.app)
      await client.ask([h2c])
      await (await site.connect()).ask([h2c])
      stop()
      await client.ask([handshake('/any')])
      const names = site.server.eventNames()
      counts.push(names.reduce((sum, name) => sum + site.server.listenerCount(name), 0))
    }
    expect(counts[3]).toBe(counts[0])
    expect(site.server.listenerCount('upgrade')).toBe(0)
    expect(site.seen.at(-1)).toBe('GET /any 0 websocket')
  })

  it('reads nothing as a request on a connection that it cannot choose for', async () => {
    const site = new Site(withRoute, start)
    await (await site.connect()).ask([get('/before')])
    const [listen] = site.server.listeners('connection')
    const others = createSocketServer((socket) => {
      // Not the event: nothing but Node knows this connection.
      Reflect.apply(listen as () => void, site.server, [socket])
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void others.close())
    await once(others, 'listening')
    const { port } = others.address() as AddressInfo
    for (const pieces of [[get('/any', H2C + hide(LENGTH)) + HIDDEN], [h2c, HIDDEN], [h2c]]) {
      site.seen.length = 0
      const client = new Client(connect({ port, host: '127.0.0.1', noDelay: true }))
      await client.ask([get('/before')])
      for (const piece of pieces) client.socket.write(piece)
      await client.until(() => /(HTTP[\s\S]*){2}$/.test(client.text))
      expect(client.text).toMatch(/(200 OK[\s\S]*done|503 Service Unavailable\r\n[\s\S]*)$/)
      if (client.text.includes(' 503 ')) await client.statuses()
      expect(site.seen.join()).not.toContain('hidden')
    }
  })

  it('reads no request behind a WebSocket request', async () => {
    const bodies = [framings['a length'], framings['a coding']] as (typeof framings)[string][]
    for (const [lines, body] of bodies) {
      for (const [path, status] of [
        ['/socket', / (101|400)$/], // A body in view is refused.
        ['/none', / 404$/],
      ] as const) {
        for (const first of [0, 2]) {
          const site = new Site(withRoute, start)
          const client = await site.connect()
          for (let at = 0; at < first; at++) await client.ask([get('/before')])
          client.text = ''
          site.seen.length = 0
          client.socket.write(`${handshake(path).slice(0, -2)}${hide(lines)}\r\n`)
          // Since Node 26, the 404 follows the body.
          if (path === '/socket') await client.until(() => client.text.includes('\r\n\r\n'))
          client.socket.write(body + HIDDEN)
          const statuses = await client.statuses()
          expect(statuses).toEqual([expect.stringMatching(status)])
          expect(site.seen).toEqual([])
        }
      }
    }
  })

  it('refuses a WebSocket request with a body after the responses before it', async () => {
    const site = new Site(withRoute, start)
    const held = site.hold()
    const client = await site.connect()
    const request = `${handshake('/socket').slice(0, -2)}${LENGTH}\r\n`
    client.socket.write(get('/held') + request + HIDDEN.slice(0, 9))
    await held.reached
    await takeTurns(30)
    expect(client.text).toBe('')
    held.send()
    expect(await client.statuses()).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
    expect(site.seen).toEqual([])
  })

  it.skipIf(!('shouldUpgradeCallback' in createServer()))(
    'keeps the choice of the program about upgrades',
    async () => {
      const site = new Site(withRoute, (app) => {
        const options = { shouldUpgradeCallback: (req: { url?: string }) => req.url !== '/any' }
        return listening(createServer(options as object, app))
      })
      const client = await site.connect()
      await client.ask([handshake('/any')])
      client.socket.write(handshake('/none'))
      expect(await client.statuses()).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404'])
      expect(site.seen).toEqual(['GET /any 0 websocket'])
    },
  )
})

/** The status with which a server of Node alone responds. */
async function statusOf(bytes: string): Promise<string | undefined> {
  const server = createServer((_req, res) => res.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const text = await exchangeRaw((server.address() as AddressInfo).port, bytes)
  server.close()
  return text.split(' ')[1]
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
}
