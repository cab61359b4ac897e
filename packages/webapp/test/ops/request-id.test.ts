import { expect, it } from 'vitest'
import { problemDetails } from '../../src/contract.ts'
import { requestId } from '../../src/ops.ts'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

describeDialects('requestId()', ['5.x', '4.x', '3.x'], (t) => {
  function tellIds(options?: Parameters<typeof requestId>[0]): void {
    t.app.use(requestId(options) as never)
    t.app.get('/', (req, res) => res.send(String((req as unknown as { id: string }).id)))
  }

  it('sets req.id and the header', async () => {
    tellIds()
    const [first, second] = [await t.request('/'), await t.request('/')]
    expect(first?.text).toMatch(UUID)
    expect(first?.headers['x-request-id']).toBe(first?.text)
    expect(second?.text).not.toBe(first?.text)
  })

  it('sends the header beside those of the program, and programs see it', async () => {
    const seen: unknown[] = []
    t.app.use(requestId({ generate: () => 'id-1' }) as never)
    t.app.use('/twice', requestId({ generate: () => 'id-2' }) as never)
    t.app.use('/own', requestId({ generate: () => 'id 3', header: 'Request-Id' }) as never)
    t.app.use(((_req: never, res: never, next: () => void) => {
      seen.push(
        Object(res).get('X-Request-Id'),
        Object(res).getHeaderNames().includes('x-request-id'),
      )
      next()
    }) as never)
    t.app.get('/plain', (_req, res) => res.send('plain'))
    t.app.get('/set', (_req, res) => res.set('X-Own', 'yes').send('set'))
    t.app.get('/end', (_req, res) => void res.end('end'))
    t.app.get('/head', (_req, res) => void res.writeHead(200, { 'X-Own': 'yes' }).end('head'))
    t.app.get('/replaced', (_req, res) => res.set('x-request-id', 'own').send('replaced'))
    t.app.use(((_req: never, res: never) => Object(res).send('other')) as never)
    for (const path of ['/plain', '/set', '/end', '/head', '/unknown']) {
      for (const method of ['GET', 'HEAD']) {
        const { rawHeaders } = await t.request(path, { method })
        const at = rawHeaders.indexOf('X-Request-Id')
        expect([path, rawHeaders[at + 1]]).toEqual([path, 'id-1'])
        expect(rawHeaders.lastIndexOf('X-Request-Id')).toBe(at)
      }
    }
    expect(seen).toEqual(seen.map((_, at) => (at % 2 === 0 ? 'id-1' : true)))
    expect((await t.request('/replaced')).headers['x-request-id']).toBe('own')
    expect((await t.request('/twice')).headers['x-request-id']).toBe('id-2')
    expect((await t.request('/own')).headers).toMatchObject({
      'x-request-id': 'id-1',
      'request-id': 'id 3',
    })
  })

  it('lets Node refuse an id that is not a value of a header', async () => {
    t.app.use(requestId({ generate: () => 'a\r\nSet-Cookie: b=c' }) as never)
    t.app.use(((error: Error & { code: string }, _req: never, res: never, _next: never) => {
      Object(res).end(error.code)
    }) as never)
    const { text, headers } = await t.request('/')
    expect(text).toBe('ERR_INVALID_CHAR')
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers).not.toHaveProperty('x-request-id')
  })

  it('takes an id from nobody but a trusted proxy', async () => {
    tellIds()
    const headers = { 'X-Request-Id': 'given-1' }
    expect((await t.request('/', { headers })).text).toMatch(UUID)
    t.app.set('trust proxy', 'loopback')
    expect((await t.request('/', { headers })).text).toBe('given-1')
  })

  it('takes only ids that are safe to log', async () => {
    tellIds({ trust: true, header: 'X-Correlation-Id' })
    const ask = async (id: string) => {
      return (await t.request('/', { headers: { 'X-Correlation-Id': id } })).text
    }
    expect(await ask('a.b/c:d+e=f@g~h_1-2')).toBe('a.b/c:d+e=f@g~h_1-2')
    for (const odd of ['', 'a b', 'a"b', 'a\tb', '<b>', 'é', 'x'.repeat(129), '{jndi}']) {
      expect(await ask(odd)).toMatch(UUID)
    }
  })

  it('takes the trace of traceparent if there is no id', async () => {
    tellIds({ trust: true })
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const ask = async (traceparent: string) => {
      return (await t.request('/', { headers: { traceparent } })).text
    }
    expect(await ask(`00-${trace}-00f067aa0ba902b7-01`)).toBe(trace)
    expect(await ask(`01-${trace}-00f067aa0ba902b7-01-more`)).toBe(trace)
    expect(await ask(`00-${trace}-00f067aa0ba902b7-01-more`)).toMatch(UUID)
    expect(await ask(`ff-${trace}-00f067aa0ba902b7-01`)).toMatch(UUID)
    expect(await ask(`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`)).toMatch(UUID)
    expect(await ask(`00-${trace}-${'0'.repeat(16)}-01`)).toMatch(UUID)
    expect(await ask(`00-${trace.toUpperCase()}-00f067aa0ba902b7-01`)).toMatch(UUID)
  })

  it('takes no id from several headers, and none if trust is not exactly true', async () => {
    const trust = (() => Promise.resolve(false)) as never
    t.app.use('/promise', requestId({ trust }) as never)
    t.app.use('/several', requestId({ trust: true }) as never)
    t.app.use(((req: { id: string }, res: never) => Object(res).end(req.id)) as never)
    const ask = (path: string, headers: string) =>
      t.raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`)
    expect(await ask('/promise', 'X-Request-Id: forged\r\n')).not.toContain('forged')
    const twice = 'X-Request-Id: forged\r\nX-Request-Id: again\r\n'
    expect(await ask('/several', twice)).not.toMatch(/forged|again/)
  })

  it('fails if generate returns no id, and says so', async () => {
    for (const [at, id] of [undefined, '', 7, Promise.resolve('x')].entries()) {
      t.app.use(`/${at}`, requestId({ generate: () => id as never }) as never)
    }
    t.app.use(((error: Error, _req: never, res: never, _next: never) => {
      Object(res).end(error.message)
    }) as never)
    for (const at of [0, 1, 2, 3]) {
      expect((await t.request(`/${at}`)).text).toContain('generate must return an id, got')
    }
  })

  it('is in problem details', async () => {
    t.app.use(requestId({ generate: () => 'id-7' }) as never)
    t.app.get('/', () => {
      throw new Error('broken')
    })
    t.app.use(problemDetails({ log: false, always: true }) as never)
    expect(JSON.parse((await t.request('/')).text)).toMatchObject({
      status: 500,
      requestId: 'id-7',
    })
  })

  it('works over HTTP/2', async () => {
    tellIds({ generate: () => 'id-7' })
    const link = await startHttp2(t.app as never)
    const { text, headers } = await link.ask('/')
    expect([text, headers['x-request-id']]).toEqual(['id-7', 'id-7'])
  })
})

it('refuses wrong options', () => {
  expect(() => requestId({ header: 'a b' })).toThrow(
    "header must be the name of a header, got 'a b'",
  )
  expect(() => requestId({ generate: 'x' as never })).toThrow(
    "generate must be a function, got 'x'",
  )
  expect(() => requestId({ trust: 'x' as never })).toThrow(
    "trust must be a boolean or a function, got 'x'",
  )
  expect(() => requestId({ headers: 'x' } as never)).toThrow('the option headers is unknown')
})
