import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { PerformanceObserver } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { byTurns } from '../../../../tools/gate.ts'
import { capabilities } from '../../src/node/internals.ts'
import type { Express, Request, Response } from '../../src/types/v5/public.ts'
import { factories } from '../support/dialects.ts'
import { get, smuggled } from '../support/smuggled.ts'

// From its second request on, a connection of an application goes past what Node's server does with
// each request. A server whose listener is another function is Node's alone, so both must show the
// same: the same bytes, and the same events in the same order.

const webapp = factories['5.x']

type Start = (app: Express) => Server

const starts: Readonly<Record<string, Start>> = {
  'app.listen()': (app) => app.listen(0, '127.0.0.1') as Server,
  'http.createServer(app)': (app) => createServer(options, app).listen(0, '127.0.0.1'),
}

/** How often Node looks for requests that take too long to arrive. */
const options = { connectionsCheckingInterval: 50 }

const nodes: Start = (app) =>
  createServer(options, (req, res) => (app as unknown as RequestListener)(req, res)).listen(
    0,
    '127.0.0.1',
  )

const EVENTS = ['finish', 'close', 'error', 'timeout', 'end', 'aborted', 'prefinish']

/** A program, its clients, and what both saw. */
class Stage {
  readonly log: string[] = []
  readonly app: Express = webapp()
  readonly server: Server
  readonly #clients: Client[] = []

  constructor(start: Start) {
    this.app.disable('x-powered-by')
    this.app.use((req, res, next) => {
      const { url } = req
      if (!url.startsWith('/quiet')) this.#watch(req, res)
      next()
    })
    this.app.get('/quiet', (_req, res) => void res.send('quiet'))
    this.app.get('/now', (_req, res) => void res.send('now'))
    this.app.get('/later', (_req, res) => void setImmediate(() => res.send('later')))
    this.server = start(this.app)
  }

  #watch(req: Request, res: Response): void {
    const { url } = req
    this.log.push(`${url} arrives`)
    for (const event of EVENTS) {
      res.on(event, () => this.log.push(`${url} res ${event}`))
      req.on(event, () => this.log.push(`${url} req ${event}`))
    }
  }

  /** A client whose first response has come, so that the next request is the second one. */
  async known(): Promise<Client> {
    if (!this.server.listening) await once(this.server, 'listening')
    // A server that the user created is adopted with its first request, and reads later connections.
    if (this.#clients.length === 0) await this.#connect().say(get('/quiet'), 'quiet')
    const client = this.#connect()
    await client.say(get('/quiet'), 'quiet')
    // The response is finished a moment after it was written.
    await client.say(get('/quiet'), 'quiet')
    client.text = ''
    return client
  }

  #connect(): Client {
    const { port } = this.server.address() as AddressInfo
    const client = new Client(connect({ port, host: '127.0.0.1', noDelay: true }))
    this.#clients.push(client)
    return client
  }

  async end(): Promise<void> {
    for (const { socket } of this.#clients) socket.destroy()
    this.server.close().closeAllConnections()
  }
}

class Client {
  readonly socket: Socket
  readonly closed: Promise<unknown>
  text = ''

  constructor(socket: Socket) {
    this.socket = socket.setEncoding('latin1')
    this.closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      this.text += chunk
    })
  }

  /** Writes, and waits until the last bytes that came since are these. */
  async say(bytes: string, last: string): Promise<void> {
    const { length } = this.text
    this.socket.write(bytes)
    while (!this.text.slice(length).endsWith(last) && !this.socket.destroyed) {
      await Promise.race([new Promise((seen) => this.socket.once('data', seen)), this.closed])
    }
  }
}

type Play = (stage: Stage) => Promise<unknown>

/** A response at '/held' that is sent when the result of this is called. */
function hold({ app }: Stage): () => void {
  let send = () => {}
  app.get('/held', (_req, res) => {
    send = () => void res.send('held')
  })
  return () => send()
}

