import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type RequestListener,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import session from 'express-session'
import morgan from 'morgan'
import { describe, expect, it, vi } from 'vitest'
import { byTurns } from '../../../../tools/gate.ts'
import { sleep } from '../../../../tools/sleep.ts'
import { capabilities } from '../../src/node/internals.ts'
import { isPristine } from '../../src/node/response/pristine.ts'
import type { Express, Response } from '../../src/types/v5/public.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import type { Answer, RequestOptions } from '../support/exchange.ts'
import { type Factory, originals } from '../support/originals.ts'

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown

/** What was noted on the way of an answer, and what ends that. */
interface Noted {
  readonly calls: unknown[]
  readonly restore?: () => void
}

const answers: [string, (res: Response) => unknown][] = [
  ['send(text)', (res) => res.send('hällo')],
  ['send(object)', (res) => res.send({ a: 1 })],
  ['json(object)', (res) => res.json({ a: 1 })],
  ['status(404).send(text)', (res) => res.status(404).send('none')],
  ["send('')", (res) => res.send('')],
  ['set(header).send(text)', (res) => res.set('X-A', '1').send('hällo')],
  ['type(type).send(text)', (res) => res.set('X-A', '1').type('txt').send('hällo')],
  [
    'header(content-type).send(text)',
    (res) => res.header('content-type', 'text/x-a; a=1').header('X-A', '1').send('hello'),
  ],
  ['set(header).json(object)', (res) => res.set({ 'X-A': '1', Vary: 'Origin' }).json({ a: 1 })],
]

/** The members that answers go through in the original. */
const members = ['writeHead', 'end', 'setHeader', 'set', 'status', 'send', 'json', 'type', 'write']

/** Where programs and tools replace members of responses. */
const places: [string, (webapp: Factory, app: Express, replace: (on: object) => void) => void][] = [
  [
    'one response',
    (_webapp, app, replace) => {
      app.use((_req, res, next) => {
        replace(res)
        next()
      })
    },
  ],
  ['app.response', (_webapp, app, replace) => replace(app.response)],
  ['webapp.response', (webapp, _app, replace) => replace(webapp.response)],
  ['ServerResponse.prototype', (_webapp, _app, replace) => replace(ServerResponse.prototype)],
]

/** Makes a member note what it is called with; returns what puts the old one back. */
function listen(on: object, name: string, calls: unknown[]): () => void {
  const own = Object.getOwnPropertyDescriptor(on, name)
  const original = (on as Record<string, AnyFunction>)[name]
  if (original === undefined) return () => {}
  const value = function (this: unknown, ...args: unknown[]) {
    const shown = args.map((arg) => (Buffer.isBuffer(arg) ? `bytes of ${arg}` : arg))
    while (shown.length > 0 && shown.at(-1) === undefined) shown.pop()
    // The original sets it before its responses have their own members.
    if (shown[0] !== 'X-Powered-By') calls.push(shown)
    return original.apply(this, args)
  }
  Object.defineProperty(on, name, { configurable: true, writable: true, value })
  return () => {
    if (own === undefined) Reflect.deleteProperty(on, name)
    else Object.defineProperty(on, name, own)
  }
}

function handle(app: Express, answer: (res: Response) => unknown): undefined {
  app.all('/', (_req, res) => void answer(res))
}

/** Headers in their order on the wire, without those that tell the time or the product. */
function headersOf({ rawHeaders }: Answer): string[] {
  const shown: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at] as string, rawHeaders[at + 1] as string]
    const isFree = name === 'Date' || name === 'X-Powered-By'
    shown.push(isFree ? name : `${name}: ${value}`)
  }
  return shown
}

