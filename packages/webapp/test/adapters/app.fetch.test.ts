import { once } from 'node:events'
import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

const origin = 'http://planets.test'

describeDialects('app.fetch(request)', ['5.x', '4.x', '3.x'], (t) => {
  const fetch = (path: string, init: RequestInit & { duplex?: 'half' } = {}) =>
    t.app.fetch(new Request(origin + path, init))

  it('answers a Request with a Response', async () => {
    t.app.get('/hello', (_req, res) => {
      res.status(201).set('X-One', '1').send('Hello')
    })
    const response = await fetch('/hello')
    expect(response).toBeInstanceOf(Response)
    expect([response.status, response.statusText, response.ok]).toEqual([201, 'Created', true])
    expect(response.headers.get('x-one')).toBe('1')
    expect(await response.text()).toBe('Hello')
  })

  it('answers 400 to a method in lower case, as Node’s parser does', async () => {
    t.app.patch('/', (_req, res) => res.send('patched'))
    const response = await fetch('/', { method: 'patch', body: 'a' })
    expect([response.status, response.statusText]).toEqual([400, 'Bad Request'])
    expect(await (await fetch('/', { method: 'PATCH' })).text()).toBe('patched')
  })

  it('takes path, query and host from the URL', async () => {
    t.app.get('/a/:b', (req, res) => res.json([req.url, req.params.b, req.query, req.get('host')]))
    const response = await t.app.fetch(new Request('http://planets.test:81/a/%C3%A9?c=d#e'))
    expect(await response.json()).toEqual(['/a/%C3%A9?c=d', 'é', { c: 'd' }, 'planets.test:81'])
  })

  it('is secure where the URL is', async () => {
    t.app.get('/', (req, res) => res.json([req.protocol, req.secure]))
    const ask = async (url: string) => (await t.app.fetch(new Request(url))).json()
    expect(await ask('https://planets.test/')).toEqual(['https', true])
    expect(await ask('http://planets.test/')).toEqual(['http', false])
  })

  it('knows the address of the client where it is told', async () => {
    t.app.get('/', (req, res) => res.json({ ip: req.ip }))
    const ask = async (options?: { remoteAddress: string }) =>
      (await t.app.fetch(new Request(origin), options)).json()
    expect(await ask()).toEqual({})
    expect(await ask({ remoteAddress: '203.0.113.7' })).toEqual({ ip: '203.0.113.7' })
  })

  it('trusts no proxy by an address that nobody told', async () => {
    t.app.set('trust proxy', 'loopback')
    t.app.get('/', (req, res) => res.json({ ip: req.ip }))
    const response = await fetch('/', { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(await response.json()).toEqual({})
  })

  it('reads the body of the request', async () => {
    t.app.use(t.webapp.json() as never)
    t.app.post('/', (req, res) => res.json(req.body))
    const headers = { 'content-type': 'application/json' }
    const response = await fetch('/', { method: 'POST', headers, body: '{"a":1}' })
    expect(await response.json()).toEqual({ a: 1 })
  })

  it('believes the length that a server has read', async () => {
    t.app.post('/', (req, res) => res.json([req.get('content-length'), req.get('connection')]))
    const headers = { 'content-length': '2', connection: 'keep-alive' }
    const response = await fetch('/', { method: 'POST', headers, body: 'ab' })
    expect(await response.json()).toEqual(['2', 'close'])
  })

  it('streams in both directions', async () => {
    t.app.post('/', (req, res) => {
      res.flushHeaders()
      req.pipe(res)
    })
    const { readable, writable } = new TransformStream()
    const writer = writable.getWriter()
    const response = await fetch('/', { method: 'POST', body: readable, duplex: 'half' })
    const reader = readerOf(response)
    for (const word of ['one', 'two']) {
      await writer.write(new TextEncoder().encode(word))
      expect(new TextDecoder().decode((await reader.read()).value)).toBe(word)
    }
    await writer.close()
    expect((await reader.read()).done).toBe(true)
  })

  it('makes no more than is read', async () => {
    let written = 0
    t.app.get('/', (_req, res) => {
      const write = () => {
        while (written < 1000 && res.write(Buffer.alloc(65536))) written++
      }
      res.on('drain', write)
      write()
    })
    const response = await fetch('/')
    await readerOf(response).read()
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
    expect(written).toBeLessThan(20)
    await response.body?.cancel().catch(() => {})
  })

  it('keeps cookies and repeated headers apart', async () => {
    t.app.get('/', (_req, res) => {
      res.cookie('a', '1')
      res.cookie('b', '2')
      res.setHeader('X-Many', ['one', 'two'])
      res.end()
    })
    const { headers } = await fetch('/')
    expect(headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/'])
    expect(headers.get('x-many')).toBe('one, two')
  })

  it('leaves out what belongs to a connection', async () => {
    t.app.get('/', (_req, res) => {
      res.write('in pieces')
      res.end()
    })
    const { headers } = await fetch('/')
    expect(
      ['connection', 'keep-alive', 'transfer-encoding'].map((name) => headers.has(name)),
    ).toEqual([false, false, false])
  })

  it('has no body where there is none', async () => {
    t.app.get('/:status', (req, res) => {
      res.status(Number(req.params.status)).end('text')
    })
    expect((await fetch('/200', { method: 'HEAD' })).body).toBeNull()
    for (const status of [204, 205, 304]) {
      const response = await fetch(`/${status}`)
      expect([response.status, response.body]).toEqual([status, null])
    }
  })

  it('hands redirects on', async () => {
    t.app.get('/', (_req, res) => res.redirect('/there'))
    const response = await fetch('/')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/there'])
    expect(response.redirected).toBe(false)
  })

  it('answers errors', async () => {
    t.app.set('env', 'test')
    t.app.get('/', () => {
      throw new Error('Broken')
    })
    expect((await fetch('/')).status).toBe(500)
    expect((await fetch('/none')).status).toBe(404)
  })

  it('is aborted with its request', async () => {
    const closings: Promise<unknown>[] = []
    let controller = new AbortController()
    t.app.get('/silent', (_req, res) => {
      closings.push(once(res, 'close'))
      controller.abort(new Error('Enough'))
    })
    t.app.get('/begun', (_req, res) => {
      closings.push(once(res, 'close'))
      res.write('first')
    })
    await expect(fetch('/silent', { signal: controller.signal })).rejects.toThrow('Enough')
    controller = new AbortController()
    const reader = readerOf(await fetch('/begun', { signal: controller.signal }))
    await reader.read()
    controller.abort(new Error('Enough'))
    await expect(reader.read()).rejects.toThrow('Enough')
    await Promise.all(closings)
    expect(closings).toHaveLength(2)
  })

  it('cancels the body of a request that was aborted before', async () => {
    let isCancelled = false
    const cancel = () => {
      isCancelled = true
    }
    const init = { method: 'POST', duplex: 'half', signal: AbortSignal.abort() } as const
    const body = new ReadableStream({ cancel })
    await expect(fetch('/', { ...init, body })).rejects.toThrow('aborted')
    expect(isCancelled).toBe(true)
  })

  it('is ended by whoever cancels the body', async () => {
    const closed = new Promise((resolve) => {
      t.app.get('/', (_req, res) => {
        res.on('close', () => resolve(res.writableFinished))
        res.write('first')
      })
    })
    const response = await fetch('/')
    await response.body?.cancel()
    expect(await closed).toBe(false)
  })

  it('tells of an early end', async () => {
    t.app.get('/at-once', (req) => {
      req.socket.destroy()
    })
    t.app.get('/in-the-middle', (req, res) => {
      res.write('first')
      setImmediate(() => req.socket.destroy())
    })
    await expect(fetch('/at-once')).rejects.toThrow('response to GET /at-once')
    const response = await fetch('/in-the-middle')
    await expect(response.text()).rejects.toThrow('response to GET /in-the-middle')
  })

  it('cancels the body of a request that is not read', async () => {
    t.app.post('/', (_req, res) => res.send('enough'))
    let cancelled = () => {}
    const isCancelled = new Promise<void>((resolve) => {
      cancelled = resolve
    })
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65536)),
      cancel: () => cancelled(),
    })
    const response = await fetch('/', { method: 'POST', body, duplex: 'half' })
    expect(await response.text()).toBe('enough')
    await isCancelled
  })

  it('refuses a status that no Response has', async () => {
    t.app.get('/', (_req, res) => {
      res.statusCode = 799
      res.end()
    })
    await expect(fetch('/')).rejects.toThrow(
      `The status 799 of GET ${origin}/ is not valid for a Response`,
    )
  })

  it('refuses what is no Request', async () => {
    for (const value of [undefined, '/path', {}, new URL(origin)]) {
      await expect(t.app.fetch(value as never)).rejects.toThrow('fetch() needs a Request, not')
    }
  })

  it('refuses a Request whose body was read', async () => {
    const request = new Request(origin, { method: 'POST', body: 'text' })
    await request.text()
    await expect(t.app.fetch(request)).rejects.toThrow(
      `The body of the Request for ${origin}/ was read before`,
    )
  })

  it('belongs to its application, wherever it is handed to', async () => {
    t.app.get('/', (_req, res) => void res.send('x'))
    const { fetch } = t.app
    expect(await (await fetch(new Request(origin))).text()).toBe('x')
    expect(t.app.fetch).toBe(fetch)
    expect(Object.keys(t.app)).not.toContain('fetch')
  })

  it('gives way to a member of that name', () => {
    const mine = () => {}
    Object.assign(t.app, { fetch: mine })
    expect(t.app.fetch).toBe(mine)
  })
})

function readerOf(response: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (response.body === null) throw new Error('The response has no body')
  return response.body.getReader()
}
