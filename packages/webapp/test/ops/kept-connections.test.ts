import { once } from 'node:events'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { connect } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { deadline, health, type LateReport, requestId, shed } from '../../src/ops.ts'
import { createGate } from '../fixtures/gate.ts'
import { KeptConnection } from '../fixtures/kept-connection.ts'
import { factories } from '../support/dialects.ts'
import { identity } from '../support/http2.ts'

// From its second request on, the engine serves a connection by its own means.

interface Transport {
  createServer(app: RequestListener): Server
  connect(port: number): Socket
}

const transports: Readonly<Record<string, Transport>> = {
  'HTTP/1': {
    createServer: (app) => createHttp(app),
    connect: (port) => connect(port, '127.0.0.1'),
  },
  TLS: {
    createServer: (app) => createHttps(identity, app),
    connect: (port) => connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false }),
  },
}

type Handler = (
  req: { url: string; signal: AbortSignal },
  res: { send(text: string): void },
) => unknown

interface Options {
  readonly ms?: number
  readonly onLate?: (report: LateReport) => void
}

const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`

describe.each(Object.entries(transports))('the parts of webapp/ops over %s', (_name, transport) => {
  describe.each(Object.entries(factories))('on a kept connection [%s]', (_dialect, create) => {
    /** A client whose first requests have been handled. The handler gets those that follow. */
    async function start(handle: Handler, { ms = 60_000, ...options }: Options = {}) {
      const overload = shed({ maxDelay: 60_000 })
      // Tests of several dialects are written against the types of 5.x.
      const app = (create as unknown as (typeof factories)['5.x'])()
      app.set('env', 'test')
      app.use('/health', health() as never)
      for (const part of [overload, requestId({ trust: true }), deadline(ms, options)]) {
        app.use(part as never)
      }
      app.get('/first', ((_req: never, res: { send(text: string): void }) =>
        res.send('answer')) as never)
      app.get('/:id', handle as never)
      app.use(((error: Error, _req: never, res: object, _next: never) => {
        Object.assign(res, { statusCode: 503 })
        Object(res).end(`${error.name} answer`)
      }) as never)
      const server = transport.createServer(app as never).listen(0, '127.0.0.1')
      await once(server, 'listening')
      onTestFinished(() => void server.close())
      const socket = transport.connect((server.address() as AddressInfo).port)
      onTestFinished(() => void socket.destroy())
      const client = new KeptConnection(socket)
      for (let count = 0; count < 2; count++) await client.ask(get('/first'))
      return { client, overload }
    }

    it('forget a request that was answered in a later turn', async () => {
      const { client, overload } = await start((_req, res) => {
        setImmediate(() => res.send('answer'))
      })
      for (const id of ['a', 'b', 'c']) {
        const text = await client.ask(get(`/${id}`, `X-Request-Id: ${id}\r\n`))
        expect(text).toMatch(/^HTTP\/1\.1 200 /)
        expect(text).toContain(`X-Request-Id: ${id}\r\n`)
      }
      await expect.poll(() => overload.inFlight).toBe(0)
      expect(await client.ask(get('/health/live'), '}')).toContain('{"status":"ok"}')
    })

    it('end a request that is late, and keep its connection', async () => {
      const [late, reported] = [createGate(), createGate()]
      const reports: LateReport[] = []
      const { client, overload } = await start(
        async (req, res) => {
          if (req.url === '/now') {
            res.send('answer')
            return
          }
          await once(req.signal, 'abort')
          await late.opened
          res.send('too late')
        },
        {
          ms: 20,
          onLate(report) {
            reports.push(report)
            reported.open()
          },
        },
      )
      expect(await client.ask(get('/slow'))).toMatch(
        /^HTTP\/1\.1 503 [\s\S]*\r\nTimeoutError answer$/,
      )
      late.open()
      await reported.opened
      expect(reports).toMatchObject([{ route: '/:id', deadline: 20 }])
      expect(await client.ask(get('/now'))).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nanswer$/)
      await expect.poll(() => overload.inFlight).toBe(0)
    })

    it('forget a request whose client left, and abort its signal', async () => {
      const aborted = createGate()
      let reason: unknown
      const { client, overload } = await start(async (req) => {
        client.socket.destroy()
        await once(req.signal, 'abort')
        reason = req.signal.reason
        aborted.open()
      })
      client.socket.write(get('/slow'))
      await aborted.opened
      expect(String(reason)).toContain('AbortError')
      await expect.poll(() => overload.inFlight).toBe(0)
    })
  })
})