describeDialects('an answer that goes out at once', ['5.x', '4.x'], (t) => {
  const original = originals[t.dialect]

  /** The same on the original and on ours: the answer, and what was noted meanwhile. */
  async function compare(
    build: (app: Express, webapp: Factory) => Noted | undefined,
    ask: (app: Express) => Promise<unknown>,
  ): Promise<void> {
    const outcomes: unknown[] = []
    for (const webapp of [original, t.webapp as Factory]) {
      const app = webapp()
      app.set('env', 'test')
      const noted = build(app, webapp)
      const answer = await ask(app).finally(noted?.restore)
      outcomes.push([answer, noted?.calls])
    }
    expect(outcomes[1]).toEqual(outcomes[0])
  }

  async function askFor(app: Express, options: RequestOptions = {}): Promise<unknown> {
    const headers = { Connection: 'keep-alive', ...options.headers }
    const ask = () => t.requestFrom(app as unknown as RequestListener, '/', { ...options, headers })
    // From the second request on a server is adopted, and the second shows what the head is like.
    await ask()
    await ask()
    const answer = await ask()
    await nextTurn() // What listens to 'finish' may be told after the client has read all.
    return [answer.status, answer.statusText, headersOf(answer), answer.text]
  }

  describe.each(answers)('by %s', (name, answer) => {
    it.each([
      ['GET', {}],
      ['HEAD', { method: 'HEAD' }],
      ['POST', { method: 'POST', body: 'x' }],
      ['a request that is fresh', { headers: { 'If-None-Match': '*' } }],
      [
        'a request that may be',
        { headers: { 'If-Modified-Since': 'Sat, 01 Jan 2000 00:00:00 GMT' } },
      ],
      ['a connection that closes', { headers: { Connection: 'close' } }],
    ])('looks as in the original, for %s', async (_method, options) => {
      await compare(
        (app) => handle(app, answer),
        (app) => askFor(app, options),
      )
    })

    it.each(byTurns(places, name.length))(
      'calls members of %s as the original does',
      async (place, choose) => {
        const suite = place.length + name.length
        for (const member of byTurns(members, suite)) {
          await compare(
            (app, webapp) => {
              const calls: unknown[] = [member]
              let restore = () => {}
              choose(webapp, app, (on) => {
                restore = listen(on, member, calls)
              })
              app.get('/', (_req, res) => void answer(res))
              return { calls, restore: () => restore() }
            },
            (app) => askFor(app),
          )
        }
      },
    )

    it('tells its headers before, after and when it has finished', async () => {
      await compare((app) => {
        const seen: unknown[] = []
        const look = (res: Response) =>
          seen.push([
            res.getHeaders(),
            res.getHeaderNames(),
            res.hasHeader('content-LENGTH'),
            res.getHeader('Content-Length'),
            res.get('ETag'),
            res.headersSent,
          ])
        app.use((_req, res, next) => {
          res.removeHeader('X-Powered-By')
          next()
        })
        app.get('/', (_req, res) => {
          look(res)
          res.on('finish', () => look(res))
          answer(res)
          look(res)
        })
        return { calls: seen }
      }, askFor)
    })

    it('tells them where nobody has set one', async () => {
      await compare((app) => {
        const calls: unknown[] = []
        app.get('/', (_req, res) => {
          res.on('finish', () => {
            const { 'x-powered-by': product, ...headers } = res.getHeaders()
            calls.push(typeof product, headers, res.getHeaderNames(), res.hasHeader('ETAG'))
          })
          answer(res)
        })
        return { calls }
      }, askFor)
    })
  })

  it.each([
    ['a header before', (res: Response) => res.set('X-A', '1').send('x')],
    ['a content type', (res: Response) => res.type('txt').send('x')],
    ['a length of its own', (res: Response) => res.set('Content-Length', '1').send('x')],
    ['a tag of its own', (res: Response) => res.set('ETag', '"mine"').send('x')],
    ['a cookie', (res: Response) => res.cookie('a', '1').json({})],
    ['two cookies', (res: Response) => res.cookie('a', '1').cookie('b', '2').json({})],
    ['a list of one', (res: Response) => res.set('X-A', ['1']).send('x')],
    ['a list', (res: Response) => res.set('Link', ['<a>', '<b>']).send('x')],
    ['a number', (res: Response) => res.setHeader('X-Number', 7).send('x')],
    ['an empty value', (res: Response) => res.set('X-A', '').send('x')],
    ['an odd name', (res: Response) => res.set("x-ODD'name", '1').set('X-odd', '2').send('x')],
    [
      'a Latin-1 value and a tag',
      (res: Response) => res.set({ 'X-A': 'f\xfcr', ETag: '"a"' }).send('x'),
    ],
    ['a Latin-1 value', (res: Response) => res.set('X-A', 'f\xfcr').send('x')],
    ['a Latin-1 value and more', (res: Response) => res.set('X-A', 'f\xfcr').send('€')],
    ['a date of its own', (res: Response) => res.set('Date', 'today').send('x')],
    ['a closed connection', (res: Response) => res.set('Connection', 'close').send('x')],
    ['a kept connection', (res: Response) => res.set('Connection', 'keep-alive').send('x')],
    ['a time to keep it', (res: Response) => res.set('Keep-Alive', 'timeout=9').send('x')],
    ['an upgrade', (res: Response) => res.set('Upgrade', 'h2c').send('x')],
    ['a header and no body', (res: Response) => res.set('X-A', '1').status(204).send('x')],
    [
      'a header and a message',
      (res: Response) => Object.assign(res.set('X-A', '1'), { statusMessage: 'Fine' }).send('x'),
    ],
    [
      'a header and a large text',
      (res: Response) => res.set('X-A', '1').send('large '.repeat(9000)),
    ],
    [
      'a header that was removed',
      (res: Response) => {
        res.set('X-A', '1').removeHeader('X-A')
        res.send('x')
      },
    ],
    [
      'many headers',
      (res: Response) => {
        for (let at = 0; at < 40; at++) res.set(`X-${at}`, `${at}`)
        res.json({ a: 1 })
      },
    ],
    ['a message', (res: Response) => Object.assign(res, { statusMessage: 'Fine' }).send('x')],
    ['no date', (res: Response) => Object.assign(res, { sendDate: false }).send('x')],
    ['status 204', (res: Response) => res.status(204).send('x')],
    ['status 205', (res: Response) => res.status(205).send('x')],
    ['status 304', (res: Response) => res.status(304).send('x')],
    ['status 299', (res: Response) => res.status(299).send('x')],
    ['status 600', (res: Response) => res.status(600).send('x')],
    ['text of many bytes', (res: Response) => res.send('€'.repeat(1000))],
    ['a large text', (res: Response) => res.send('large '.repeat(12_000))],
    ['a large text of many bytes', (res: Response) => res.send('größer '.repeat(12_000))],
    ['a large text with half of a character', (res: Response) => res.send('\udc00'.repeat(20_000))],
    ['a text that is too large for that', (res: Response) => res.send('x'.repeat(300_000))],
    ['large JSON', (res: Response) => res.json(Array.from({ length: 9000 }, (_, at) => at))],
    [
      'a strict length',
      (res: Response) => Object.assign(res, { strictContentLength: true }).send('x'),
    ],
    ['an answer for a request that waited', (res: Response) => setImmediate(() => res.send('x'))],
    ['half of a character', (res: Response) => res.send('\ud800')],
    ['a value that JSON does not know', (res: Response) => res.json(undefined)],
    ['flushed headers', (res: Response) => res.flushHeaders() ?? res.end('x')],
    ['writeHead and a list', (res: Response) => res.writeHead(201, ['X-A', '1']).end('x')],
    ['writeHead and an object', (res: Response) => res.writeHead(201, 'Made', { 'X-A': 1 }).end()],
    ['appended headers', (res: Response) => res.appendHeader('X-A', '1').send('x')],
    ['another X-Powered-By', (res: Response) => res.set('x-powered-by', 'Mine').send('x')],
  ])('looks as in the original, with %s', async (_name, answer) => {
    await compare((app) => handle(app, answer), askFor)
  })

  it.each([
    ['etag', false],
    ['etag', 'strong'],
    ['etag', (body: Buffer, encoding: unknown) => `"${Buffer.isBuffer(body)} ${encoding}"`],
    ['etag', () => undefined],
    ['x-powered-by', false],
    ['json spaces', 2],
    ['json escape', true],
    ['json replacer', (key: string, value: unknown) => (key === 'a' ? 'replaced' : value)],
  ])('obeys the setting %s: %s', async (name, value) => {
    for (const [, answer] of answers) {
      await compare((app) => {
        app.set(name, value)
        return handle(app, answer)
      }, askFor)
    }
  })

  it.each([
    ['HEAD', 'GET'],
    ['GET', 'HEAD'],
    ['HEAD', 'POST'],
  ])('has a body as in the original, for a %s that became a %s', async (method, other) => {
    for (const text of ['x', 'large '.repeat(12_000)]) {
      await compare(
        (app) => {
          app.use((req, res) => {
            req.method = other
            res.send(text)
          })
          return undefined
        },
        (app) =>
          askRaw(app as unknown as RequestListener, `${method} / HTTP/1.1\r\nHost: a\r\n\r\n`),
      )
    }
  })

  it('can be sent once', async () => {
    await compare((app) => {
      const failures: unknown[] = []
      app.get('/', (_req, res) => {
        res.send('first')
        for (const again of [
          () => res.send('text'),
          () => res.send(Buffer.from('bytes')),
          () => res.json({}),
          () => res.set('X-A', '1'),
          () => res.removeHeader('X-A'),
          () => res.appendHeader('X-A', '1'),
          () => res.writeHead(200),
        ]) {
          try {
            again()
          } catch (error) {
            failures.push((error as { code?: string }).code, (error as Error).message)
          }
        }
      })
      return { calls: failures }
    }, askFor)
  })

  it('believes a getter that says that a request is fresh', async () => {
    await compare((app) => {
      Object.defineProperty(app.request, 'fresh', { get: () => true })
      return handle(app, (res) => res.send('x'))
    }, askFor)
  })

  it.each([
    ['a small text', (res: Response) => res.send('x')],
    ['a large text', (res: Response) => res.send('x'.repeat(20_000))],
    ['a page of the last handler', (res: Response) => res.req.next?.()],
  ])('has no body for a HEAD that middleware made a GET, by %s', async (_name, answer) => {
    t.app.use((req, _res, next) => {
      req.method = 'GET'
      next()
    })
    t.app.get('/', (_req, res) => void answer(res))
    const head = 'HEAD / HTTP/1.1\r\nHost: a\r\n'
    const answers = await t.raw(`${head}\r\n${head}\r\n${head}Connection: close\r\n\r\n`)
    expect(answers).toMatch(/^(HTTP\/1\.1 \d+ [\w ]+\r\n(?:[\w-]+: .*\r\n)+\r\n){3}$/)
  })

  it('lets middleware see and remove X-Powered-By', async () => {
    t.app.get('/seen', (_req, res) => {
      res.json([res.getHeader('x-powered-by'), res.hasHeader('X-POWERED-BY'), res.getHeaderNames()])
    })
    t.app.get('/removed', (_req, res) => {
      res.removeHeader('X-Powered-By')
      res.send('x')
    })
    expect((await t.request('/seen')).json()).toEqual(['webapp', true, ['x-powered-by']])
    expect((await t.request('/removed')).headers).not.toHaveProperty('x-powered-by')
  })

  describe.each(Object.entries(originals))(
    'in an application of Express %s inside',
    (_v, express) => {
      it.each([
        ['mounted', (app: Express, foreign: Express) => app.use(foreign as never)],
        [
          'that a function calls, which takes its members back',
          (app: Express, foreign: Express) =>
            app.use((req, res, next) => {
              const [ofRequest, ofResponse] = [req, res].map(Object.getPrototypeOf)
              foreign(req as never, res as never, (error: unknown) => {
                Object.setPrototypeOf(req, ofRequest)
                Object.setPrototypeOf(res, ofResponse)
                next(error)
              })
            }),
        ],
      ])('keeps the headers that were set there: %s', async (_name, mount) => {
        await compare((app) => {
          const foreign = express()
          foreign.disable('x-powered-by')
          foreign.use((_req, res, next) => {
            res.setHeader('Content-Type', 'text/x-inner')
            res.setHeader('X-Inner', '1')
            next()
          })
          app.disable('x-powered-by')
          mount(app, foreign)
          app.get('/', (_req, res) => void res.send('outer'))
        }, askFor)
      })

      it('keeps the headers that were set before', async () => {
        await compare((app) => {
          const foreign = express()
          foreign.disable('x-powered-by')
          foreign.get('/', (_req, res) => void res.send('inner'))
          app.use((_req, res, next) => {
            res.setHeader('X-Outer', '1')
            next()
          })
          app.use((req, res, next) => foreign(req as never, res as never, next))
        }, askFor)
      })
    },
  )
})

