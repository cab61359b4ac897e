import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, createSecureServer, createServer } from 'node:http2'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pipeline, Readable, Writable } from 'node:stream'
import { setImmediate as later } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { describe, expect, it } from 'vitest'
import type { ErrorRequestHandler, Express, RequestHandler } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'
import { identity, startHttp2 } from '../support/http2.ts'
import { beginUpload, resetFrame } from '../support/http2-frames.ts'

const { NGHTTP2_CANCEL } = constants

type Listener = (req: IncomingMessage, res: ServerResponse) => unknown

interface Run {
  readonly seen: unknown[]
  /** The client leaves in the middle of its body. */
  cut(): void
}

type Scenario = (req: IncomingMessage, res: ServerResponse, run: Run) => unknown

/** How a client sends half a body, and how it leaves. */
interface Way {
  readonly secure: boolean
  begin(port: number): Promise<Socket>
  cut(socket: Socket): void
}

const json = { 'content-type': 'application/json' }
const reset = (socket: Socket) => socket.write(resetFrame(NGHTTP2_CANCEL))

const ways: Record<string, Way> = {
  'HTTP/2': {
    secure: false,
    begin: async (port) => beginUpload(port, json, '{"a"'),
    cut: reset,
  },
  'HTTP/2 with TLS': {
    secure: true,
    begin: async (port) => beginUpload(await openTls(port, 'h2'), json, '{"a"'),
    cut: reset,
  },
  'HTTP/1 of the same server': {
    secure: true,
    async begin(port) {
      const socket = await openTls(port, 'http/1.1')
      const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
      socket.write(`${head}Content-Length: 1000\r\n\r\n{"a"`)
      return socket
    },
    cut: (socket) => socket.destroy(),
  },
}

const scenarios: Record<string, Scenario> = {
  'req.destroy()'(req, res, { seen }) {
    watch(seen, req, res)
    req.once('close', () => {
      seen.push(stateOf(req))
      res.end('whole')
    })
    seen.push(req.destroy() === req)
  },

  'req.destroy() without listeners'(req, res, { seen }) {
    req.destroy()
    setImmediate(() => {
      seen.push(stateOf(req))
      res.end('whole')
    })
  },

  'req.destroy(error)'(req, res, { seen }) {
    watch(seen, req, res)
    req.once('close', () => res.end('whole'))
    req.destroy(new Error('own'))
  },

  'req.destroy(error) after the client left'(req, res, { seen, cut }) {
    res.on('close', () => {
      watch(seen, req, res)
      req.destroy(new Error('own'))
      res.destroy(new Error('own'))
    })
    cut()
  },

  'res.destroy()'(req, res, { seen }) {
    watch(seen, req, res)
    res.destroy()
  },

  'res.destroy(error)'(req, res, { seen }) {
    watch(seen, req, res)
    res.destroy(new Error('own'))
  },

  "req.on('data')"(req, res, { seen, cut }) {
    watch(seen, req, res)
    req.on('data', (chunk) => {
      seen.push(String(chunk))
      cut()
    })
  },

  'req.pause() and req.resume()'(req, res, { seen, cut }) {
    watch(seen, req, res)
    req.on('data', (chunk) => {
      seen.push([String(chunk), req.isPaused()])
      req.pause()
      setImmediate(() => {
        seen.push(req.isPaused())
        req.resume()
        cut()
      })
    })
  },

  async 'for await'(req, _res, { seen, cut }) {
    try {
      for await (const chunk of req) {
        seen.push(String(chunk))
        cut()
      }
    } catch (error) {
      seen.push((error as NodeJS.ErrnoException).code)
    }
  },

  'pipeline(req, sink)'(req, _res, { seen, cut }) {
    const sink = new Writable({
      write(chunk, _encoding, done) {
        seen.push(String(chunk))
        cut()
        done()
      },
    })
    pipeline(req, sink, (error) => seen.push(error?.code))
  },

  'pipeline(req, sink) with a sink that fails'(req, _res, { seen, cut }) {
    const sink = new Writable({ write: (_chunk, _encoding, done) => done(new Error('sink')) })
    pipeline(req, sink, (error) => {
      seen.push(error?.message)
      cut()
    })
  },

  'pipeline(source, res)'(_req, res, { seen, cut }) {
    let pieces = 0
    const source = new Readable({
      read() {
        setImmediate(() => this.push('x'.repeat(100)))
        if (++pieces === 5) cut()
      },
    })
    pipeline(source, res, (error) => seen.push([error?.code, source.destroyed]))
  },

  'req.unpipe()'(req, _res, { seen, cut }) {
    const sink = new Writable({
      write(chunk, _encoding, done) {
        seen.push(String(chunk))
        req.unpipe(sink)
        cut()
        done()
      },
    })
    for (const event of ['unpipe', 'finish', 'error', 'close']) {
      sink.on(event, () => seen.push(`sink ${event}`))
    }
    req.pipe(sink)
  },

  'req.setTimeout()'(req, _res, { seen, cut }) {
    const returned: unknown = req.setTimeout(1, () => {
      seen.push(returned === req)
      cut()
    })
  },

  'reading after the response is closed'(req, res, { seen }) {
    res.on('close', () => {
      seen.push(stateOf(req), req.read())
      watch(seen, req, res)
      req.on('data', (chunk) => seen.push(String(chunk)))
      req.resume()
    })
    res.end('whole')
  },

  'reading after the client left'(req, res, { seen, cut }) {
    res.on('close', () => {
      seen.push(stateOf(req), req.read())
      watch(seen, req, res)
      req.on('data', (chunk) => seen.push(String(chunk)))
      req.resume()
    })
    cut()
  },
}