const plays: Readonly<Record<string, Play>> = {
  'a response in the same turn': async (stage) => {
    const client = await stage.known()
    await client.say(get('/now'), 'now')
    await client.say(get('/now'), 'now')
    return client.text
  },

  'a listener that is added after the response was sent': async (stage) => {
    stage.app.get('/added', (_req, res) => {
      res.send('added')
      stage.log.push(`ended ${res.writableEnded} ${res.headersSent}`)
      res.on('finish', () => stage.log.push(`finish, finished ${res.writableFinished}`))
      res.on('close', () => stage.log.push(`close, closed ${res.closed} ${res.destroyed}`))
    })
    const client = await stage.known()
    await client.say(get('/added'), 'added')
    await client.say(get('/now'), 'now')
    return client.text
  },

  'a listener for nothing but the finish': async (stage) => {
    stage.app.get('/quiet/:event', (req, res) => {
      res.on(req.params.event, () => stage.log.push(`${req.url} is told`))
      res.send('told')
    })
    const client = await stage.known()
    for (const event of ['finish', 'close', 'prefinish', 'other', 'finish']) {
      await client.say(get(`/quiet/${event}`), 'told')
    }
    return client.text
  },

  'a callback of end behind the end': async (stage) => {
    stage.app.get('/again', (_req, res) => {
      res.send('again')
      res.end((...args: unknown[]) => stage.log.push(`called with ${args.length}`))
    })
    const client = await stage.known()
    await client.say(get('/again'), 'again')
    await client.say(get('/now'), 'now')
    return client.text
  },

  'requests behind one that takes its time': async (stage) => {
    const client = await stage.known()
    await client.say(get('/later') + get('/now') + get('/later') + get('/now'), 'now')
    while (client.text.split('HTTP/1.1 200').length < 5) await once(client.socket, 'data')
    return client.text
  },

  'a request in a later piece, while one is under way': async (stage) => {
    let [release, arrived] = [() => {}, () => {}]
    const isHeld = new Promise<void>((resolve) => {
      arrived = resolve
    })
    stage.app.get('/held', (_req, res) => {
      release = () => res.send('held')
      arrived()
    })
    stage.app.get('/release', (_req, res) => {
      // Both handlers run, although only one response can be sent at a time.
      res.send('released')
      release()
    })
    const client = await stage.known()
    client.socket.write(get('/held'))
    await isHeld
    await client.say(get('/release'), 'released')
    return client.text
  },

  'a body, a bodiless request and another body': async (stage) => {
    stage.app.use(webapp.json())
    stage.app.post('/echo', (req, res) => void res.json(req.body))
    const client = await stage.known()
    const echo = `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}`
    await client.say(echo + get('/now') + echo, '{"a":1}')
    while (client.text.split('HTTP/1.1 200').length < 4) await once(client.socket, 'data')
    return client.text
  },

  'a handler that does not read a body': async (stage) => {
    stage.app.post('/unread', (_req, res) => void res.send('unread'))
    const client = await stage.known()
    const head = 'POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n'
    await client.say(`${head}01234`, 'unread')
    await client.say(`56789${get('/now')}`, 'now')
    return client.text
  },

  'an expectation that the server does not know': async (stage) => {
    const client = await stage.known()
    await client.say(get('/now', 'Expect: miracles\r\n'), '\r\n\r\n')
    await client.say(get('/now'), 'now')
    return client.text
  },

  'a request without Host behind one that takes its time': async (stage) => {
    const client = await stage.known()
    client.socket.write(`${get('/later')}GET /now HTTP/1.1\r\n\r\n`)
    await client.closed
    return client.text
  },

  'HTTP/1.0 behind one that takes its time': async (stage) => {
    const client = await stage.known()
    client.socket.write(`${get('/later')}GET /now HTTP/1.0\r\n\r\n`)
    await client.closed
    return client.text
  },

  'Connection: close, and requests behind it': async (stage) => {
    const client = await stage.known()
    client.socket.write(get('/now', 'Connection: close\r\n') + get('/later'))
    await client.closed
    return client.text
  },

  'garbage behind a request': async (stage) => {
    const client = await stage.known()
    client.socket.write(`${get('/now')}nonsense\r\n\r\n`)
    await client.closed
    return client.text
  },

  'garbage behind a request that takes its time': async (stage) => {
    const client = await stage.known()
    client.socket.write(`${get('/later')}nonsense\r\n\r\n`)
    await client.closed
    return client.text
  },

  'a client that leaves while responses are under way': async (stage) => {
    const arrived = new Promise<void>((resolve) => {
      stage.app.get('/second', () => resolve())
    })
    stage.app.get('/first', () => {})
    const client = await stage.known()
    client.socket.write(get('/first') + get('/second'))
    await arrived
    client.socket.destroy()
    const closed = ['/first req close', '/second req close', '/first res close']
    await expect.poll(() => closed.every((line) => stage.log.includes(line))).toBe(true)
    return undefined
  },

  'an upgrade that nobody takes': async (stage) => {
    const client = await stage.known()
    await client.say(get('/now', 'Connection: Upgrade\r\nUpgrade: other\r\n'), 'now')
    await client.say(get('/now'), 'now')
    return client.text
  },

  'an upgrade that a listener takes, while a response is under way': async (stage) => {
    stage.server.on('upgrade', (_req, socket) => {
      stage.log.push('upgraded')
      socket.end()
    })
    stage.app.get('/never', () => {})
    const client = await stage.known()
    client.socket.write(get('/never') + get('/now', 'Connection: Upgrade\r\nUpgrade: other\r\n'))
    await client.closed
    return client.text
  },

  'a limit of requests that is set later': async (stage) => {
    const client = await stage.known()
    stage.server.maxRequestsPerSocket = 2
    await client.say(get('/now'), 'now')
    await client.say(get('/now'), 'now')
    await client.say(get('/now'), '\r\n\r\n')
    return client.text
  },

  'a timeout of the program, which ends with its response': async (stage) => {
    const timeouts: unknown[] = []
    stage.app.get('/timed', (req, res) => {
      timeouts.push(req.socket.timeout)
      res.setTimeout(100_000)
      timeouts.push(req.socket.timeout)
      res.send('timed')
      res.on('close', () => timeouts.push(req.socket.timeout))
    })
    const client = await stage.known()
    await client.say(get('/timed'), 'timed')
    await client.say(get('/now'), 'now')
    return timeouts
  },

  'a response that is destroyed while it waits for its turn': async (stage) => {
    const release = hold(stage)
    stage.app.get('/destroyed', (_req, res) => {
      res.on('socket', (socket) => stage.log.push(`assigned ${socket === res.socket}`))
      res.destroy()
      release()
    })
    const client = await stage.known()
    client.socket.write(get('/held') + get('/destroyed') + get('/now'))
    await client.closed
    return client.text
  },

  'a response that gets a timeout while it waits for its turn': async (stage) => {
    const release = hold(stage)
    const timeouts: unknown[] = []
    stage.app.get('/timed', (req, res) => {
      res.setTimeout(100_000)
      res.on('socket', () => timeouts.push(req.socket.timeout))
      res.send('timed')
      release()
    })
    const client = await stage.known()
    await client.say(get('/held') + get('/timed'), 'timed')
    return timeouts
  },

  'a response that waits for its turn, with an emit of the program': async (stage) => {
    const release = hold(stage)
    stage.app.get('/emitting', (_req, res) => {
      const { emit } = res
      res.emit = (...args: Parameters<typeof emit>) => {
        stage.log.push(`emits ${String(args[0])}`)
        return emit.apply(res, args)
      }
      res.send('emitting')
      release()
    })
    const client = await stage.known()
    await client.say(get('/held') + get('/emitting'), 'emitting')
    await client.say(get('/now'), 'now')
    return client.text
  },

  'a timeout of the program, and requests behind its response': async (stage) => {
    const release = hold(stage)
    const timeouts: unknown[] = []
    stage.app.get('/timed', ({ socket }, res) => {
      timeouts.push(socket.setTimeout(100_000).timeout)
      setImmediate(() => res.send('timed'))
    })
    stage.app.get('/seen', ({ socket }, res) => {
      timeouts.push(socket.timeout)
      res.send('seen')
      release()
    })
    const client = await stage.known()
    await client.say(get('/timed') + get('/seen'), 'seen')
    await client.say(get('/held') + get('/seen'), 'seen')
    return timeouts
  },

  'a timeout of the program, and no time between two requests': async (stage) => {
    const timeouts: unknown[] = []
    stage.server.keepAliveTimeout = 0
    stage.app.get('/timed', ({ socket }, res) => {
      timeouts.push(socket.timeout)
      socket.setTimeout(100_000)
      res.send('timed')
    })
    const client = await stage.known()
    for (let request = 0; request < 3; request++) await client.say(get('/timed'), 'timed')
    return timeouts
  },

  'many bytes that wait for their turn, and a socket that drains': async (stage) => {
    const states: unknown[] = []
    const release = hold(stage)
    stage.app.get('/much', ({ socket }, res) => {
      states.push(socket.isPaused())
      res.send(Buffer.alloc(200_000, 'x'))
    })
    stage.app.get('/drain', ({ socket }, res) => {
      states.push(socket.isPaused())
      // As it does when the client has read a part of the first response.
      socket.emit('drain')
      states.push(socket.isPaused())
      res.send('drained')
      release()
    })
    const client = await stage.known()
    await client.say(get('/held') + get('/much').repeat(2) + get('/drain'), 'drained')
    await client.say(get('/now'), 'now')
    return states
  },

  'a response that closes the connection before others had their turn': async (stage) => {
    stage.app.get(
      '/last',
      (_req, res) => void setImmediate(() => res.set('Connection', 'close').send('last')),
    )
    stage.app.get('/never', () => {})
    const client = await stage.known()
    client.socket.write(get('/last') + get('/now') + get('/never'))
    await client.closed
    const closed = ['/now req close', '/never req close']
    await expect.poll(() => closed.every((line) => stage.log.includes(line))).toBe(true)
    return client.text
  },

  'a response that the program detaches from its connection': async (stage) => {
    stage.app.get('/detached', ({ socket }, res) => {
      res.detachSocket(socket)
      socket.end('raw')
    })
    const client = await stage.known()
    client.socket.write(get('/detached'))
    await client.closed
    await expect.poll(() => stage.log).toContain('/detached req close')
    return client.text
  },

  'a head in two pieces, and requests behind it': async (stage) => {
    const client = await stage.known()
    client.socket.write(`${get('/now')}GET /no`)
    while (!client.text.endsWith('now')) await once(client.socket, 'data')
    await client.say(`w HTTP/1.1\r\nHost: a\r\n\r\n`, 'now')
    await client.say(get('/now'), 'now')
    await client.say(get('/now') + get('/later') + get('/now'), 'now')
    while (client.text.split('HTTP/1.1 200').length < 7) await once(client.socket, 'data')
    return client.text
  },

  'bodies in chunks between other requests': async (stage) => {
    stage.app.use(webapp.json())
    stage.app.post('/echo', (req, res) => void res.json(req.body))
    const client = await stage.known()
    const head = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n7\r\n{"b":2}\r\n0\r\n\r\n`
    await client.say(`${get('/later')}${chunked}${get('/later')}${chunked}`, '}')
    while (client.text.split('HTTP/1.1 200').length < 5) await once(client.socket, 'data')
    return client.text
  },

  'a body in two pieces': async (stage) => {
    stage.app.use(webapp.json())
    stage.app.post('/echo', (req, res) => void res.json(req.body))
    const client = await stage.known()
    client.socket.write(
      'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a"',
    )
    await expect.poll(() => stage.log.join()).toContain('/echo arrives')
    await client.say(':1}', '}')
    await client.say(get('/now'), 'now')
    return client.text
  },

  'a body that one handler reads piece by piece': async (stage) => {
    const seen: unknown[] = []
    stage.app.post('/pieces', (req, res) => {
      req.on('data', (chunk) => seen.push(String(chunk), req.complete))
      req.on('end', () => {
        seen.push(req.complete)
        res.send('pieces')
      })
    })
    const client = await stage.known()
    const sent = 'POST /pieces HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc'
    await client.say(sent, 'pieces')
    await client.say(sent + sent, 'pieces')
    while (client.text.split('HTTP/1.1 200').length < 4) await once(client.socket, 'data')
    return seen
  },

  'HEAD, OPTIONS, DELETE, and a method that is not known': async (stage) => {
    stage.app.all('/any', (req, res) => void res.send(req.method))
    const client = await stage.known()
    const ask = (method: string) => `${method} /any HTTP/1.1\r\nHost: a\r\n\r\n`
    await client.say(ask('HEAD') + ask('OPTIONS') + ask('DELETE') + ask('MKCOL'), 'MKCOL')
    await client.say(ask('NONE'), 'close\r\n\r\n')
    await client.closed
    return client.text
  },

  'a client that ends its half with a request': async (stage) => {
    const client = await stage.known()
    client.socket.end(get('/later') + get('/now'))
    await client.closed
    return client.text
  },

  'an upgrade on a connection that is idle': async (stage) => {
    stage.server.on('upgrade', (_req, socket: Socket, head: Buffer) => {
      socket.on('data', (chunk) => socket.write(`heard ${chunk}`))
      socket.write(`upgraded ${head}`)
    })
    const client = await stage.known()
    await client.say(get('/now'), 'now')
    await client.say(`${get('/now', 'Connection: upgrade\r\nUpgrade: x\r\n')}head`, 'head')
    await client.say('more', 'more')
    client.socket.end()
    return client.text
  },

  'a tunnel': async (stage) => {
    stage.server.on('connect', (_req, socket: Socket) => {
      socket.on('data', (chunk) => socket.write(`heard ${chunk}`))
      socket.write('connected')
    })
    const client = await stage.known()
    await client.say('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 'connected')
    await client.say('more', 'more')
    client.socket.end()
    return client.text
  },

  'a listener for the data of the connection': async (stage) => {
    const seen: string[] = []
    stage.app.get('/listen', (req, res) => {
      req.socket.on('data', (chunk) => seen.push(String(chunk)))
      res.send('listens')
    })
    const client = await stage.known()
    await client.say(get('/listen'), 'listens')
    await client.say(get('/now'), 'now')
    await client.say(get('/later'), 'later')
    return [...seen, client.text.match(/now|later/g)]
  },

  'a connection that a handler pauses': async (stage) => {
    stage.app.get('/pause', ({ socket }, res) => {
      socket.pause()
      res.send('paused')
      setImmediate(() => setImmediate(() => socket.resume()))
    })
    const client = await stage.known()
    await client.say(get('/pause'), 'paused')
    await client.say(get('/now') + get('/later'), 'later')
    return client.text
  },

  'a connection that a handler destroys': async (stage) => {
    stage.app.get('/destroy', ({ socket }) => void socket.destroy())
    const client = await stage.known()
    client.socket.write(get('/now') + get('/destroy') + get('/now'))
    await client.closed
    return stage.log.filter((line) => line.endsWith('arrives'))
  },

  'fewer headers than were sent': async (stage) => {
    stage.server.maxHeadersCount = 2
    stage.app.get('/names', (req, res) => void res.json([req.rawHeaders, req.headers]))
    const client = await stage.known()
    await client.say(get('/names', 'X-A: b\r\nX-C: d\r\nX-E: f\r\n'), '}]')
    return client.text
  },

  'a head that is too large': async (stage) => {
    const client = await stage.known()
    await client.say(get('/now', `X-A: ${'b'.repeat(9000)}\r\n`), 'now')
    await client.say(get('/now', `X-A: ${'b'.repeat(17_000)}\r\n`), '\r\n\r\n')
    await client.closed
    return client.text
  },

  'idle connections that are closed, and others that are not': async (stage) => {
    const [idle, busy] = [await stage.known(), await stage.known()]
    let answer = () => {}
    stage.app.get('/slow', (_req, res) => {
      answer = () => void res.send('slow')
    })
    busy.socket.write(get('/slow'))
    await expect.poll(() => stage.log.join()).toContain('/slow arrives')
    stage.server.closeIdleConnections()
    await idle.closed
    answer()
    await busy.say('', 'slow')
    return busy.text
  },

  'header names and values as they were sent': async (stage) => {
    stage.app.get('/raw', (req, res) => void res.json([req.url, req.rawHeaders, req.headers]))
    const client = await stage.known()
    const lines =
      'x-TWO:  a \t b\t \r\nX-Empty:\r\nx-two: c\r\nCookie: a=b\r\nCookie: c=d\r\nAge: 1\r\nAge: 2\r\n'
    await client.say(get('/raw?a=b&c', lines), '}]')
    await client.say(get('/raw?a=b&c', `${lines}X-Long: ${'x'.repeat(2000)}\r\n`), '}]')
    return client.text
  },

  'streams, errors and empty responses': async (stage) => {
    stage.app.get('/parts', (_req, res) => {
      res.write('a')
      setImmediate(() => res.end('z'))
    })
    stage.app.get('/empty', (_req, res) => void res.status(204).end())
    stage.app.get('/fails', () => Promise.reject(new Error('as it must')))
    stage.app.set('env', 'test')
    const client = await stage.known()
    await client.say(get('/parts'), '0\r\n\r\n')
    await client.say(get('/empty'), '\r\n\r\n')
    await client.say(get('/fails'), '</html>\n')
    await client.say(get('/now'), 'now')
    return client.text.replaceAll(/ {4}at .*\n|<br>.*<br>/g, '')
  },
}

describe.each(Object.entries(starts))('a request that may be smuggled, %s', (name, start) => {
  const ways: Readonly<Record<string, (bytes: string) => string[]>> = {
    'in one piece': (bytes) => [bytes],
    'behind another request': (bytes) => [get('/later') + bytes],
    'cut in its middle': (bytes) => [
      bytes.slice(0, bytes.length >> 1),
      bytes.slice(bytes.length >> 1),
    ],
  }
  const rows = Object.entries(smuggled).flatMap(([what, bytes]) =>
    Object.entries(ways).map(([way, split]) => [what, way, split(bytes)] as const),
  )
  const suite = Object.keys(starts).indexOf(name)
  it.each(byTurns(rows, suite))('shows what Node shows: %s, %s', async (_what, _way, pieces) => {
    const act: Play = async (stage) => {
      stage.app.all('/any', (req, res) => void res.send(req.method))
      stage.app.get('/hidden', (_req, res) => void res.send('hidden'))
      const client = await stage.known()
      for (const piece of pieces) {
        client.socket.write(piece)
        // Client and server share this process: after these turns the server has responded.
        await takeTurns(30)
      }
      client.socket.end(get('/now', 'Connection: close\r\n'))
      await client.closed
      return `${client.text} ${stage.log.filter((line) => line.endsWith('arrives')).join()}`
    }
    const expected = await play(nodes, act)
    expect((await play(start, act)).seen).toEqual(expected.seen)
  })
})

/** Lets the event loop go round. */
async function takeTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}

async function play(start: Start, act: Play): Promise<{ log: string[]; seen: unknown }> {
  const stage = new Stage(start)
  try {
    const seen = await act(stage)
    // The last events of a response come after its bytes.
    await takeTurns(5)
    const isText = typeof seen === 'string'
    return { log: stage.log, seen: isText ? seen.replaceAll(/^Date: .*\r\n/gm, '') : seen }
  } finally {
    await stage.end()
  }
}

describe.each(Object.entries(starts))('a connection with several requests, %s', (_, start) => {
  it.each(Object.entries(plays))('shows what Node shows: %s', async (_name, act) => {
    const expected = await play(nodes, act)
    expect(expected.log.length + String(expected.seen).length).toBeGreaterThan(2)
    expect(await play(start, act)).toEqual(expected)
  })
})

/** Counts the chunks that Node's parser gets from the connections of a server. */
function countParsed(server: Server): { parsed: () => number } {
  let count = 0
  server.on('connection', (socket: Socket & { parser: { execute(chunk: Buffer): unknown } }) => {
    const { parser } = socket
    const { execute } = parser
    parser.execute = (chunk) => {
      count++
      return execute.call(parser, chunk)
    }
    socket.on('close', () => Reflect.deleteProperty(parser, 'execute'))
  })
  return { parsed: () => count }
}

/** Node's `gc`, without a flag of this process. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

async function stageOf(start: Start = starts['app.listen()'] as Start): Promise<Stage> {
  const stage = new Stage(start)
  onTestFinished(() => stage.end())
  return stage
}

describe('a connection with several requests', () => {
  const scanned = it.skipIf(!capabilities.scanner)

  scanned.each(Object.entries(starts))('is read past the parser of Node, %s', async (_, start) => {
    const stage = await stageOf(start)
    const { parsed } = countParsed(stage.server)
    const client = await stage.known()
    for (let request = 0; request < 5; request++) await client.say(get('/now'), 'now')
    // Those are the first requests of the connections.
    expect(parsed()).toBe(start === starts['app.listen()'] ? 2 : 1)
  })

  it('has to send its heads in time', async () => {
    const stage = await stageOf(starts['http.createServer(app)'])
    stage.server.headersTimeout = 100
    stage.server.requestTimeout = 200
    const client = await stage.known()
    await client.say(get('/now'), 'now')
    client.text = ''
    client.socket.write('GET /now HTTP/1.1\r\nHost: a')
    await client.closed
    expect(client.text).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('keeps no more than a header value that the program keeps', async () => {
    const stage = await stageOf()
    const kept: unknown[] = []
    stage.app.get('/quiet/keep', (req, res) => {
      kept.push(req.get('x-kept'), req.url)
      res.send('kept')
    })
    const client = await stage.known()
    const lines = `X-Kept: ${'k'.repeat(40)}\r\nX-Large: ${'x'.repeat(7000)}\r\n`
    const ask = async (count: number) => {
      for (let request = 0; request < count; request++) {
        await client.say(get(`/quiet/keep?${'q'.repeat(40)}`, lines), 'kept')
        client.text = ''
      }
      collectGarbage()
      return process.memoryUsage().heapUsed
    }
    await ask(50)
    const before = await ask(1)
    expect((await ask(1500)) - before).toBeLessThan(1500 * 3500)
    expect(kept.length).toBe(2 * 1551)
  })

  it('keeps the async context of its connection', async () => {
    const store = new AsyncLocalStorage<number>()
    const stage = await stageOf()
    let connections = 0
    stage.server.prependListener('connection', () => store.enterWith(++connections))
    stage.app.get('/store', (_req, res) => void res.send(`in ${store.getStore()}.`))
    const clients = [await stage.known(), await stage.known(), await stage.known()]
    await Promise.all(clients.map((client, at) => client.say(get('/store'), `in ${at + 2}.`)))
    const stores = clients.map(({ text }) => text.slice(text.indexOf('in ')))
    expect(stores).toEqual(['in 2.', 'in 3.', 'in 4.'])
  })

  it('answers what Node has to answer in its turn', async () => {
    const stage = await stageOf()
    const client = await stage.known()
    const unknown = get('/now', 'Expect: miracles\r\n')
    await client.say(get('/later') + unknown + get('/now') + unknown + get('/later'), 'later')
    while (client.text.split('HTTP/1.1 ').length < 6) await once(client.socket, 'data')
    expect(client.text.match(/HTTP\/1\.1 \d+/g)).toEqual(
      [200, 417, 200, 417, 200].map((status) => `HTTP/1.1 ${status}`),
    )
  })

  it('is not read while many requests wait for Node', async () => {
    const stage = await stageOf()
    let [socket, release]: [Socket | undefined, () => void] = [undefined, () => {}]
    stage.app.get('/quiet/held', (req, res) => {
      socket = req.socket
      release = () => void res.send('held')
    })
    const client = await stage.known()
    const unknown = get('/now', 'Expect: miracles\r\n')
    client.socket.write(get('/quiet/held') + unknown.repeat(5000))
    await expect.poll(() => socket?.isPaused()).toBe(true)
    release()
    await expect
      .poll(() => client.text.split('HTTP/1.1 417 ').length, { timeout: 30_000 })
      .toBe(5001)
    await client.say(get('/now'), 'now')
  })

  it('adds no listener to its socket with each request', async () => {
    const stage = await stageOf()
    const counts = new Set<number>()
    stage.app.get('/count', ({ socket }, res) => {
      const names = socket.eventNames()
      counts.add(names.reduce((sum, name) => sum + socket.listenerCount(name), 0))
      res.send('counted')
    })
    const client = await stage.known()
    for (let request = 0; request < 50; request++) {
      await client.say(get('/count'), 'counted')
      client.text = ''
    }
    expect(counts.size).toBe(1)
  })

  it('tells performance observers and subscribers of each request', async () => {
    const stage = await stageOf()
    const client = await stage.known()
    const finished: string[] = []
    const onFinish = (message: unknown) => {
      const { request, server } = message as { request: Request; server: Server }
      if (server === stage.server) finished.push(request.url)
    }
    const entries: string[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { name } of list.getEntries()) entries.push(name)
    })
    observer.observe({ entryTypes: ['http'] })
    subscribe('http.server.response.finish', onFinish)
    onTestFinished(() => void unsubscribe('http.server.response.finish', onFinish))
    await client.say(get('/now'), 'now')
    await client.say(get('/now'), 'now')
    await expect.poll(() => finished).toEqual(['/now', '/now'])
    unsubscribe('http.server.response.finish', onFinish)
    await client.say(get('/now'), 'now')
    await expect.poll(() => entries.filter((name) => name === 'HttpRequest').length).toBe(3)
    observer.disconnect()
  })

  it('stops to read a client that does not read its responses', async () => {
    const stage = await stageOf()
    let served = 0
    const text = 'x'.repeat(50_000)
    stage.app.get('/much', (_req, res) => {
      served++
      res.send(text)
    })
    const client = await stage.known()
    client.socket.pause()
    const flood = get('/much', `X-Large: ${'x'.repeat(4000)}\r\n`).repeat(10)
    let accepted = 0
    while (accepted < 2000 && client.socket.write(flood)) accepted++
    // It goes on only as far as the buffers of the kernel, and then no further.
    let before = -1
    await expect
      .poll(
        () => {
          const isStill = served === before
          before = served
          return isStill && served > 0
        },
        { interval: 300 },
      )
      .toBe(true)
    expect(served).toBeLessThan(2000)
    client.socket.destroy()
  })

  it('ends when it is idle for too long, and not while a response is under way', async () => {
    const stage = await stageOf()
    stage.server.keepAliveTimeout = 200
    let release = () => {}
    stage.app.get('/slow', (_req, res) => {
      release = () => res.send('slow')
    })
    const client = await stage.known()
    client.socket.write(get('/slow'))
    // More than the timeout, and the second that newer versions of Node add to it.
    await new Promise((resolve) => setTimeout(resolve, 1700))
    expect(client.socket.destroyed).toBe(false)
    release()
    await client.closed
    expect(client.text).toMatch(/slow$/)
  })
})