describeDialects('an answer that goes out at once', ['5.x', '4.x', '3.x'], (t) => {
  it('is whole for clients who read large texts slowly', async () => {
    const textOf = (number: number) => `${1000 + number} `.repeat(50_000)
    t.app.get('/:number', (req, res) => res.send(textOf(Number(req.params.number))))
    const path = join(tmpdir(), `${randomUUID()}.sock`)
    const server = t.app.listen(path) as Server
    await once(server, 'listening')
    const clients = Array.from({ length: 20 }, (_, number) => {
      const socket = connect(path).setEncoding('latin1')
      const ask = (closing: string) =>
        socket.write(`GET /${number} HTTP/1.1\r\nHost: a\r\n${closing}\r\n`)
      ask('')
      setTimeout(ask, 100, 'Connection: close\r\n')
      return { number, socket }
    })
    // A connection takes less than one of these texts until somebody reads it.
    await wait(200)
    for (const { number, socket } of clients) {
      let received = ''
      for await (const chunk of socket) received += chunk
      const bodies = received.split(/HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*\r\n/)
      expect(bodies.map((text) => text === textOf(number))).toEqual([false, true, true])
    }
    server.close()
  })

  it('has the headers in the order of the original', async () => {
    t.app.get('/', (_req, res) => res.send('x'))
    const { rawHeaders } = await t.request('/', { headers: { Connection: 'keep-alive' } })
    expect(rawHeaders.filter((_text, at) => at % 2 === 0)).toEqual([
      'X-Powered-By',
      'Content-Type',
      'Content-Length',
      'ETag',
      'Date',
      'Connection',
      'Keep-Alive',
    ])
  })

  it.runIf(capabilities.singleWrite)('is what most answers are', async () => {
    t.app.get('/', (_req, res) => res.json(isPristine(res)))
    expect((await t.request('/')).json()).toBe(true)
  })

  it('goes through a member that tools replaced before', async () => {
    t.app.get('/', (_req, res) => res.send('x'))
    await t.request('/')
    const calls: unknown[] = []
    const restore = listen(ServerResponse.prototype, 'writeHead', calls)
    await t.request('/').finally(restore)
    expect(calls).toEqual([[200]])
  })

  it.each(['_storeHeader', '_send', '_writeRaw'])('goes through %s of Node too', async (member) => {
    t.app.get('/', (_req, res) => res.send('x'))
    const calls: unknown[] = []
    const restore = listen(ServerResponse.prototype, member, calls)
    try {
      for (let count = 0; count < 3; count++) {
        await t.request('/', { headers: { Connection: 'keep-alive' } })
        expect(calls.splice(0)).not.toEqual([])
      }
    } finally {
      restore()
    }
  })

  it('has the date of Node where a test stops the clock', async () => {
    t.app.get('/', (_req, res) => res.send('x'))
    const ask = async () => {
      const answer = await t.request('/', { headers: { Connection: 'keep-alive' } })
      return answer.headers.date
    }
    await ask()
    await ask()
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const stopped = new Date().toUTCString()
      await wait(1100)
      expect(await ask()).not.toBe(stopped)
      expect(await ask()).not.toBe(stopped)
    } finally {
      vi.useRealTimers()
    }
  })

  it('leaves a status that a program named to Node, which looks at its letters', async () => {
    t.app.set('env', 'test')
    t.app.get('/', (_req, res) => res.send('x'))
    const ask = () => t.request('/', { headers: { Connection: 'keep-alive' } })
    await ask()
    await ask()
    const { 200: ownName } = STATUS_CODES
    const failures: unknown[] = []
    t.app.get('/named', (_req, res) => {
      STATUS_CODES[200] = 'Bad\r\nX-Evil: 1'
      try {
        res.send('x')
      } catch (error) {
        failures.push((error as { code?: string }).code)
      }
      STATUS_CODES[200] = ownName
      res.end()
    })
    await t.request('/named', { headers: { Connection: 'keep-alive' } })
    expect(failures).toEqual(['ERR_INVALID_CHAR'])
  })

  it('is understood by a client of HTTP/1.0, and by one that does not wait', async () => {
    t.app.get('/', (req, res) => res.send(`answer ${req.query.n}`))
    const old = await t.raw('GET /?n=0 HTTP/1.0\r\n\r\n')
    expect(old).toMatch(/^HTTP\/1\.1 200 OK\r\n(.*\r\n)*Connection: close\r\n\r\nanswer 0$/)
    const requests = [1, 2, 3].map((n) => `GET /?n=${n} HTTP/1.1\r\nHost: a\r\n`)
    const pipelined = await t.raw(`${requests.join('\r\n')}Connection: close\r\n\r\n`)
    expect(pipelined.match(/answer \d/g)).toEqual(['answer 1', 'answer 2', 'answer 3'])
    expect(pipelined.match(/Content-Length: 8\r\n/g)).toHaveLength(3)
  })

  it('is logged with its length by morgan', async () => {
    const line = new Promise<string>((resolve) => {
      const format = ':status :res[content-length] :res[content-type]'
      t.app.use(morgan(format, { stream: { write: resolve } }) as never)
    })
    t.app.get('/', (_req, res) => res.send('hello'))
    await t.request('/')
    expect(await line).toBe('200 5 text/html; charset=utf-8\n')
  })

  it('carries the cookie of a session', async () => {
    t.app.use(session({ secret: 's', resave: false, saveUninitialized: true }) as never)
    t.app.get('/', (_req, res) => res.json({ a: 1 }))
    const answer = await t.request('/')
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^connect\.sid=/)
    expect(answer.json()).toEqual({ a: 1 })
  })

  it.each([100, 102, 103])('never has the status %d', async (status) => {
    t.app.set('env', 'test')
    t.app.get('/', (_req, res) => {
      res.statusCode = status
      res.send('x')
    })
    expect((await t.request('/')).status).toBe(500)
  })

  it('keeps X-Powered-By when other members are given to all responses later', async () => {
    t.app.get('/', (_req, res) => res.end('x'))
    await t.request('/')
    t.app.response = Object.create(ServerResponse.prototype)
    expect((await t.request('/')).headers['x-powered-by']).toBe('webapp')
  })

  it.each(Object.keys(factories) as (keyof typeof factories)[])(
    'keeps the headers of an application of %s inside',
    async (dialect) => {
      const inner = factories[dialect]() as unknown as Express
      inner.use((_req, res, next) => {
        res.setHeader('X-Inner', String(res.getHeader('X-Powered-By')))
        next()
      })
      inner.get('/inner', (_req, res) => void res.send('inner'))
      t.app.use(inner as never)
      t.app.get('/', (_req, res) => res.send('outer'))
      for (const [path, text] of [
        ['/', 'outer'],
        ['/inner', 'inner'],
      ] as const) {
        const answer = await t.request(path)
        expect([answer.text, answer.headers['x-inner'], answer.headers['x-powered-by']]).toEqual([
          text,
          'webapp',
          'webapp',
        ])
      }
    },
  )
})