describe.each(Object.entries(ways))('by %s', (_way, way) => {
  describeDialects('a request and its response', ['5.x', '4.x', '3.x'], (t) => {
    it.each(Object.entries(scenarios))('tell what Node’s own tell: %s', async (_name, scenario) => {
      const app = t.app as unknown as Express
      let listener: Listener = () => {}
      app.use((req, res) => listener(req, res))
      const throughApp = await run(way, scenario, (inner) => {
        listener = inner
        return app as unknown as Listener
      })
      expect(throughApp).toEqual(await run(way, scenario, (inner) => inner))
    })

    it('tell a body parser that the client left', async () => {
      const app = t.app as unknown as Express
      const seen: unknown[] = []
      app.use(t.webapp.json() as RequestHandler)
      app.use((() => seen.push('the route ran')) as RequestHandler)
      const failed = new Promise<void>((resolve) => {
        const onError: ErrorRequestHandler = (error, _req, _res, _next) => {
          seen.push([error.status, error.type, error.code])
          resolve()
        }
        app.use(onError)
      })
      let arrived = () => {}
      const begun = new Promise<void>((resolve) => {
        arrived = resolve
      })
      const { port } = await startHttp2(
        (req: IncomingMessage, res: ServerResponse) => {
          app(req as never, res as never)
          arrived()
        },
        { secure: way.secure },
      )
      const socket = await way.begin(port)
      await begun
      way.cut(socket)
      await failed
      socket.destroy()
      expect(seen).toEqual([[400, 'request.aborted', 'ECONNABORTED']])
    })
  })
})

describeDialects('req.destroy(error) without a listener', ['5.x', '4.x', '3.x'], (t) => {
  it('drops the error, and the response goes out', async () => {
    const app = t.app as unknown as Express
    app.post('/', (req, res) => {
      req.destroy(new Error('not heard'))
      setImmediate(() => res.send('whole'))
    })
    const link = await startHttp2(app)
    const answer = await link.ask('/', { method: 'POST', body: 'body' })
    expect(answer).toMatchObject({ status: 200, text: 'whole' })
  })

  it('tells a listener that comes later in the same turn', async () => {
    const app = t.app as unknown as Express
    app.post('/', (req, res) => {
      req.destroy(new Error('own'))
      req.on('error', ({ message }) => res.send(message))
    })
    const link = await startHttp2(app)
    expect((await link.ask('/', { method: 'POST', body: 'body' })).text).toBe('own')
  })
})

/** All that a scenario sees until its connection is closed. */
async function run(
  way: Way,
  scenario: Scenario,
  wrap: (listener: Listener) => Listener,
): Promise<unknown[]> {
  const seen: unknown[] = []
  let socket: Socket | undefined
  let onClosed = () => {}
  const closed = new Promise<void>((resolve) => {
    onClosed = resolve
  })
  const listener = wrap((req, res) => {
    res.once('close', onClosed)
    return scenario(req, res, { seen, cut: () => socket && way.cut(socket) })
  }) as unknown as Parameters<typeof createServer>[1] // Scenarios use what both have.
  const server = way.secure
    ? createSecureServer({ ...identity, allowHTTP1: true }, listener)
    : createServer(listener)
  const connected = once(server, way.secure ? 'secureConnection' : 'connection')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // A TCP server that listens has one.
  socket = await way.begin(port)
  const [connection] = (await connected) as [Socket]
  const disconnected = new Promise<void>((resolve) => {
    if (connection.closed) resolve()
    else connection.once('close', () => resolve())
  })
  await closed
  await later()
  socket.destroy()
  await disconnected
  await later()
  server.close()
  return seen
}

async function openTls(port: number, protocol: string): Promise<Socket> {
  const socket = connectTls({
    socket: connect(port, '127.0.0.1'),
    ca: identity.cert,
    servername: 'localhost',
    ALPNProtocols: [protocol],
  })
  socket.on('error', () => {})
  await once(socket, 'secureConnect')
  return socket
}

/** Notes the events of a request and its response. */
function watch(seen: unknown[], req: IncomingMessage, res: ServerResponse): void {
  const note = (who: string, event: string) => (detail?: unknown) => {
    seen.push(detail instanceof Error ? `${who} ${event} ${detail.message}` : `${who} ${event}`)
  }
  for (const event of ['aborted', 'close', 'end', 'error', 'pause', 'resume']) {
    req.on(event, note('req', event))
  }
  for (const event of ['close', 'error', 'finish']) res.on(event, note('res', event))
}

function stateOf(req: IncomingMessage): unknown[] {
  const { aborted, closed, complete, destroyed, readable, readableEnded } = req
  return [aborted, closed, complete, destroyed, readable, readableEnded]
}
