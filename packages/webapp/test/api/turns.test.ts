import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import timers from 'node:timers'
import { connect as connectSecurely } from 'node:tls'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { sleep } from '../../../../tools/sleep.ts'
import { capabilities } from '../../src/node/internals.ts'
import type { Express, Request, Response } from '../../src/types/v5/public.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import { loadFresh } from '../support/fresh-modules.ts'
import { identity } from '../support/http2.ts'
import { type Factory, originalFor } from '../support/originals.ts'
import { listen, type Start, starts } from '../support/starts.ts'
import { endOnUncaught } from '../support/uncaught.ts'

endOnUncaught()

type Note = (url: string, what: string) => void

const GET = 'GET /get HTTP/1.1\r\nHost: a\r\n\r\n'
const GET2 = GET.replace('get', 'get2')
const GET3 = GET.replace('get', 'get3')
const LAST = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
const POST = 'POST /post HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello'
const CHUNKS =
  'POST /chunks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'

const UPGRADE = 'GET /up HTTP/1.1\r\nHost: a\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n'

/** What clients send in one piece; most of them leave at once, or are sent away. */
const pieces: Record<string, { readonly text: string; readonly leave?: 'end' | 'destroy' }> = {
  'one request': { text: LAST },
  'one request, and half a goodbye': { text: GET, leave: 'end' },
  'one request, and no more': { text: GET, leave: 'destroy' },
  'one of HTTP/1.0': { text: 'GET /old HTTP/1.0\r\n\r\n' },
  'several behind each other': { text: GET + GET2 + LAST },
  'several with and without bodies': { text: GET + POST + GET2 + CHUNKS + GET3 + LAST },
  'a body behind a request that has none': { text: GET + POST + LAST },
  'a body behind a body': { text: POST + POST.replace('hello', 'world') + LAST },
  'a body, and half a goodbye': { text: POST, leave: 'end' },
  'a body, and no more': { text: POST, leave: 'destroy' },
  'a body, and another request that is broken': { text: `${POST}GET / HTTP/9.9\r\n\r\n` },
  'a body that is longer than it should be': { text: `${POST}hello` },
  'a body, and half of the next': { text: POST + POST.slice(0, -3), leave: 'end' },
  'a body that nobody announced': { text: `${GET}hello` },
  'a request, and another that is broken': { text: `${GET}GET / HTTP/9.9\r\n\r\n` },
  'a request, and half another': { text: `${GET}GET /half`, leave: 'end' },
  'a request that waits for permission': {
    text: POST.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n'),
  },
  'one without a body that waits for permission': {
    text: LAST.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'),
  },
  'a GET with a body': {
    text: 'GET /body HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello',
  },
  'a body that is announced in other letters': {
    text: 'GET /body HTTP/1.1\r\nHost: a\r\ncONTENT-lENGTH: 5\r\nConnection: close\r\n\r\nhello',
  },
  'a request that wants another protocol': {
    text: `${GET}GET /up HTTP/1.1\r\nHost: a\r\nUpgrade: a\r\nConnection: upgrade, close\r\n\r\n`,
    leave: 'end',
  },
  'a request that wants to go elsewhere': {
    text: `${GET}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`,
  },
}

/** A connection that is no socket, and what is written to it. */
function createStream() {
  let text = ''
  const stream = new Duplex({
    read() {},
    write(chunk, _encoding, callback) {
      text += chunk
      callback()
    },
  })
  return { stream, written: () => text }
}

function runsInImmediate(): boolean {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 100
  const { stack = '' } = new Error('here')
  Error.stackTraceLimit = limit
  return stack.includes('processImmediate')
}

