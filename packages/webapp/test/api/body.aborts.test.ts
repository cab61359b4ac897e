import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ErrorRequestHandler, Request } from '../../src/types/v5/public.ts'
import { collectGarbage } from '../fixtures/garbage.ts'
import { say, sayAndLeave } from '../fixtures/leave.ts'
import { parsers } from '../fixtures/parsers.ts'
import { describeDialects } from '../support/dialects.ts'
import { exchangeRaw } from '../support/exchange.ts'

const half = (type: string, more = '') =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n${more}Content-Length: 100\r\n\r\n${'x'.repeat(50)}`

function countLiving(references: readonly WeakRef<object>[]): number {
  collectGarbage()
  return references.filter((reference) => reference.deref() !== undefined).length
}

describeDialects('a client that leaves in the middle of its body', ['5.x', '4.x'], (t) => {
  /** What the error handler got, once it did. */
  function reports(count = 1): Promise<Record<string, unknown>[]> {
    return new Promise((resolve) => {
      const seen: Record<string, unknown>[] = []
      const onError: ErrorRequestHandler = (error, _req, res, _next) => {
        const { message, status, statusCode, expose } = error
        // A copy: the stack of an error keeps alive what it went through.
        seen.push({ message, status, statusCode, expose, ...error })
        res.end()
        if (seen.length === count) resolve(seen)
      }
      t.app.post('/', () => seen.push({ message: 'the route ran' }))
      t.app.use(onError)
    })
  }

  /** Resolves when a request has come in, so far as its head. */
  function arrivals(): () => Promise<unknown> {
    const waiting: (() => void)[] = []
    let arrived = 0
    t.app.use((_req, _res, next) => {
      next()
      const tell = waiting.shift()
      if (tell) tell()
      else arrived++
    })
    return () =>
      new Promise<void>((resolve) => {
        if (arrived > 0) {
          arrived--
          resolve()
        } else waiting.push(resolve)
      })
  }

  describe.each(parsers)('of webapp.$name', ({ name, type }) => {
    it('is reported as an abort, and no route runs', async () => {
      const arrived = arrivals()
      t.app.use(t.webapp[name]())
      const reported = reports()
      await sayAndLeave(await t.port(), half(type), arrived)
      const [error] = await reported
      expect(error).toMatchObject({
        message: 'request aborted',
        code: 'ECONNABORTED',
        type: 'request.aborted',
        status: 400,
        statusCode: 400,
        expose: true,
        expected: 100,
        length: 100,
      })
    })

    it('is reported before its answer is closed, so that logs tell of the status', async () => {
      const arrived = arrivals()
      const closed = new Promise<number>((resolve) => {
        t.app.use((_req, res, next) => {
          res.on('close', () => resolve(res.statusCode))
          next()
        })
      })
      t.app.use(t.webapp[name]())
      const onError: ErrorRequestHandler = (error, _req, res, _next) => {
        res.status(error.status).end()
      }
      t.app.use(onError)
      await sayAndLeave(await t.port(), half(type), arrived)
      expect(await closed).toBe(400)
    })

    it('is reported when the body is compressed too', async () => {
      const arrived = arrivals()
      t.app.use(t.webapp[name]())
      const reported = reports()
      const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Encoding: gzip\r\nContent-Length: 1000\r\n\r\n`
      const bytes = zlib.gzipSync('some text').subarray(0, 12)
      await sayAndLeave(await t.port(), Buffer.concat([Buffer.from(head), bytes]), arrived)
      expect((await reported)[0]).toMatchObject({ type: 'request.aborted', status: 400 })
    })
  })

  it('is reported with null for a length that was not declared', async () => {
    const arrived = arrivals()
    t.app.use(t.webapp.text())
    const reported = reports()
    const bytes =
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'
    await sayAndLeave(await t.port(), bytes, arrived)
    const [error] = await reported
    expect(error).toMatchObject({ type: 'request.aborted', length: null, expected: null })
  })

  it('is reported when the parser comes only after it has left', async () => {
    t.app.use((req, _res, next) => {
      req.on('close', () => next())
      req.socket.destroy()
    })
    t.app.use(t.webapp.text())
    const passed = new Promise((resolve) => {
      t.app.use((req, _res, _next) => resolve(req.body))
      const onError: ErrorRequestHandler = (error, _req, _res, _next) => resolve(error.type)
      t.app.use(onError)
    })
    const socket = await say(await t.port(), half('text/plain'))
    const reported = { '5.x': undefined, '4.x': 'stream.not.readable' }
    expect(await passed).toBe(reported[t.dialect])
    socket.destroy()
  })

  it('leaves nothing behind, however often it happens', async () => {
    const requests: WeakRef<Request>[] = []
    const listeners: number[] = []
    const arrived = arrivals()
    t.app.use((req, _res, next) => {
      requests.push(new WeakRef(req))
      req.on('close', () => {
        setImmediate(() => listeners.push(req.listenerCount('data') + req.listenerCount('end')))
      })
      next()
    })
    t.app.use(t.webapp.json())
    t.app.get('/', (_req, res) => res.send('alive'))
    const count = 300
    const reported = reports(count)
    const port = await t.port()
    for (let done = 0; done < count; done += 50) {
      const leave = () => sayAndLeave(port, half('application/json'), arrived)
      await Promise.all(Array.from({ length: 50 }, leave))
    }
    const types = (await reported).map((error) => error.type)
    expect(new Set(types)).toEqual(new Set(['request.aborted']))
    await expect.poll(() => listeners.length).toBe(count)
    expect(Math.max(...listeners)).toBeLessThanOrEqual(1) // Node's own.
    await expect.poll(() => countLiving(requests)).toBeLessThan(10)
    expect((await t.request('/')).text).toBe('alive')
  })

  it('or just stalls gets 408 from the server when its time is up', async () => {
    let arrived = 0
    t.app.use((_req, _res, next) => {
      arrived++
      next()
    })
    t.app.use(t.webapp.json())
    const reported = reports()
    const timeouts = { requestTimeout: 60, headersTimeout: 50, connectionsCheckingInterval: 20 }
    const server = createServer(timeouts, t.app as RequestListener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    // On a busy machine time may be up before the head was read; then the application sees nothing.
    while (arrived === 0) {
      const bytes = await exchangeRaw(port, half('application/json'))
      expect(bytes).toMatch(/^HTTP\/1\.1 408 /)
    }
    expect((await reported)[0]).toMatchObject({ type: 'request.aborted' })
    server.close()
  })
})
