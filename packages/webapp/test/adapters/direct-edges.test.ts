import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { inject } from '../../src/inject.ts'
import { describeDialects } from '../support/dialects.ts'

// Programs that touch what a direct request stands on: its connection, its framing, and the links
// between a request, its response and the connection.

describeDialects('the edges of a request in memory', ['5.x', '4.x', '3.x'], (t) => {
  it.each(['before the head', 'behind the head'])(
    'is rejected if the handler ends the connection %s',
    async (place) => {
      t.app.get('/', (req, res) => {
        if (place === 'behind the head') res.write('text')
        req.socket.end()
      })
      await expect(t.app.inject('/')).rejects.toMatchObject({ code: 'ECONNRESET' })
    },
  )

  it('has its response if the handler ends the connection behind it', async () => {
    t.app.get('/', (req, res) => {
      res.status(413).send('too large')
      req.socket.end()
    })
    const response = await t.app.inject('/')
    expect([response.statusCode, response.text()]).toEqual([413, 'too large'])
  })

  it('has its response if a program removes the listeners for its end', async () => {
    t.app.get('/', (_req, res) => {
      res.removeAllListeners('finish')
      res.write('te')
      setImmediate(() => res.end('xt'))
    })
    expect((await t.app.inject('/')).text()).toBe('text')
  })

  it('is rejected if a program removes the listeners of the connection, and closes it', async () => {
    t.app.get('/', (req, res) => {
      req.socket.removeAllListeners('close')
      res.write('text')
      setImmediate(() => res.destroy())
    })
    await expect(t.app.inject('/')).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('lets a handler write nothing to the connection', async () => {
    t.app.get('/', (req, res) => {
      req.socket.write('', () => res.send('text'))
    })
    expect((await t.app.inject('/')).text()).toBe('text')
  })

  it.each(['socket', 'connection'] as const)('lets a program replace req.%s', async (name) => {
    t.app.get('/', (req, res) => {
      Object.assign(req, { [name]: { remoteAddress: '192.0.2.1' } })
      res.send(req.ip)
    })
    expect((await t.app.inject('/')).text()).toBe('192.0.2.1')
  })

  it('lets a program hand the response to the application with an object of its own', async () => {
    t.app.get('/', (_req, res, next) => {
      const own = { url: '/other', method: 'GET', headers: {} }
      ;(t.app as unknown as Handler).handle(own, res, next)
    })
    t.app.get('/other', (_req, res) => {
      res.end('other')
    })
    expect((await t.app.inject('/')).text()).toBe('other')
  })

  it('has trailers only behind a body in chunks', async () => {
    t.app.get('/length', (_req, res) => {
      res.addTrailers({ 'X-Trailer': 'yes' })
      res.send('text')
    })
    t.app.get('/chunks', (_req, res) => {
      res.write('te')
      res.addTrailers({ 'X-Trailer': 'yes' })
      res.end('xt')
    })
    expect((await t.app.inject('/length')).trailers).toEqual({})
    expect((await t.app.inject('/chunks')).trailers).toEqual({ 'x-trailer': 'yes' })
  })

  it.each([
    [{ 'Content-Length': -5 }],
    [{ 'Content-Length': '0x4' }],
    [{ 'Content-Length': 'four' }],
  ])('is rejected, as by the client of Node, for %o', async (headers) => {
    t.app.get('/', (_req, res) => {
      res.writeHead(200, headers).end('text and more')
    })
    await expect(t.app.inject('/')).rejects.toMatchObject({ code: 'HPE_INVALID_CONTENT_LENGTH' })
  })

  it.each([[['4', '5']], ['with chunks']])('is rejected for two lengths: %o', async (length) => {
    t.app.get('/', (_req, res) => {
      if (Array.isArray(length)) res.setHeader('Content-Length', length)
      else res.writeHead(200, { 'Content-Length': 4, 'Transfer-Encoding': 'chunked' })
      res.end('text and more')
    })
    await expect(t.app.inject('/')).rejects.toThrow('Parse Error')
  })

  it('leaves the bytes of the caller as they are', async () => {
    t.app.post('/', (req, res) => {
      req.on('data', (chunk: Buffer) => chunk.fill('x'))
      req.on('end', () => res.end())
    })
    const bytes = Buffer.from('text')
    await t.app.inject({ method: 'POST', url: '/', body: bytes })
    expect(bytes.toString()).toBe('text')
  })

  // Over a connection in memory, Node's client throws past the promise.
  const isDirect = process.env.WEBAPP_SHORTCUTS === undefined

  it.runIf(isDirect)(
    'is rejected if its body yields other values than bytes and text',
    async () => {
      t.app.post('/', (req) => {
        req.on('error', () => {}).resume()
      })
      const body = Readable.from([{ a: 1 }])
      const request = t.app.inject({ method: 'POST', url: '/', body })
      await expect(request).rejects.toThrow('body must be a stream of bytes or strings')
    },
  )

  it.each(['direct', 'with a connection'])(
    'is rejected as soon as its body exceeds the Content-Length: %s',
    async (way) => {
      const paths: string[] = []
      t.app.use((req, _res) => {
        paths.push(req.url)
        req.on('error', () => {})
      })
      const listener = way === 'direct' ? t.app : createServer(t.app)
      let isStopped = false
      async function* endless() {
        onTestFinished(() => {
          isStopped = true
        })
        try {
          yield 'text'
          while (!isStopped) yield 'GET /other HTTP/1.1\r\nHost: a\r\n\r\n'
        } finally {
          isStopped = true
        }
      }
      const request = inject(listener, {
        method: 'POST',
        url: '/',
        headers: { 'Content-Length': '4' },
        body: endless(),
      })
      await expect(request).rejects.toThrow('The Content-Length is 4')
      expect(paths).not.toContain('/other')
    },
  )
})

interface Handler {
  handle(req: object, res: object, next: (error?: unknown) => void): void
}
