import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { problemDetails } from '../../src/contract.ts'
import { deadline, type LateReport } from '../../src/ops.ts'
import { handlerWatch } from '../../src/router/handler-watch.ts'
import { createGate } from '../fixtures/gate.ts'
import { KeptConnection } from '../fixtures/kept-connection.ts'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

type Handler = (req: never, res: never, next: never) => unknown

describeDialects('deadline(ms)', ['5.x', '4.x', '3.x'], (t) => {
  /** Adds an error handler that tells the error. */
  function tellErrors(): void {
    t.app.use(((error: Error & { status: number }, _req: unknown, res: never, _next: unknown) => {
      const { statusCode, end } = Object(res)
      void statusCode
      Object(res).statusCode = error.status
      end.call(res, `${error.name}: ${error.message}`)
    }) as never)
  }

  // A file before this one may have run an application in development, which watches handlers from then on.
  beforeEach(() => {
    handlerWatch.run = undefined
  })

  it('gives the error handlers a TimeoutError, and aborts req.signal with it', async () => {
    const reason = createGate()
    let seen: unknown
    t.app.get('/slow/:id', deadline(20), (req) => {
      req.signal.addEventListener('abort', () => {
        seen = req.signal.reason
        reason.open()
      })
    })
    tellErrors()
    const answer = await t.request('/slow/7?a=b')
    await reason.opened
    expect(answer.status).toBe(503)
    expect(answer.text).toBe('TimeoutError: GET /slow/:id did not respond within 20 ms')
    expect(seen).toMatchObject({
      name: 'TimeoutError',
      code: 'ETIMEDOUT',
      type: 'request.deadline',
      status: 503,
      deadline: 20,
    })
  })

  it('aborts a signal that is read after the deadline', async () => {
    const read = createGate()
    let reason: unknown
    t.app.get('/', deadline(20), (req, res) => {
      res.on('close', () => {
        reason = req.signal.reason
        read.open()
      })
    })
    expect((await t.request('/')).status).toBe(503)
    await read.opened
    expect(reason).toMatchObject({ name: 'TimeoutError' })
  })

  it('responds with the page of the final handler without error handlers of the program', async () => {
    t.app.set('env', 'production')
    t.app.use(deadline(20, { status: 504 }))
    t.app.get('/', () => {})
    const answer = await t.request('/')
    expect(answer.status).toBe(504)
    expect(answer.text).toContain('Gateway Timeout')
  })

  it('leaves a response in time, and one that has begun', async () => {
    const later = createGate()
    t.app.use(deadline(20))
    t.app.get('/fast', (_req, res) => res.send('in time'))
    t.app.get('/begun', (_req, res) => {
      res.write('begun ')
      void later.opened.then(() => res.end('and ended'))
    })
    t.app.get('/wait', deadline(60), () => {})
    expect((await t.request('/fast')).text).toBe('in time')
    const begun = t.request('/begun')
    // Its deadline is behind that of the request before it.
    expect((await t.request('/wait')).status).toBe(503)
    later.open()
    expect(await begun).toMatchObject({ status: 200, text: 'begun and ended' })
  })

  it('cuts a response off that has begun, with the option whole', async () => {
    t.app.get('/', deadline(20, { whole: true }), (_req, res) => void res.write('begun'))
    await expect(t.request('/')).rejects.toThrow()
  })

  it('counts the nearest deadline, which may be longer', async () => {
    t.app.use(deadline(10))
    t.app.get('/short', () => {})
    t.app.get('/long', deadline(40), () => {})
    t.app.get('/none', deadline(Number.POSITIVE_INFINITY), (_req, res) => {
      // Behind the end of another request with the deadline of the application.
      void t.request('/short').then(() => res.send('late, but sent'))
    })
    tellErrors()
    expect((await t.request('/short')).text).toContain('within 10 ms')
    expect((await t.request('/long')).text).toContain('within 40 ms')
    expect((await t.request('/none')).text).toBe('late, but sent')
  })

  it('discards what the handler writes later, and reports it once with its route', async () => {
    const written = createGate()
    const reports: LateReport[] = []
    const results: unknown[] = []
    t.app.use(deadline(20, { onLate: (report) => reports.push(report) }))
    t.app.get('/items/:id', async (req, res) => {
      await once(req.signal, 'abort')
      res.status(200)
      res.set('X-Late', 'yes')
      await new Promise<void>((resolve) => {
        results.push(res.write('late', () => resolve()))
      })
      res.json({ late: true })
      res.redirect('/elsewhere')
      written.open()
    })
    tellErrors()
    const answer = await t.request('/items/1')
    await written.opened
    expect(answer.status).toBe(503)
    expect(answer.headers).not.toHaveProperty('x-late')
    expect(answer.text).toBe('TimeoutError: GET /items/:id did not respond within 20 ms')
    expect(results).toEqual([false])
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      method: 'GET',
      route: '/items/:id',
      deadline: 20,
      message: expect.stringContaining('GET /items/:id: the handler used res.'),
    })
  })

  it('keeps the connection for the next request, whatever the handler does later', async () => {
    const failed = createGate()
    t.app.get('/late', deadline(20, { onLate: false }), ((
      req: { signal: AbortSignal },
      _res: never,
      next: (error: Error) => void,
    ) => {
      req.signal.addEventListener('abort', () => {
        setImmediate(() => {
          next(new Error('late'))
          failed.open()
        })
      })
    }) as Handler as never)
    t.app.get('/', (_req, res) => res.send('answer'))
    t.app.set('env', 'production')
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const client = new KeptConnection(await t.port())
    onTestFinished(() => void client.socket.destroy())
    const first = await client.ask('GET /late HTTP/1.1\r\nHost: a\r\n\r\n', [
      ...['</html>\n', 'Service Unavailable\n', 'Service Unavailable'],
    ])
    expect(first).toContain(' 503 ')
    await failed.opened
    expect(await client.ask('GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toContain(' 200 ')
  })

  it('lets an error handler respond later, and not the handler meanwhile', async () => {
    const asked = createGate()
    t.app.get('/', deadline(20, { onLate: () => asked.open() }), async (req, res) => {
      await once(req.signal, 'abort')
      setImmediate(() => res.send('of the handler'))
    })
    t.app.use((async (_error: unknown, _req: unknown, res: never, _next: unknown) => {
      await asked.opened
      await new Promise((resolve) => setTimeout(resolve, 1))
      Object(res).statusCode = 503
      Object(res).end('of the error handler')
    }) as never)
    expect(await t.request('/')).toMatchObject({ status: 503, text: 'of the error handler' })
  })

  it('goes to the error handlers of the router that works on the request', async () => {
    if (t.dialect === '3.x') return
    const router = Object(t.webapp).Router()
    router.get('/', () => {})
    router.use((error: Error, _req: never, res: never, _next: never) => {
      Object(res).status(503).send(`inner ${error.name}`)
    })
    t.app.use(deadline(20))
    t.app.use('/inner', router)
    tellErrors()
    expect((await t.request('/inner')).text).toBe('inner TimeoutError')
  })

  it('runs error handlers in the async context of the request', async () => {
    const storage = new AsyncLocalStorage<string>()
    t.app.use(((req: { url: string }, _res: never, next: () => void) => {
      storage.run(req.url, next)
    }) as Handler as never)
    t.app.use(deadline(20))
    t.app.get('/:name', () => {})
    t.app.use(((_error: unknown, _req: never, res: never, _next: never) => {
      Object(res).end(storage.getStore())
    }) as never)
    const answers = await Promise.all(['/a', '/b', '/c'].map((path) => t.request(path)))
    expect(answers.map(({ text }) => text)).toEqual(['/a', '/b', '/c'])
  })

  it('responds while a client still sends its body', async () => {
    t.app.use(deadline(20))
    t.app.post('/', () => {})
    const outgoing = request({ host: '127.0.0.1', port: await t.port(), method: 'POST', path: '/' })
    outgoing.on('error', () => {})
    onTestFinished(() => void outgoing.destroy())
    outgoing.write('the beginning')
    const [incoming] = (await once(outgoing, 'response')) as [{ statusCode: number }]
    expect(incoming.statusCode).toBe(503)
  })

  it('ends a stream that is piped to the response', async () => {
    const ended = createGate()
    let outcome: unknown
    t.app.get('/', deadline(20, { onLate: false }), async (req, res) => {
      await once(req.signal, 'abort')
      const endless = new Readable({
        read() {
          this.push('more')
        },
      })
      outcome = await pipeline(endless, res).catch((error: Error) => error)
      ended.open()
    })
    expect((await t.request('/')).status).toBe(503)
    await ended.opened
    expect(outcome).toBeInstanceOf(Error)
  })

  it('works with problem details', async () => {
    t.app.use(deadline(20))
    t.app.get('/', () => {})
    t.app.use(problemDetails({ log: false }) as never)
    const answer = await t.request('/', { headers: { Accept: 'application/json' } })
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(answer.text)).toMatchObject({ status: 503, title: 'Service Unavailable' })
  })

  it('works over HTTP/2', async () => {
    const reports: LateReport[] = []
    const late = createGate()
    t.app.use(deadline(20, { onLate: (report) => reports.push(report) }))
    t.app.get('/', async (req, res) => {
      await once(req.signal, 'abort')
      res.status(201)
      res.end('late')
      late.open()
    })
    t.app.get('/whole', deadline(20, { whole: true }), (_req, res) => void res.write('begun'))
    tellErrors()
    const link = await startHttp2(t.app as never)
    const answer = await link.ask('/')
    await late.opened
    expect(answer.status).toBe(503)
    expect(answer.text).toContain('did not respond within 20 ms')
    expect(reports).toHaveLength(1)
    expect((await link.ask('/whole')).reset).toBe(2)
  })

  it('names the handler in development', async () => {
    t.app.set('env', 'development')
    t.app.use(deadline(20))
    t.app.get('/', function lookUp() {})
    tellErrors()
    await t.port()
    expect((await t.request('/')).text).toContain('(in the handler "lookUp")')
  })
})

it('refuses wrong arguments, and says what is right', () => {
  for (const ms of [0, -1, Number.NaN, '5', undefined]) {
    expect(() => deadline(ms as never)).toThrow(/deadline\(\) takes milliseconds above 0/)
  }
  expect(() => deadline(1, { status: 200 })).toThrow('status must be 4xx or 5xx, got 200')
  expect(() => deadline(1, { hole: true } as never)).toThrow('the option hole is unknown')
  expect(() => deadline(1, { onLate: 1 as never })).toThrow('onLate must be a function or false')
})
