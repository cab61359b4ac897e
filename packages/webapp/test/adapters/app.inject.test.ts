import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('app.inject(options)', ['5.x', '4.x', '3.x'], (t) => {
  it('answers a path', async () => {
    t.app.get('/hello', (_req, res) => {
      res.status(201).send('Hello')
    })
    const answer = await t.app.inject('/hello')
    expect([answer.statusCode, answer.statusMessage]).toEqual([201, 'Created'])
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.rawHeaders).toContain('Content-Length')
    expect(answer.body).toEqual(Buffer.from('Hello'))
    expect(answer.text()).toBe('Hello')
  })

  it('gives what JSON stands for', async () => {
    t.app.get('/', (_req, res) => res.json({ planets: [1, 2] }))
    expect((await t.app.inject('/')).json()).toEqual({ planets: [1, 2] })
  })

  it('asks for / when no URL is given', async () => {
    t.app.use((req, res) => res.send(`${req.method} ${req.url}`))
    expect((await t.app.inject({})).text()).toBe('GET /')
    expect((await t.app.inject({ method: 'put' })).text()).toBe('PUT /')
  })

  it('answers 404 and errors as the application does', async () => {
    t.app.set('env', 'test')
    t.app.get('/broken', () => {
      throw Object.assign(new Error('No'), { status: 418 })
    })
    expect((await t.app.inject('/none')).statusCode).toBe(404)
    expect((await t.app.inject('/broken')).statusCode).toBe(418)
  })

  it('has the members of this application on requests and responses', async () => {
    Object.assign(t.app.request, { own: () => 'request' })
    Object.assign(t.app.response, { mine: () => 'response' })
    t.app.get('/', (req, res) => {
      const { own } = req as unknown as { own(): string }
      const { mine } = res as unknown as { mine(): string }
      res.json([own(), mine(), req.app === (t.app as unknown)])
    })
    for (const _time of [1, 2, 3]) {
      expect((await t.app.inject('/')).json()).toEqual(['request', 'response', true])
    }
  })

  it('keeps cookies apart', async () => {
    t.app.get('/', (_req, res) => {
      res.cookie('a', '1')
      res.cookie('b', '2')
      res.end()
    })
    const { headers } = await t.app.inject('/')
    expect(headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; Path=/'])
  })

  it('has a client at 127.0.0.1, or at the address that is given', async () => {
    t.app.get('/', (req, res) => res.json([req.ip, req.socket.remoteFamily]))
    expect((await t.app.inject('/')).json()).toEqual(['127.0.0.1', 'IPv4'])
    const other = await t.app.inject({ url: '/', remoteAddress: '2001:db8::1' })
    expect(other.json()).toEqual(['2001:db8::1', 'IPv6'])
  })

  it('goes through trusted proxies', async () => {
    t.app.set('trust proxy', 'loopback')
    t.app.get('/', (req, res) => res.json([req.ip, req.protocol]))
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
    expect((await t.app.inject({ headers })).json()).toEqual(['203.0.113.7', 'https'])
    const stranger = await t.app.inject({ headers, remoteAddress: '198.51.100.1' })
    expect(stranger.json()).toEqual(['198.51.100.1', 'http'])
  })

  it('takes host and protocol from an address', async () => {
    t.app.get('/path', (req, res) => res.json([req.get('host'), req.protocol, req.secure, req.url]))
    const ask = async (url: string | URL) => (await t.app.inject({ url })).json()
    expect(await ask('/path')).toEqual(['localhost', 'http', false, '/path'])
    expect(await ask('http://a.test:81/path?q')).toEqual(['a.test:81', 'http', false, '/path?q'])
    expect(await ask('https://a.test/path#part')).toEqual(['a.test', 'https', true, '/path'])
    expect(await ask(new URL('https://me:pw@a.test/path'))).toEqual([
      'a.test',
      'https',
      true,
      '/path',
    ])
    expect((await t.app.inject(new URL('http://a.test/path'))).json()[0]).toBe('a.test')
  })

  it('answers HEAD without a body', async () => {
    t.app.get('/', (_req, res) => res.send('Hello'))
    const answer = await t.app.inject({ method: 'HEAD', url: '/' })
    expect([answer.headers['content-length'], answer.body.length]).toEqual(['5', 0])
  })

  it('reads an answer that is larger than any buffer', async () => {
    const size = 8 * 1024 * 1024
    t.app.get('/', (_req, res) => {
      Readable.from(pieces(size / 65536, Buffer.alloc(65536, 'x'))).pipe(res)
    })
    const answer = await t.app.inject('/')
    expect(answer.headers['transfer-encoding']).toBe('chunked')
    expect(answer.body.equals(Buffer.alloc(size, 'x'))).toBe(true)
  })

  it('gives trailers', async () => {
    t.app.get('/', (_req, res) => {
      res.setHeader('Trailer', 'X-Sum')
      res.write('body')
      res.addTrailers({ 'X-Sum': '4' })
      res.end()
    })
    const answer = await t.app.inject('/')
    expect([answer.text(), answer.trailers]).toEqual(['body', { 'x-sum': '4' }])
  })

  it('has room for no more than it reads', async () => {
    let made = 0
    t.app.get('/', (_req, res) => {
      Readable.from(pieces(1000, Buffer.alloc(65536), () => made++)).pipe(res)
    })
    const { body } = await t.app.inject({ url: '/', stream: true })
    await once(body, 'readable')
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
    expect(made).toBeLessThan(20)
    body.destroy()
  })

  it('hands the body over while it arrives', async () => {
    let finish = () => {}
    t.app.get('/', (_req, res) => {
      res.write('first')
      finish = () => res.end('last')
    })
    const { statusCode, body } = await t.app.inject({ url: '/', stream: true })
    const chunks: string[] = []
    for await (const chunk of body) {
      chunks.push(String(chunk))
      finish()
    }
    expect([statusCode, chunks]).toEqual([200, ['first', 'last']])
  })

  it('tells the handler when a stream is destroyed', async () => {
    const closed = new Promise((resolve) => {
      t.app.get('/', (_req, res) => {
        res.on('close', () => resolve(res.writableFinished))
        res.write('first')
      })
    })
    const { body } = await t.app.inject({ url: '/', stream: true })
    body.destroy()
    expect(await closed).toBe(false)
  })

  it('says 100-continue to a client that waits for it', async () => {
    t.app.post('/', (req, res) => {
      req.pipe(res)
    })
    const headers = { expect: '100-continue' }
    const answer = await t.app.inject({ method: 'POST', url: '/', headers, body: 'later' })
    expect([answer.statusCode, answer.text()]).toEqual([200, 'later'])
  })

  it('is rejected when the handler closes the connection', async () => {
    t.app.get('/at-once', (req) => {
      req.socket.destroy()
    })
    t.app.get('/in-the-middle', (req, res) => {
      res.write('first')
      setImmediate(() => req.socket.destroy())
    })
    for (const path of ['/at-once', '/in-the-middle']) {
      await expect(t.app.inject(path)).rejects.toMatchObject({
        message: `The connection closed before the response to GET ${path} was complete`,
        code: 'ECONNRESET',
      })
    }
  })

  it('is aborted by a signal, before the answer and in the middle of it', async () => {
    const closings: Promise<unknown>[] = []
    t.app.use((req, res) => {
      closings.push(once(res, 'close'))
      if (req.url === '/begun') res.write('first')
      controller.abort(new Error('Enough'))
    })
    let controller = new AbortController()
    for (const url of ['/silent', '/begun']) {
      controller = new AbortController()
      const { signal } = controller
      await expect(t.app.inject({ url, signal })).rejects.toThrow('Enough')
    }
    await Promise.all(closings)
    expect(closings).toHaveLength(2)
  })

  it('asks nothing when the signal was aborted before', async () => {
    let asked = 0
    t.app.use((_req, res) => {
      asked++
      res.end()
    })
    await expect(t.app.inject({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(asked).toBe(0)
  })

  it.each([
    ['a signal that was aborted before', { signal: AbortSignal.abort() }],
    ['a header that cannot be sent', { headers: { 'X-A': 'a\nb' } }],
    ['a method that is none', { method: 'A B' }],
  ])('ends a body that it does not send, for %s', async (_reason, options) => {
    const body = new Readable({
      read() {},
      destroy: (_error, callback) => callback(new Error('Not even its end is heard')),
    })
    await expect(t.app.inject({ method: 'POST', ...options, body })).rejects.toThrow()
    expect(body.destroyed).toBe(true)
  })

  it('times out as the handler wants', async () => {
    t.app.get('/', (_req, res) => {
      res.setTimeout(5, () => {
        res.statusCode = 503
        res.end()
      })
    })
    expect((await t.app.inject('/')).statusCode).toBe(503)
  })

  it('answers many at once, each with its own', async () => {
    t.app.get('/:n', (req, res) => {
      setImmediate(() => res.send(`<${req.params.n}>`))
    })
    const asked = Array.from({ length: 50 }, (_, n) => t.app.inject(`/${n}`))
    const texts = (await Promise.all(asked)).map((answer) => answer.text())
    expect(texts).toEqual(asked.map((_, n) => `<${n}>`))
  })

  it('answers an application that is mounted in another by itself', async () => {
    const inner = t.webapp()
    inner.get('/', (req, res) => res.json([req.baseUrl, req.url]))
    t.app.use('/inner', inner as never)
    expect((await t.app.inject('/inner')).json()).toEqual(['/inner', '/'])
    expect((await inner.inject('/')).json()[1]).toBe('/')
  })
})

function* pieces(count: number, piece: Buffer, made = () => {}): Generator<Buffer> {
  for (let n = 0; n < count; n++) {
    made()
    yield piece
  }
}
