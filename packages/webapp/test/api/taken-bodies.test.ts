import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter, once } from 'node:events'
import { createServer, IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { finished, Writable } from 'node:stream'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { byTurns } from '../../../../tools/gate.ts'
import { sleep } from '../../../../tools/sleep.ts'
import { capabilities } from '../../src/node/internals.ts'
import type { NextFunction, Request, Response } from '../../src/types/v5/public.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import { exchange } from '../support/exchange.ts'
import { loadFresh } from '../support/fresh-modules.ts'
import { type Factory, originals } from '../support/originals.ts'

type Note = (what: string) => void
type Look = (req: Request, note: Note, res: Response) => unknown

/** When somebody looks: before the parser, while it reads, and in the handler behind it. */
interface Onlooker {
  readonly before?: Look | undefined
  readonly during?: Look
  readonly behind?: Look
}

const EVENTS = ['data', 'end', 'close', 'aborted', 'error', 'pause', 'resume']

function listen(req: Request, note: Note, events = EVENTS): void {
  for (const event of events) req.on(event, () => note(event))
}

function state(req: Request): string {
  const { complete, aborted, readable, readableEnded, destroyed, closed } = req
  return JSON.stringify({ complete, aborted, readable, readableEnded, destroyed, closed })
}

/** The same, and what only a stream knows that was read. */
function stateBehind(req: Request): string {
  const { readableFlowing, readableDidRead, readableAborted, errored } = req
  const more = { readableFlowing, readableDidRead, readableAborted, errored: errored?.message }
  return `${state(req)} ${JSON.stringify(more)}`
}

function pauseForAMoment(req: Request, note: Note): void {
  req.pause()
  setTimeout(() => {
    if (JSON.stringify(req.body) === '{"a":1}') note('was read all the same')
    req.resume()
  }, 40)
}

function pipeAway(req: Request, note: Note): void {
  const target = new Writable({ write: (_chunk, _encoding, done) => done() })
  target.on('finish', () => note('target ended'))
  req.pipe(target)
}

async function readAll(req: Request, note: Note): Promise<void> {
  try {
    for await (const chunk of req) note(`chunk of ${chunk.length}`)
    note('read')
  } catch (error) {
    note(`cannot read: ${(error as Error).message}`)
  }
}

const onlookers: Record<string, Onlooker> = {
  nobody: {},
  'somebody who listens before': { before: (req, note) => listen(req, note) },
  'somebody who listens for its end before': {
    before: (req, note) => finished(req, (error) => note(`finished ${error?.message}`)),
  },
  'somebody who paused it before': { before: pauseForAMoment },
  // Whoever reads a stream lets the socket go on.
  'somebody who paused its socket before': { before: (req) => req.socket.pause() },
  'somebody who pauses it while it is read': { during: pauseForAMoment },
  'somebody who pipes it while it is read': { during: pipeAway },
  'somebody who listens while it is read': {
    // Who takes a body lets no stream flow; that begins now.
    during: (req, note) => listen(req, note, ['data', 'end', 'close', 'aborted', 'error', 'pause']),
  },
  'somebody who reads along': { during: (req, note) => void readAll(req, note) },
  'somebody who listens to an object made from it': {
    during: (req, note) => listen(Object.create(req), note, ['end', 'close', 'aborted', 'error']),
  },
  'somebody who asks how it is': {
    before: (req, note) => note(`before ${state(req)}`),
    during: (req, note) => note(`during ${state(req)}`),
    behind: (req, note, res) => {
      note(`behind ${stateBehind(req)}`)
      setImmediate(() => note(`next turn ${stateBehind(req)}`))
      res.on('finish', () => note(`finish ${stateBehind(req)}`))
      res.on('close', () => note(`close ${stateBehind(req)}`))
    },
  },
  'somebody who asks for its own members': {
    behind: (req, note) =>
      note(
        Object.keys(req)
          .filter((name) => name.startsWith('_co'))
          .join(),
      ),
  },
  'somebody who counts listeners': {
    behind: (req, note) => {
      const counts = EVENTS.map((event) => req.listenerCount(event))
      note(counts.join(' '))
    },
  },
  'a handler that listens': { behind: (req, note) => listen(req, note) },
  'a handler that listens a moment later': {
    behind: (req, note) => process.nextTick(() => listen(req, note)),
  },
  'a handler that listens behind a promise': {
    behind: async (req, note) => {
      await undefined
      listen(req, note)
    },
  },
  'a handler that listens in the next turn': {
    behind: (req, note) => setImmediate(() => listen(req, note)),
  },
  'a handler that listens when the answer is out': {
    behind: (req, note, res) => res.on('finish', () => listen(req, note)),
  },
  'a handler that listens when all is over': {
    behind: (req, note, res) => res.on('close', () => setTimeout(() => listen(req, note), 10)),
  },
  'a handler that reads again': { behind: (req, note) => void readAll(req, note) },
  'a handler that reads again in the next turn': {
    behind: (req, note) => setImmediate(() => void readAll(req, note)),
  },
  'a handler that waits for its end': {
    behind: (req, note) => finished(req, (error) => note(`finished ${error?.message}`)),
  },
  'a handler that waits for its end in the next turn': {
    behind: (req, note) =>
      setImmediate(() => finished(req, (error) => note(`finished ${error?.message}`))),
  },
  'a handler that pipes it': { behind: pipeAway },
  'a handler that pipes it in the next turn': {
    behind: (req, note) => setImmediate(() => pipeAway(req, note)),
  },
  'a handler that gives it a prototype of Node': {
    behind: (req, note) => {
      Object.setPrototypeOf(req, IncomingMessage.prototype)
      note(stateBehind(req))
      process.nextTick(() => req.on('close', () => note('close')))
      setImmediate(() => note(stateBehind(req)))
    },
  },
  'a handler that gives it a prototype of Node and pipes it': {
    behind: (req, note) =>
      setImmediate(() => {
        Object.setPrototypeOf(req, IncomingMessage.prototype)
        pipeAway(req, note)
      }),
  },
  'a handler that lets it flow': {
    behind: (req, note) => {
      req.resume()
      note(state(req))
    },
  },
  'a handler that destroys it': {
    behind: (req, note) => {
      req.destroy()
      note(state(req))
    },
  },
  'a handler that destroys it in the next turn': {
    behind: (req, note) =>
      setImmediate(() => {
        req.destroy()
        note(state(req))
      }),
  },
  'a handler that destroys it with an error in the next turn': {
    behind: (req, note) =>
      setImmediate(() => {
        req.destroy(new Error('unwanted'))
        note(stateBehind(req))
        listen(req, note)
      }),
  },
  'somebody who destroys it while it is read': {
    during: (req, note) => {
      req.destroy()
      note(state(req))
    },
  },
  'somebody who replaced what listens to it': {
    before: (req, note) => {
      const { on } = req
      req.on = function (this: Request, event: string, listener: (chunk: Buffer) => void) {
        if (event !== 'data') return on.call(this, event, listener)
        return on.call(this, event, (chunk: Buffer) => {
          note(`saw ${chunk.length}`)
          listener.call(this, chunk)
        })
      } as typeof on
    },
  },
  'somebody who counts what fills it': {
    before: (req, note) => {
      const { push } = req
      req.push = function (this: Request, ...args: Parameters<typeof push>) {
        note(`pushed ${args[0]?.length} to ${req.listenerCount('data')}`)
        return push.apply(this, args)
      }
    },
  },
  'somebody who replaced what reads it': {
    before: (req, note) => {
      const { read } = req
      req.read = function (this: Request, size?: number) {
        const chunk = read.call(this, size)
        if (chunk !== null) note(`read ${chunk.length}`)
        return chunk
      }
    },
  },
  'somebody who hears what it emits': {
    before: (req, note) => {
      const { emit } = req
      req.emit = function (this: Request, ...args: Parameters<typeof emit>) {
        note(`emits ${String(args[0])}`)
        return emit.apply(this, args)
      } as typeof emit
    },
  },
}

/** Milliseconds: the machine may be busy. */
const patience = { timeout: 60_000, interval: 5 }

/** What the client sends, in pieces with a pause between them; null ends the connection. */
const head = (length: number | string) =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${
    typeof length === 'number' ? `Content-Length: ${length}` : length
  }\r\n\r\n`
type Pieces = readonly (string | null)[]
const wholeBodies: Record<string, Pieces> = {
  'a body in one piece': [`${head(7)}{"a":1}`],
  'a body behind its head': [head(7), '{"a":1}'],
  'a body in two pieces': [head(7), '{"a"', ':1}'],
  'a body in chunks': [
    `${head('Transfer-Encoding: chunked')}4\r\n{"a"\r\n`,
    '3\r\n:1}\r\n',
    '0\r\n\r\n',
  ],
  'two requests in a row': [`${head(7)}{"a":1}${head(7)}{"a":2}`],
}
const bodies: Record<string, Pieces> = {
  ...wholeBodies,
  'broken JSON': [`${head(7)}{"a":1!`],
  'a body above the limit': [
    head('Transfer-Encoding: chunked'),
    `1e\r\n${'['.repeat(30)}\r\n`,
    `1e\r\n${'['.repeat(30)}\r\n0\r\n\r\n`,
  ],
  'a declared length above the limit': [head(100), '['.repeat(100)],
  'a body that is cut off': [head(7), '{"a"', null],
  'a chunk that is none': [head('Transfer-Encoding: chunked'), '4\r\n{"a"\r\n', 'nonsense\r\n'],
}

/** Ours, loaded when a tool has replaced what tells of the end of a stream: all goes through Node's. */
async function loadWithoutShortWays(dialect: keyof typeof factories): Promise<Factory> {
  const { prototype } = EventEmitter
  const { emit } = prototype
  prototype.emit = function (...args) {
    return emit.apply(this, args)
  }
  try {
    return (await loadFresh())[dialect] as unknown as Factory
  } finally {
    prototype.emit = emit
  }
}

describeDialects('a body that a parser reads', ['5.x', '4.x', '3.x'], (t) => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections()
  })

  // Streams are Node's in every version; the third one changes Node's classes for all tests.
  const version = t.dialect === '3.x' ? '4.x' : t.dialect
  const original = originals[version]
  const ours = factories[t.dialect] as unknown as Factory

  let long: Factory
  beforeAll(async () => {
    long = await loadWithoutShortWays(t.dialect)
  })

  async function askAll(webapp: Factory, onlooker: Onlooker, sent: typeof bodies) {
    const asked = Object.entries(sent).map(async ([name, pieces]) => {
      return [name, await watch(webapp, onlooker, pieces)]
    })
    return Object.fromEntries(await Promise.all(asked))
  }

  it.each(byTurns(Object.entries(onlookers), 0))(
    'is as from a stream with %s',
    async (_, onlooker) => {
      const [expected, inExpress, outcome] = await Promise.all([
        askAll(long, onlooker, bodies),
        // It waits for the end of a body that it refuses before it tells of it (W-012).
        askAll(original, onlooker, wholeBodies),
        askAll(ours, onlooker, bodies),
      ])
      expect(outcome).toEqual(expected)
      expect(outcome).toMatchObject(inExpress)
    },
  )

  it('is read by a parser that is given an object made from the request', async () => {
    const app = ours()
    const parse = ours.json()
    app.use((req, res, next) => {
      if (req.method === 'OPTIONS') return void res.end()
      const made = Object.create(req)
      parse(made, res, (error) => (error ? next(error) : res.json(made.body)))
    })
    const socket = await connectTo(app)
    for (const piece of bodies['a body in two pieces'] ?? []) {
      socket.write(piece as string)
      await sleep(20)
    }
    const [answer] = (await once(socket, 'data')) as [string]
    expect(answer).toMatch(/\{"a":1\}$/)
  })

  it('is parsed in the async context of the request', async () => {
    const storage = new AsyncLocalStorage<string>()
    const app = ours()
    app.use((_req, _res, next) => storage.run('mine', next))
    app.use(ours.json())
    app.use((req, res) => void res.json([req.body, storage.getStore()]))
    const socket = await connectTo(app)
    for (const piece of bodies['a body in two pieces'] ?? []) {
      socket.write(piece as string)
      await sleep(20)
    }
    const [answer] = (await once(socket, 'data')) as [string]
    expect(answer).toMatch(/\[\{"a":1\},"mine"\]$/)
  })

  it.runIf(capabilities.bodyTap)(
    'is taken without the events of a stream, while nobody else listens',
    async () => {
      const counts: number[] = []
      const during: Look = (req) => counts.push(req.listenerCount('data'))
      for (const before of [undefined, (req: Request) => req.on('timeout', () => {})]) {
        await watch(ours, { before, during }, bodies['a body in two pieces'] as Pieces)
      }
      expect(counts).toEqual([0, 1])
    },
  )

  /** What is noted of a request, and what is answered. */
  async function watch(
    webapp: Factory,
    { before, during, behind }: Onlooker,
    pieces: Pieces,
  ): Promise<{ notes: string[]; answers: string[] }> {
    const notes: string[] = []
    const note: Note = (what) => notes.push(what)
    let seen: (() => unknown) | undefined
    let open = 0
    const app = webapp()
    app.set('env', 'test')
    app.disable('x-powered-by')
    app.use((req: Request, res: Response, next: NextFunction) => {
      if (req.method === 'OPTIONS') return void res.end()
      open++
      res.once('close', () => open--)
      before?.(req, note, res)
      next()
      seen = () => during?.(req, note, res)
    })
    app.use(webapp.json({ limit: 50 }))
    app.use((req: Request, res: Response) => {
      note(`parsed ${JSON.stringify(req.body)}`)
      behind?.(req, note, res)
      setTimeout(() => res.json(req.body), 10)
    })
    app.use((error: Error, _req: Request, res: Response, _next: NextFunction) => {
      note(`failed: ${error.message}`)
      res.status(400).json(error)
    })
    const socket = await connectTo(app)
    let received = ''
    socket.on('data', (text: string) => {
      received += text
    })
    for (const [at, piece] of pieces.entries()) {
      if (piece === null) socket.destroy()
      else socket.write(piece)
      await sleep(15)
      if (at === 0 && pieces.length > 1) (await vi.waitUntil(() => seen, patience))()
    }
    await vi.waitUntil(() => open === 0, patience)
    // What comes behind the answer.
    await sleep(80)
    socket.destroy()
    await sleep(10)
    return { notes, answers: received.match(/^HTTP.*|^[{[].*/gm) ?? [] }
  }

  async function connectTo(app: ReturnType<Factory>): Promise<Socket> {
    const server = createServer(app).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    // The server learns our classes with its first request.
    await exchange(port, '/', { method: 'OPTIONS' })
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
})
