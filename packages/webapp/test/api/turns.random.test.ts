import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ErrorRequestHandler, Express } from '../../src/types/v5/public.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import { type Factory, originalFor } from '../support/originals.ts'
import { runs } from '../support/runs.ts'
import { starts } from '../support/starts.ts'
import { endOnUncaught } from '../support/uncaught.ts'

endOnUncaught()

/** What one client sends: pieces of requests behind each other, for whose answers it waits. */
type Talk = readonly Piece[]
interface Piece {
  readonly requests: readonly string[]
  /** Where the piece is cut in two, if it is. */
  readonly cut: number
}

const LENGTH = 'Content-Length: 5\r\n\r\nhello'
const EMPTY = 'Content-Length: 0\r\n\r\n'
const JSON_BODY = 'Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a":[1]}'
const NO_JSON = JSON_BODY.replace('9', '8').slice(0, -1)
const HEAD_IN_BODY = 'Content-Length: 28\r\n\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n'
const CHUNKS = 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'
const LAST = 'GET /now HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
const COUNT = /HTTP\/1\.1 \d/g

const paths = [
  '/now',
  '/tick',
  '/turn',
  '/soon',
  '/end',
  '/set',
  '/parts',
  '/long',
  '/to',
  '/a/1?b=2',
]

const withoutBody = fc
  .tuple(fc.constantFrom('GET', 'GET', 'GET', 'HEAD'), fc.constantFrom(...paths))
  .map(([method, path]) => `${method} ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)

const withBody = fc
  .tuple(
    fc.constantFrom('GET', 'POST'),
    fc.constantFrom('/end', '/now', '/json', '/await', '/readable', '/each', '/later', '/paused'),
    fc.constantFrom(LENGTH, CHUNKS, EMPTY, JSON_BODY, NO_JSON, HEAD_IN_BODY),
  )
  .map(([method, path, body]) => `${method} ${path} HTTP/1.1\r\nHost: a\r\n${body}`)

const old = fc.constant('GET /now HTTP/1.0\r\nConnection: keep-alive\r\n\r\n')

/** Requests that Node answers itself, and those behind which it closes the connection. */
const odd = fc.constantFrom(
  'GET /now HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n\r\n',
  'GET /now HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  'GET /now HTTP/1.1\r\n\r\n',
  'GET /now HTTP/1.0\r\n\r\n',
)

const request = fc.oneof(
  { weight: 7, arbitrary: withoutBody },
  { weight: 5, arbitrary: withBody },
  { weight: 1, arbitrary: old },
  { weight: 1, arbitrary: odd },
)

/** Requests behind one with `Expect` have arrived as a whole when they are handled (W-096). */
function putExpectLast(requests: readonly string[]): string[] {
  const expecting = requests.filter((text) => text.includes('Expect'))
  return [...requests.filter((text) => !text.includes('Expect')), ...expecting.slice(0, 1)]
}

const piece: fc.Arbitrary<Piece> = fc.record({
  requests: fc.oneof(
    { weight: 3, arbitrary: fc.tuple(request) },
    {
      weight: 1,
      arbitrary: fc.array(request, { minLength: 2, maxLength: 4 }).map(putExpectLast),
    },
  ),
  cut: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(120)),
})

const crowd = fc.array(fc.array(piece, { minLength: 1, maxLength: 6 }), {
  minLength: 4,
  maxLength: 12,
})

/** Handlers that answer at once, later, or behind what they read. */
function createSite(webapp: Factory): Express {
  const app = webapp()
  app.disable('x-powered-by')
  app.all('/now', (req, res) => void res.send(`${req.method} ${req.url}`))
  app.get('/tick', (_req, res) => process.nextTick(() => res.send('tick')))
  app.get('/turn', (_req, res) => void setImmediate(() => res.send('turn')))
  app.get('/soon', (_req, res) => void setTimeout(() => res.json({ soon: true }), 2))
  app.all('/end', (req, res) => {
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
    })
    req.on('end', () => res.send(`ended behind ${size}`))
  })
  app.all('/json', webapp.json(), (req, res) => void res.json({ body: req.body ?? null }))
  app.all('/await', (req, res, next) => {
    const answer = async () => {
      await null
      res.set('X-Complete', String(req.complete))
      res.send(`${req.readableEnded} ${req.readableLength}`)
    }
    answer().catch(next)
  })
  app.all('/readable', (req, res) => {
    const chunks: string[] = []
    req.on('readable', () => chunks.push(String(req.read())))
    req.on('end', () => res.send(`readable ${chunks.join()}`))
  })
  app.all('/each', (req, res, next) => {
    const answer = async () => {
      let text = ''
      for await (const chunk of req) text += chunk
      res.send(`each ${text}`)
    }
    answer().catch(next)
  })
  app.all('/later', (req, res) => {
    setImmediate(() => {
      let text = ''
      req.on('data', (chunk) => {
        text += chunk
      })
      req.on('end', () => res.send(`later ${text}`))
    })
  })
  app.all('/paused', (req, res) => {
    let text = ''
    req.on('data', (chunk) => {
      text += chunk
    })
    req.pause()
    setTimeout(() => req.resume(), 2)
    req.on('end', () => res.send(`paused ${text}`))
  })
  // The page of an error shows its stack.
  app.use('/json', ((error, _req, res, _next) => {
    res.status(error.status).send('not JSON')
  }) as ErrorRequestHandler)
  app.get('/set', (_req, res) => void res.set('X-Set', 'yes').send('set'))
  app.get('/parts', (_req, res) => {
    res.write('a')
    setImmediate(() => {
      res.write('b')
      res.end('c')
    })
  })
  app.get('/long', (_req, res) => void res.send('long '.repeat(12_000)))
  app.get('/to', (_req, res) => res.redirect('/now'))
  app.get('/a/:id', (req, res) => void res.send(`${req.params.id} ${JSON.stringify(req.query)}`))
  return app
}

/** All that comes back on one connection. */
async function hold(port: number, talk: Talk): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1')
  await once(socket, 'connect')
  const closed = new Promise((resolve) => socket.on('close', resolve))
  // A client may write to a connection that the server has closed.
  socket.on('error', () => {})
  let [text, wanted] = ['', 0]
  socket.on('data', (chunk: string) => {
    text += chunk
  })
  for (const { requests, cut } of talk) {
    if (socket.destroyed) break
    const bytes = requests.join('')
    socket.write(bytes.slice(0, cut))
    if (cut > 0) await new Promise(setImmediate)
    socket.write(bytes.slice(cut))
    wanted += requests.length
    while (!socket.destroyed && (text.match(COUNT)?.length ?? 0) < wanted) {
      await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed])
    }
  }
  socket.write(LAST)
  await closed
  // 3.x is compared with 4.x, whose types and tags are others.
  return text.replaceAll(/^(?:Date|ETag|Content-Type): .*\r\n/gm, '')
}

describeDialects('random requests that take turns', ['5.x', '4.x', '3.x'], (t) => {
  const original = originalFor(t.dialect)
  const ours = factories[t.dialect] as unknown as Factory

  it.each(Object.entries(starts))('are answered as by Express: %s', async (_, start) => {
    const servers = [original, ours].map((webapp) => start(createSite(webapp)))
    try {
      await Promise.all(servers.map((server) => server.listening || once(server, 'listening')))
      const ports = servers.map((server) => (server.address() as AddressInfo).port)
      await fc.assert(
        fc.asyncProperty(crowd, async (talks) => {
          const [expected, answers] = await Promise.all(
            ports.map((port) => Promise.all(talks.map((talk) => hold(port, talk)))),
          )
          expect(answers).toEqual(expected)
        }),
        { numRuns: runs(30) },
      )
    } finally {
      for (const server of servers) server.close().closeAllConnections()
    }
  })
})
