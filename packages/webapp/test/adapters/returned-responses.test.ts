import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createGunzip, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { say } from '../fixtures/leave.ts'
import { describeDialects } from '../support/dialects.ts'

const compression = createRequire(import.meta.url)('compression') as (options: object) => never

const ways = {
  returned: (response: () => unknown) => () => response(),
  'returned later': (response: () => unknown) => async () => {
    await new Promise(setImmediate)
    return response()
  },
}

describeDialects('a Response that a handler returns', ['5.x'], (t) => {
  it.each(Object.entries(ways))('is sent when it is %s', async (_name, way) => {
    const init = { status: 418, statusText: 'Short and stout', headers: { 'X-One': '1' } }
    t.app.get(
      '/',
      way(() => new Response('Hello', init)),
    )
    const answer = await t.request('/')
    expect([answer.status, answer.statusText]).toEqual([418, 'Short and stout'])
    expect(answer.headers['x-one']).toBe('1')
    expect(answer.headers['content-type']).toBe('text/plain;charset=UTF-8')
    expect(answer.headers['x-powered-by']).toBe('webapp')
    expect(answer.text).toBe('Hello')
  })

  it('tells its length when it is there at once', async () => {
    t.app.get('/', () => Response.json({ a: 1 }))
    const answer = await t.request('/')
    expect(answer.headers['content-length']).toBe('7')
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.json()).toEqual({ a: 1 })
  })

  it('may have no body', async () => {
    t.app.get('/:status', (req) => new Response(null, { status: Number(req.params.status) }))
    expect((await t.request('/204')).status).toBe(204)
    const empty = await t.request('/404')
    expect([empty.status, empty.headers['content-length'], empty.text]).toEqual([404, '0', ''])
    t.app.post('/', () => Response.redirect('http://a.test/there', 303))
    const moved = await t.request('/', { method: 'POST' })
    expect([moved.status, moved.headers.location]).toEqual([303, 'http://a.test/there'])
  })

  it('is sent in pieces as they come', async () => {
    const { readable, writable } = new TransformStream()
    const writer = writable.getWriter()
    t.app.get('/', () => new Response(readable))
    const { statusCode, headers, body } = await t.app.inject({ url: '/', stream: true })
    // The head is there before any of the body.
    expect([statusCode, headers['transfer-encoding']]).toEqual([200, 'chunked'])
    const chunks = body[Symbol.asyncIterator]()
    for (const word of ['one', 'two', 'three']) {
      await writer.write(new TextEncoder().encode(word))
      expect(String((await chunks.next()).value)).toBe(word)
    }
    await writer.close()
    expect((await chunks.next()).done).toBe(true)
  })

  it('does not wait in compression for a chunk that is not there yet', async () => {
    const { readable, writable } = new TransformStream()
    const writer = writable.getWriter()
    t.app.use(compression({ threshold: 0 }))
    t.app.get('/', () => new Response(readable, { headers: { 'Content-Type': 'text/html' } }))
    const headers = { 'accept-encoding': 'gzip' }
    const { headers: sent, body } = await t.app.inject({ url: '/', headers, stream: true })
    expect(sent['content-encoding']).toBe('gzip')
    const chunks = body.pipe(createGunzip())[Symbol.asyncIterator]()
    for (const word of ['one', 'two', 'three']) {
      await writer.write(new TextEncoder().encode(word))
      expect(String((await chunks.next()).value)).toBe(word)
    }
    await writer.close()
    expect((await chunks.next()).done).toBe(true)
  })

  it('is flushed once for chunks that are there together', async () => {
    let flushed = 0
    t.app.use((_req, res, next) => {
      Object.assign(res, { flush: () => flushed++ })
      next()
    })
    const source = { pull: (c: ReadableStreamDefaultController) => c.close(), start: enqueueMany }
    t.app.get('/', () => new Response(new ReadableStream(source)))
    expect((await t.request('/')).text).toBe('.'.repeat(100))
    expect(flushed).toBeLessThan(2)
  })

  it('is sent no faster than it is read', async () => {
    let made = 0
    let isCancelled = false
    const source = {
      pull: (controller: ReadableStreamDefaultController) => {
        made++
        controller.enqueue(new Uint8Array(65536))
      },
      cancel: () => {
        isCancelled = true
      },
    }
    t.app.get('/', () => new Response(new ReadableStream(source)))
    const { body } = await t.app.inject({ url: '/', stream: true })
    await once(body, 'readable')
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
    expect(made).toBeLessThan(20)
    body.destroy()
    while (!isCancelled) await new Promise(setImmediate)
  })

  it('is cancelled when the client leaves', async () => {
    const cancelled = new Promise((resolve) => {
      const source = {
        pull: (controller: ReadableStreamDefaultController) =>
          controller.enqueue(new Uint8Array(9)),
        cancel: resolve,
      }
      t.app.get('/', () => new Response(new ReadableStream(source)))
    })
    const socket = await say(await t.port(), 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(socket, 'data')
    socket.destroy()
    const message = 'the client disconnected'
    expect(await cancelled).toMatchObject({ name: 'AbortError', message })
  })

  it('is cancelled when nobody asked for its body', async () => {
    const reasons: unknown[] = []
    const source = { cancel: (reason: unknown) => reasons.push(reason) }
    const headers = { 'Content-Length': '5' }
    t.app.get('/', () => new Response(new ReadableStream(source as never), { headers }))
    const answer = await t.request('/', { method: 'HEAD' })
    expect([answer.status, answer.headers['content-length']]).toEqual([200, '5'])
    expect(reasons).toEqual([expect.objectContaining({ name: 'AbortError' })])
  })

  it('sends its cookies beside those that are set', async () => {
    const response = new Response()
    response.headers.append('set-cookie', 'b=2')
    response.headers.append('set-cookie', 'c=3')
    t.app.use((_req, res, next) => {
      res.cookie('a', '1').set('X-Kept', 'yes').set('X-Replaced', 'no')
      next()
    })
    response.headers.set('x-replaced', 'yes')
    t.app.get('/', () => response)
    const { headers } = await t.request('/')
    expect(headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2', 'c=3'])
    expect([headers['x-kept'], headers['x-replaced']]).toEqual(['yes', 'yes'])
  })

  it('goes through what middleware has replaced', async () => {
    const calls: string[] = []
    t.app.use((_req, res, next) => {
      for (const name of ['writeHead', 'write', 'end'] as const) {
        const original = res[name] as (...args: unknown[]) => unknown
        Object.assign(res, {
          [name](...args: unknown[]) {
            calls.push(name)
            return original.apply(res, args)
          },
        })
      }
      next()
    })
    t.app.get('/', () => new Response('Hello'))
    expect((await t.request('/')).text).toBe('Hello')
    expect(calls).toEqual(['end', 'writeHead'])
  })

  it('may come from an error handler, from middleware and from a mounted router', async () => {
    const router = t.webapp.Router()
    router.get('/', async () => new Response('router'))
    t.app.use('/router', router)
    t.app.use('/middleware', () => new Response('middleware'))
    t.app.get('/broken', () => {
      throw new Error('Broken')
    })
    t.app.use((error: Error, _req: unknown, _res: unknown, _next: unknown) => {
      return new Response(error.message, { status: 500 })
    })
    expect((await t.request('/router')).text).toBe('router')
    expect((await t.request('/middleware/x')).text).toBe('middleware')
    const broken = await t.request('/broken')
    expect([broken.status, broken.text]).toEqual([500, 'Broken'])
  })

  it('is an error after another answer', async () => {
    const heard = new Promise((resolve) => {
      t.app.get('/', async (_req, res) => {
        res.send('first')
        return new Response('second')
      })
      t.app.use((error: Error, _req: unknown, _res: unknown, _next: unknown) => resolve(error))
    })
    expect((await t.request('/')).text).toBe('first')
    expect(await heard).toMatchObject({
      message: 'A handler returned a Response after a response was sent',
      code: 'ERR_HTTP_HEADERS_SENT',
    })
  })

  it.each([
    [
      'was read',
      async () => (await readOut(new Response('x'))) as unknown,
      /body was already read/,
    ],
    ['is an error', () => Response.error(), /with the status 0/],
  ])('is refused when it %s', async (_what, make, message) => {
    t.app.get('/', make)
    t.app.use((error: Error, _req: unknown, _res: unknown, _next: unknown) => {
      return new Response(error.message, { status: 500 })
    })
    const answer = await t.request('/')
    expect([answer.status, answer.text]).toEqual([500, expect.stringMatching(message)])
  })

  it('whose body fails at once is an error like any other', async () => {
    t.app.set('env', 'test')
    const source = { start: (c: ReadableStreamDefaultController) => c.error(new Error('Gone')) }
    t.app.get('/', () => new Response(new ReadableStream(source)))
    const answer = await t.request('/')
    expect(answer.status).toBe(500)
    expect(answer.text).toContain('Gone')
  })

  it('whose body fails later ends the connection, and its error is heard', async () => {
    let fail = () => {}
    const source = {
      start(controller: ReadableStreamDefaultController) {
        controller.enqueue(new TextEncoder().encode('part'))
        fail = () => controller.error(new Error('Gone'))
      },
    }
    const heard = new Promise((resolve) => {
      t.app.get('/', () => new Response(new ReadableStream(source)))
      t.app.use((error: Error, _req: unknown, _res: unknown, _next: unknown) =>
        resolve(error.message),
      )
    })
    const { body } = await t.app.inject({ url: '/', stream: true })
    const read = (async () => {
      for await (const _chunk of body) fail()
    })()
    await expect(read).rejects.toThrow('aborted')
    expect(await heard).toBe('Gone')
  })

  it('that gives something else than bytes is an error', async () => {
    t.app.set('env', 'test')
    const source = {
      start(controller: ReadableStreamDefaultController) {
        controller.enqueue({})
        controller.close()
      },
    }
    t.app.get('/', () => new Response(new ReadableStream(source)))
    const answer = await t.request('/')
    expect([answer.status, answer.text]).toEqual([500, expect.stringContaining('chunk')])
  })

  it('may be one that was fetched, without the headers of its connection', async () => {
    const text = 'planets '.repeat(100)
    const upstream = createServer((_req, res) => {
      res.setHeader('Content-Encoding', 'gzip')
      res.setHeader('X-From', 'upstream')
      res.end(gzipSync(text))
    }).listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    const { port } = upstream.address() as AddressInfo
    t.app.get('/', () => fetch(`http://127.0.0.1:${port}/`))
    const answer = await t.request('/')
    upstream.close()
    upstream.closeAllConnections()
    expect([answer.headers['x-from'], answer.headers['content-encoding']]).toEqual([
      'upstream',
      undefined,
    ])
    expect(answer.text).toBe(text)
  })

  it('is not what other values are taken for', async () => {
    const values = [
      null,
      false,
      0,
      'text',
      {},
      [],
      { body: null },
      { [Symbol.toStringTag]: 'Response' },
    ]
    values.forEach((value, at) => {
      t.app.get(`/${at}`, (_req, res) => {
        setImmediate(() => res.end('own'))
        return value
      })
    })
    t.app.get('/res', (_req, res) => res.send('own'))
    t.app.get('/later', async (_req, res) => res.send('own'))
    for (const path of [...values.keys(), 'res', 'later']) {
      expect((await t.request(`/${path}`)).text).toBe('own')
    }
  })
})

describeDialects('a Response that a handler of an older dialect returns', ['4.x', '3.x'], (t) => {
  it('means nothing', async () => {
    t.app.get('/', (_req, res) => {
      setImmediate(() => res.end('own'))
      return new Response('other')
    })
    expect((await t.request('/')).text).toBe('own')
  })

  it('is sent by a router of 5.x that is mounted there', async () => {
    const { factories } = await import('../support/dialects.ts')
    const router = factories['5.x'].Router()
    router.get('/', () => new Response('five'))
    t.app.use('/five', router as never)
    expect((await t.request('/five')).text).toBe('five')
  })
})

function enqueueMany(controller: ReadableStreamDefaultController): void {
  for (let count = 0; count < 100; count++) controller.enqueue(new TextEncoder().encode('.'))
}

async function readOut(response: Response): Promise<Response> {
  await response.text()
  return response
}