describe('an answer whose status line Node refuses', () => {
  /** What a second answer carries after the first was refused. */
  async function retry(webapp: Factory): Promise<unknown[]> {
    const app = webapp() as unknown as Express
    const seen: unknown[] = []
    app.get('/', (_req, res) => {
      res.statusMessage = 'bad\nwords'
      try {
        res.send('first')
      } catch (error) {
        seen.push((error as { code?: string }).code)
      }
      res.statusMessage = 'good'
      res.json({ second: true })
    })
    const answer = await tell(app)
    return [...seen, ...answer]
  }

  async function tell(app: Express): Promise<unknown[]> {
    const server = createServer(app as unknown as RequestListener).listen(0, '127.0.0.1')
    try {
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const answer = await fetch(`http://127.0.0.1:${port}/`)
      const type = answer.headers.get('content-type')
      return [answer.statusText, type, answer.headers.get('etag'), await answer.text()]
    } finally {
      server.close()
    }
  }

  it.each(['5.x', '4.x'] as const)('leaves the headers of the original in %s', async (dialect) => {
    const original = await retry(originals[dialect])
    expect(original[0]).toBe('ERR_INVALID_CHAR')
    expect(await retry(factories[dialect] as unknown as Factory)).toEqual(original)
  })
})

describeDialects('an answer of 3.x that goes out at once', ['3.x'], (t) => {
  it('waits for those who listen to the last moment before it', async () => {
    t.app.use((_req, res, next) => {
      res.on('header', () => res.setHeader('X-Late', '1'))
      next()
    })
    t.app.get('/', (_req, res) => res.send('x'))
    expect((await t.request('/')).headers['x-late']).toBe('1')
  })

  it('hands text to whoever replaced res.end, as text', async () => {
    const calls: unknown[] = []
    t.app.use((_req, res, next) => {
      listen(res, 'end', calls)
      next()
    })
    t.app.get('/', (_req, res) => res.send('text'))
    t.app.get('/bytes', (_req, res) => res.send(Buffer.from('x')))
    await t.request('/')
    await t.request('/bytes')
    expect(calls).toEqual([['text', 'utf8'], ['bytes of x']])
  })
})

/** All bytes that come back for three requests, one after the other on one connection. */
async function askRaw(handler: RequestListener, request: string): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  for (let count = 0; count < 3; count++) {
    socket.write(request)
    await sleep(50)
  }
  socket.destroy()
  server.close().closeAllConnections()
  return received.replaceAll(/^(Date|X-Powered-By): .*$/gm, '$1')
}