describeDialects('requests that take turns', ['5.x', '4.x', '3.x'], (t) => {
  const sockets: Socket[] = []
  const servers: Server[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
    for (const server of servers.splice(0)) server.close().closeAllConnections()
  })

  const original = originalFor(t.dialect)
  const ours = factories[t.dialect] as unknown as Factory

  async function portOf(server: Server): Promise<number> {
    servers.push(server)
    if (!server.listening) await once(server, 'listening')
    return portNow(server)
  }

  function portNow(server: Server): number {
    return (server.address() as AddressInfo).port
  }

  async function open(port: number): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }

  /** A connection whose next request may wait: the first on each does not. */
  async function openKnown(port: number): Promise<Socket> {
    const socket = await open(port)
    socket.write(GET)
    await once(socket, 'data')
    return socket
  }

  /** Requests that come together, until all wait: those before may have come one by one. */
  async function crowd(
    clients: readonly Socket[],
    begin: () => void = () => {},
    text = GET,
  ): Promise<void> {
    for (let round = 0; round < 10; round++) {
      begin()
      for (const client of clients) client.write(text)
      await Promise.all(clients.map((client) => once(client, 'data')))
    }
  }

  /** What comes back on a connection until it is closed, or has been still for a while. */
  async function read(socket: Socket): Promise<string> {
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk
    })
    await Promise.race([once(socket, 'close'), sleep(150)])
    return text
  }

  /** Asks on a connection that is known, where requests wait. */
  async function ask(server: Server): Promise<string> {
    const port = await portOf(server)
    await crowdOn(ours)
    const socket = await openKnown(port)
    socket.write(LAST)
    return read(socket)
  }

  function createNoting(webapp: Factory, note: Note): Express {
    const app = webapp()
    app.set('env', 'test')
    app.use((req, res, next) => {
      const { complete, aborted, destroyed, readableEnded, url } = req
      note(url, JSON.stringify({ complete, aborted, destroyed, readableEnded }))
      for (const event of ['end', 'close', 'aborted']) req.on(event, () => note(url, event))
      for (const event of ['finish', 'close']) res.on(event, () => note(url, `answer: ${event}`))
      next()
    })
    app.use((req, res) => {
      res.removeHeader('X-Powered-By')
      note(req.url, 'answered')
      res.send(`answer to ${req.url}`)
    })
    return app
  }

  /** What is told of each request, in which order handlers are called, and what comes back. */
  async function watch(webapp: Factory, start: Start, piece: { text: string; leave?: string }) {
    const notes: Record<string, string[]> = {}
    const answered: string[] = []
    const app = createNoting(webapp, (url, what) => {
      if (what === 'answered') answered.push(url)
      notes[url] ??= []
      notes[url].push(what)
    })
    const server = start(app)
    const port = await portOf(server)
    await crowdOn(webapp)
    const socket = await openKnown(port)
    Reflect.deleteProperty(notes, '/get')
    answered.length = 0
    socket.write(piece.text, () => {
      if (piece.leave === 'end') socket.end()
      else if (piece.leave === 'destroy') socket.resetAndDestroy()
    })
    const text = await read(socket)
    socket.destroy()
    await sleep(30)
    return { notes, answered, text: text.replaceAll(/^(?:Date|ETag): .*\r\n/gim, '') }
  }

  for (const [name, start] of Object.entries(starts)) {
    it.each(Object.entries(pieces))(`are heard as in Express by ${name}: %s`, async (_, piece) => {
      const [expected, outcome] = await Promise.all([
        watch(original, start, piece),
        watch(ours, start, piece),
      ])
      expect(expected.answered.length).toBeGreaterThan(0)
      expect(outcome).toEqual(expected)
    })
  }

  const batching = it.runIf(capabilities.batching)

  const crowds = Object.entries(starts).flatMap(([name, start]) => [
    { name, start, kind: 'without a body', text: GET },
    { name, start, kind: 'with a body', text: POST },
  ])

  batching.each(crowds)(
    'are read before any is answered: $name, $kind',
    async ({ start, text }) => {
      let read: number[] = []
      const sockets: (Socket & { _httpMessage?: unknown })[] = []
      t.app.use((_req, res) => {
        // A connection whose request was read has a response.
        read.push(sockets.filter((socket) => socket._httpMessage).length)
        res.send('ok')
      })
      const server = start(t.app as unknown as Express)
      server.on('connection', (socket) => sockets.push(socket))
      const port = await portOf(server)
      const clients = await Promise.all(Array.from({ length: 5 }, () => open(port)))
      await crowd(clients, () => (read = []), text)
      expect(read).toHaveLength(5)
      expect(read[0]).toBe(5)
    },
  )

  it.runIf(capabilities.batching)('do not wait while they come one by one', async () => {
    let waited = 0
    t.app.get('/get', (_req, res) => {
      if (runsInImmediate()) waited++
      res.send('ok')
    })
    const server = listen(t.app as unknown as Express)
    const client = await open(await portOf(server))
    for (let count = 0; count < 100; count++) {
      client.write(GET)
      await once(client, 'data')
    }
    expect(waited).toBeGreaterThan(0)
    expect(waited).toBeLessThan(20)
  })

  it('have their turn at once when something is known of their connection', async () => {
    const notes: string[] = []
    t.app.get('/get', (req, res) => {
      notes.push(`turn of ${req.url}`)
      res.send('ok')
    })
    const server = listen(t.app as unknown as Express)
    server.on('clientError', (_error, socket) => {
      notes.push('clientError')
      socket.end('so it is')
    })
    server.on('upgrade', (_req, socket) => {
      notes.push('upgrade')
      socket.end('upgraded')
    })
    const port = await portOf(server)
    for (const text of ['GET / HTTP/9.9\r\n\r\n', UPGRADE]) {
      const socket = await openKnown(port)
      notes.pop()
      socket.write(GET + text)
      expect(await read(socket)).toMatch(/ok.*(?:so it is|upgraded)$/s)
    }
    expect(notes).toEqual(['turn of /get', 'clientError', 'turn of /get', 'upgrade'])
  })

  /** What is told of a request on a stream that ends as soon as it is read, and how often it is answered. */
  async function watchStream(webapp: Factory, way: 'end' | 'destroy') {
    const notes: string[] = []
    const app = createNoting(webapp, (url, what) => {
      if (url === '/last') notes.push(what)
    })
    const server = listen(app)
    await portOf(server)
    await crowdOn(webapp)
    const { stream, written } = createStream()
    server.emit('connection', stream)
    stream.push(LAST)
    if (way === 'end') stream.push(null)
    else stream.once('data', () => process.nextTick(() => stream.destroy()))
    await sleep(30)
    return { notes, answers: written().split(' 200 OK').length - 1 }
  }

  it('have it before their connection ends', async () => {
    const expected = await watchStream(original, 'end')
    expect(expected.answers).toBe(1)
    expect(await watchStream(ours, 'end')).toEqual(expected)
  })

  it('have it before they are told that their client left', async () => {
    const expected = await watchStream(original, 'destroy')
    expect(expected.notes).toEqual(expect.arrayContaining(['answered', 'close', 'answer: close']))
    expect(await watchStream(ours, 'destroy')).toEqual(expected)
  })

  /** Lets the requests that come next wait, where they may. */
  async function crowdOn(webapp: Factory): Promise<void> {
    const app = webapp()
    app.get('/get', (_req, res) => void res.send('ok'))
    const port = await portOf(listen(app))
    await crowd(await Promise.all(Array.from({ length: 5 }, () => open(port))))
  }

  function answerLater(webapp: Factory): Express {
    const app = webapp()
    app.use(async (_req, res) => {
      await Promise.resolve()
      res.send('ok')
    })
    return app
  }

  it('have it before the end of a stream that comes in the same turn', async () => {
    const leave = async (webapp: Factory) => {
      await crowdOn(webapp)
      const server = listen(answerLater(webapp))
      await portOf(server)
      const { stream, written } = createStream()
      server.emit('connection', stream)
      stream.push(GET)
      await sleep(30)
      setImmediate(() => stream.push(null))
      stream.push(GET)
      await sleep(30)
      return written().split(' 200 OK').length - 1
    }
    expect(await leave(original)).toBe(2)
    expect(await leave(ours)).toBe(2)
  })

  it('have it before the end of a connection with TLS', async () => {
    const leave = async (webapp: Factory) => {
      const server = createSecureServer(identity, answerLater(webapp)).listen(0, '127.0.0.1')
      const port = await portOf(server)
      const askAndLeave = async () => {
        const known = { ca: identity.cert, servername: 'localhost' }
        const socket = connectSecurely({ ...known, port, host: '127.0.0.1' })
        sockets.push(socket)
        socket.write(GET)
        await once(socket, 'data')
        socket.end(GET)
        return read(socket)
      }
      await askAndLeave()
      await crowdOn(webapp)
      return (await askAndLeave()).slice(-2)
    }
    expect(await leave(original)).toBe('ok')
    expect(await leave(ours)).toBe('ok')
  })

  it('do not wait as the first of a connection, which its client may end with it', async () => {
    const leave = async (webapp: Factory) => {
      const app = webapp()
      app.use((_req, res) => void setImmediate(() => res.send('ok')))
      const port = await portOf(listen(app))
      await crowdOn(webapp)
      const socket = await open(port)
      socket.end(GET)
      return (await read(socket)).slice(-2)
    }
    expect(await leave(original)).toBe('ok')
    expect(await leave(ours)).toBe('ok')
  })

  /** Errors that nobody caught, which the runner of the tests does not hear of meanwhile. */
  function hearUncaught(): string[] {
    const messages: string[] = []
    const others = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    process.on('uncaughtException', ({ message }) => messages.push(message))
    onTestFinished(() => {
      process.removeAllListeners('uncaughtException')
      for (const other of others) process.on('uncaughtException', other)
    })
    return messages
  }

  it.each([
    ['breaks', GET],
    ['wants another protocol', GET + UPGRADE],
  ])('leave no connection open whose listener throws, and whose client %s', async (_, text) => {
    const uncaught = hearUncaught()
    const leave = async (webapp: Factory) => {
      const notes: string[] = []
      const server = listen(webapp())
      server.on('upgrade', (_req, socket) => socket.end())
      const port = await portOf(server)
      await crowdOn(webapp)
      const socket = await openKnown(port)
      server.prependListener('request', (_req, res: ServerResponse) => {
        res.on('close', () => notes.push('answer: close'))
        throw new Error('by a listener')
      })
      socket.write(text, () => socket.resetAndDestroy())
      await sleep(50)
      server.getConnections((_error, count) => notes.push(`open: ${count}`))
      await sleep(10)
      return [...notes, ...uncaught.splice(0)]
    }
    const expected = await leave(original)
    expect(expected).toEqual(['answer: close', 'open: 0', 'by a listener'])
    expect(await leave(ours)).toEqual(expected)
  })

  it('go on beside one whose listener throws at the end of its body', async () => {
    const askAll = async (webapp: Factory) => {
      const errors: string[] = []
      const app = webapp()
      app.post('/throw', (req, res) => {
        // The program survives exceptions from here on.
        process.once('uncaughtException', ({ message }) => {
          errors.push(message)
          res.send('caught')
        })
        req.on('readable', () => {
          if (req.read() === null) throw new Error('at the end')
        })
      })
      app.post('/post', (req, res) => void req.on('end', () => res.send('read')).resume())
      app.use((_req, res) => void res.send('ok'))
      const port = await portOf(listen(app))
      await crowdOn(webapp)
      const clients = await Promise.all(Array.from({ length: 6 }, () => openKnown(port)))
      for (const [index, client] of clients.entries()) {
        client.write(index === 1 ? POST.replace('/post', '/throw') : POST)
      }
      const answers = await Promise.all(clients.map((client) => once(client, 'data')))
      return [...errors, ...answers.map(([chunk]) => String(chunk).split('\r\n\r\n')[1])]
    }
    const expected = await askAll(original)
    expect(expected).toEqual(['at the end', 'read', 'caught', 'read', 'read', 'read', 'read'])
    expect(await askAll(ours)).toEqual(expected)
  })

  it('keep the context that a handler entered for a body that comes later', async () => {
    const context = new AsyncLocalStorage<string>()
    const askWithBody = async (webapp: Factory) => {
      const app = webapp()
      app.use((req, _res, next) => {
        if (req.method === 'POST') context.enterWith('entered')
        req.on('end', next).resume()
      })
      app.use((_req, res) => void res.send(String(context.getStore())))
      const port = await portOf(listen(app))
      await crowdOn(webapp)
      const socket = await openKnown(port)
      socket.write(POST.slice(0, -5))
      await sleep(20)
      socket.write('hello')
      return (await read(socket)).slice(-7)
    }
    // Node 24 keeps contexts in another way, and forgets one that a handler enters.
    const kept = await askWithBody(original)
    expect(['entered', 'defined']).toContain(kept)
    expect(await askWithBody(ours)).toBe(kept)
  })

  it('keep that context also for a body that waits with its request', async () => {
    const context = new AsyncLocalStorage<string>()
    const askWithBodies = async (webapp: Factory) => {
      const app = webapp()
      app.post('/post', (req, res) => {
        context.enterWith('entered')
        let text = ''
        req.on('data', (chunk) => {
          text += `${chunk} ${context.getStore()}`
        })
        req.on('end', () => void res.send(`${text}, ${context.getStore()}`))
      })
      app.use((_req, res) => void res.send('ok'))
      const port = await portOf(listen(app))
      await crowdOn(webapp)
      const clients = await Promise.all(Array.from({ length: 5 }, () => openKnown(port)))
      clients.forEach((client, index) => {
        client.write(POST.replace('hello', `body${index}`))
      })
      const answers = await Promise.all(clients.map(read))
      return answers.map((text) => text.slice(text.indexOf('\r\n\r\n') + 4))
    }
    const expected = await askWithBodies(original)
    expect(expected[4]).toMatch(/^body4 (entered|undefined), (entered|undefined)$/)
    expect(await askWithBodies(ours)).toEqual(expected)
  })

  it('never close in the context of another one', async () => {
    const context = new AsyncLocalStorage<string>()
    const app = ours()
    const seen: unknown[] = []
    app.use((req, res) => {
      context.run(req.url, () => {
        res.send('ok')
        // The listener comes behind the finish: until then nothing listens to the response.
        process.nextTick(() => res.on('close', () => seen.push([req.url, context.getStore()])))
      })
    })
    const port = await portOf(listen(app))
    await crowdOn(ours)
    const clients = await Promise.all(Array.from({ length: 5 }, () => openKnown(port)))
    seen.length = 0
    clients.forEach((client, index) => {
      client.write(GET.replace('get', String(index)))
    })
    await Promise.all(clients.map(read))
    await expect.poll(() => seen.length).toBe(5)
    for (const [url, store] of seen as [string, unknown][])
      expect([url, undefined]).toContain(store)
  })

  it.each(Object.entries(starts))('are handed over anew at once: %s', async (_, start) => {
    const notes: string[] = []
    const server = start(t.app as unknown as Express)
    t.app.get('/last', (req, res) => {
      notes.push('first')
      req.url = '/again'
      notes.push(String(server.emit('request', req, res)))
      notes.push('behind')
    })
    t.app.get('/again', (_req, res) => {
      notes.push('again')
      res.send('ok')
    })
    await ask(server)
    notes.length = 0
    expect(await ask(server)).toMatch(/ok$/)
    expect(notes).toEqual(['first', 'again', 'true', 'behind'])
  })

  it('come to all who listen to a server behind each other', async () => {
    const notes: string[] = []
    t.app.get('/last', (_req, res) => {
      notes.push('handler')
      res.send('ok')
    })
    const server = listen(t.app as unknown as Express)
    server.prependListener('request', () => notes.push('before'))
    server.on('request', (_req, res: ServerResponse) => notes.push(`behind ${res.headersSent}`))
    expect(await ask(server)).toMatch(/ok$/)
    // The first request on the connection comes before, and has no handler.
    expect(notes.slice(2)).toEqual(['before', 'handler', 'behind true'])
  })

  it('run in the context that tools give to what servers emit', async () => {
    const context = new AsyncLocalStorage<string>()
    const { emit } = Server.prototype
    Server.prototype.emit = function (this: Server, event: string, ...args: unknown[]) {
      const act = () => Reflect.apply(emit, this, [event, ...args]) as boolean
      return event === 'request' ? context.run('by class', act) : act()
    } as typeof emit
    try {
      t.app.get('/last', (_req, res) => res.send(context.getStore()))
      const server = listen(t.app as unknown as Express)
      expect(await ask(server)).toMatch(/by class$/)
    } finally {
      Server.prototype.emit = emit
    }
    const server = listen(t.app as unknown as Express)
    const { emit: own } = server
    server.emit = function (this: Server, event: string, ...args: unknown[]) {
      return context.run('by server', () => Reflect.apply(own, this, [event, ...args]) as boolean)
    } as typeof own
    expect(await ask(server)).toMatch(/by server$/)
  })

  it.each([
    ['the next one', GET + GET2 + LAST],
    ['a broken one', `${GET}GET / HTTP/9.9\r\n\r\n`],
  ])('run in the context they came in when they have their turn before %s', async (_, text) => {
    const context = new AsyncLocalStorage<string>()
    const enter = (message: unknown) => {
      context.enterWith((message as { request: Request }).request.url)
    }
    const watchContexts = async (webapp: Factory) => {
      const contexts: unknown[] = []
      const app = webapp()
      app.use((req, res) => {
        contexts.push([req.url, context.getStore()])
        res.send('ok')
      })
      const port = await portOf(listen(app))
      await crowdOn(webapp)
      const socket = await openKnown(port)
      contexts.length = 0
      socket.write(text)
      await read(socket)
      return contexts
    }
    subscribe('http.server.request.start', enter)
    onTestFinished(() => void unsubscribe('http.server.request.start', enter))
    const expected = await watchContexts(original)
    expect(expected[0]).toEqual(['/get', '/get'])
    expect(await watchContexts(ours)).toEqual(expected)
  })

  it('have a context each that they may enter', async () => {
    const context = new AsyncLocalStorage<string>()
    const before: unknown[] = []
    t.app.use((req: Request, _res: Response, next: () => void) => {
      before.push(context.getStore())
      // What the first on a connection enters is left to those behind it by some versions of Node.
      if (req.url !== '/get') context.enterWith(req.url)
      setTimeout(next, 5)
    })
    t.app.use((_req: Request, res: Response) => void res.send(String(context.getStore())))
    const server = listen(t.app as unknown as Express)
    const port = await portOf(server)
    const clients = await Promise.all(Array.from({ length: 5 }, () => openKnown(port)))
    await crowdOn(ours)
    before.length = 0
    clients.forEach((client, index) => {
      client.write(LAST.replace('last', String(index)))
    })
    const answers = await Promise.all(clients.map(read))
    expect(answers.map((text) => text.slice(-2))).toEqual(['/0', '/1', '/2', '/3', '/4'])
    expect(before).toEqual(Array(5).fill(undefined))
  })

  it.each(Object.entries(starts))(
    'do not wait where a server emits in its own way: %s',
    async (_, start) => {
      const notes: string[] = []
      t.app.get('/last', (_req, res) => {
        notes.push('handler')
        res.send('ok')
      })
      const server = start(t.app as unknown as Express)
      const port = portOf(server)
      await crowdOn(ours)
      const clients = await Promise.all(Array.from({ length: 3 }, () => port.then(openKnown)))
      const { emit } = server
      server.emit = function (this: Server, event: string, ...args: unknown[]) {
        const result = Reflect.apply(emit, this, [event, ...args]) as boolean
        if (event === 'request') notes.push('emitted')
        return result
      } as typeof emit
      for (const client of clients) {
        client.write(LAST)
        expect(await read(client)).toMatch(/ok$/)
      }
      expect(notes).toEqual(Array(3).fill(['handler', 'emitted']).flat())
    },
  )

  it('have it when the clock was stopped, before the application was loaded or behind', async () => {
    const { setImmediate: real } = timers
    const answer = async (webapp: Factory) => {
      const app = webapp()
      app.use((_req, res) => void res.send('ok'))
      return ask(listen(app))
    }
    const stop = (immediate: typeof real) => {
      timers.setImmediate = immediate
      globalThis.setImmediate = immediate
      syncBuiltinESMExports()
    }
    stop((() => ({})) as unknown as typeof real)
    try {
      expect(await answer(ours)).toMatch(/ok$/)
      const fresh = await loadFresh()
      expect(await answer(fresh[t.dialect] as unknown as Factory)).toMatch(/ok$/)
    } finally {
      stop(real)
    }
  })
})
