import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished, vi } from 'vitest'
import { deadline, type LateReport } from '../../src/ops.ts'
import { createGate } from '../fixtures/gate.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

// They bring no types.
const load = createRequire(import.meta.url)
const compression = load('compression') as (options: object) => never
const session = load('express-session') as (options: object) => never
const onHeaders = load('on-headers') as (res: object, listener: () => void) => void

type AnyError = Error & { status: number }

/** What a program does with errors, in every dialect. */
function onError(
  handle: (error: AnyError, res: { statusCode: number; end(text: string): void }) => unknown,
): never {
  return ((error: AnyError, _req: never, res: never, _next: never) => handle(error, res)) as never
}

const tell = onError((error, res) => {
  res.statusCode = error.status
  res.end(`told ${error.name}`)
})

function silenceConsole() {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  return log
}

describeDialects('a late handler', ['5.x', '4.x', '3.x'], (t) => {
  it('leaves no header that describes its body', async () => {
    t.app.use(((_req: never, res: never, next: () => void) => {
      Object(res).setHeader('X-Kept', 'yes')
      next()
    }) as never)
    t.app.get('/', deadline(20), (_req, res) => {
      res.setHeader('Content-Length', 10_000)
      res.setHeader('Content-Encoding', 'gzip')
      res.setHeader('ETag', '"1"')
      res.statusMessage = 'Fine'
    })
    t.app.use(tell)
    const { status, headers, text, statusText } = await t.request('/')
    expect([status, text]).toEqual([503, 'told TimeoutError'])
    expect(statusText).toBe('Service Unavailable')
    expect(headers).toMatchObject({ 'content-length': '17', 'x-kept': 'yes' })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers).not.toHaveProperty('etag')
  })

  it('cannot start a second deadline', async () => {
    const errors: string[] = []
    const [late, responded] = [createGate(), createGate()]
    let goOn = () => {}
    t.app.use(deadline(20, { onLate: false }))
    t.app.use(((_req: never, _res: never, next: () => void) => {
      goOn = next
    }) as never)
    t.app.use(
      onError(async (error, res) => {
        errors.push(`first ${error.name}`)
        goOn()
        await late.opened
        res.end('first')
        responded.open()
      }),
    )
    t.app.get('/', deadline(10), (req) => {
      void req
      setTimeout(late.open, 40)
    })
    t.app.use(onError((error) => errors.push(`second ${error.name}`)))
    expect((await t.request('/')).text).toBe('first')
    await responded.opened
    expect(errors).toEqual(['first TimeoutError'])
  })

  it('passes the error of the deadline to no second error handler, and not to the console', async () => {
    const [errors, reports]: [string[], LateReport[]] = [[], []]
    const rejected = createGate()
    const log = silenceConsole()
    t.app.use(deadline(20, { onLate: (report) => reports.push(report) }))
    const late = (wrap: (reason: Error) => Error) =>
      (async (req: { signal: AbortSignal }, res: NodeJS.EventEmitter) => {
        await once(res, 'close')
        setImmediate(() => setImmediate(() => setImmediate(rejected.open)))
        throw wrap(req.signal.reason)
      }) as never
    t.app.get(
      '/same',
      late((reason) => reason),
    )
    t.app.get(
      '/cause',
      late((cause) => Object.assign(new Error('aborted', { cause }), { name: 'AbortError' })),
    )
    t.app.get(
      '/other',
      late(() => new Error('another one')),
    )
    t.app.use(tell)
    t.app.use(onError((error) => errors.push(error.message)))
    for (const path of ['/same', '/cause']) expect((await t.request(path)).status).toBe(503)
    await rejected.opened
    expect(errors).toEqual([])
    expect(reports).toEqual([])
    expect(log).not.toHaveBeenCalled()
    await t.request('/other')
    await expect.poll(() => errors).toEqual(['another one'])
  })

  it('calls back with an error, so that a loop of writes ends', async () => {
    const failed = createGate()
    let error: unknown
    t.app.get('/', deadline(20, { onLate: false }), async (req, res) => {
      await once(req.signal, 'abort')
      const write = promisify((text: string, done: (error: unknown) => void) => {
        res.write(text, done)
      })
      await write('late').catch((failure: unknown) => {
        error = failure
      })
      failed.open()
    })
    t.app.use(tell)
    expect((await t.request('/')).text).toBe('told TimeoutError')
    await failed.opened
    expect(error).toMatchObject({ code: 'ERR_STREAM_DESTROYED' })
  })

  it('cannot write with members that it took before', async () => {
    const [asked, wrote] = [createGate(), createGate()]
    t.app.get('/', deadline(20, { onLate: false }), (req, res) => {
      const { end, write } = res
      req.signal.addEventListener('abort', () => {
        setImmediate(() => {
          try {
            write.call(res, 'late' as never, 'utf8', () => {})
          } catch {}
          try {
            end.call(res, 'late' as never, 'utf8')
          } catch {}
          wrote.open()
        })
      })
    })
    t.app.use(
      onError(async (error, res) => {
        await wrote.opened
        res.statusCode = error.status
        res.end('told later')
        asked.open()
      }),
    )
    const text = await t.raw('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(text).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\n\r\ntold later$/)
  })

  it('and wrappers: compression, express-session and on-headers see the error page', async () => {
    const seen: number[] = []
    t.app.use(compression({ threshold: 0 }))
    t.app.use(session({ secret: 'x', resave: false, saveUninitialized: true }))
    t.app.use(((_req: never, res: never, next: () => void) => {
      onHeaders(res, () => {
        seen.push(Object(res).statusCode)
        Object(res).setHeader('X-Added', 'yes')
      })
      next()
    }) as never)
    t.app.use(deadline(20, { onLate: false }))
    const wrote = createGate()
    t.app.get('/', async (req, res) => {
      await once(req.signal, 'abort')
      setImmediate(() => {
        res.write('late')
        res.end('late')
        wrote.open()
      })
    })
    t.app.use(
      onError(async (error, res) => {
        await wrote.opened
        res.statusCode = error.status
        Object(res).setHeader('Content-Type', 'text/plain')
        res.end('told '.repeat(100))
      }),
    )
    const answer = await t.request('/', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(answer.status).toBe(503)
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', 'x-added': 'yes' })
    expect(answer.headers).toHaveProperty('set-cookie')
    expect(gunzipSync(answer.body).toString()).toBe('told '.repeat(100))
    expect(seen).toEqual([503])
  })

  it('may have replaced members of the prototypes', async () => {
    const ends: string[] = []
    const response = Object(t.app).response as { end(...args: unknown[]): unknown }
    const { end } = response
    response.end = function (...args) {
      ends.push(String(args[0]))
      return end.apply(this, args)
    }
    t.app.get('/', deadline(20, { onLate: false }), async (req, res) => {
      await once(req.signal, 'abort')
      res.end('late')
    })
    t.app.use(tell)
    expect((await t.request('/')).text).toBe('told TimeoutError')
    expect(ends).toEqual(['told TimeoutError'])
  })

  it('may be in an application of another dialect', async () => {
    type Routes = { get(path: string, handler: object): void; use(...args: unknown[]): void }
    const create = (dialect: keyof typeof factories) => factories[dialect]() as unknown as Routes
    const inner = create(t.dialect === '5.x' ? '4.x' : '5.x')
    const wrote = createGate()
    inner.get('/late', (req: { signal: AbortSignal }, res: { end(text: string): void }) => {
      req.signal.addEventListener('abort', () => {
        setImmediate(() => {
          res.end('late')
          wrote.open()
        })
      })
    })
    const innermost = create(t.dialect === '3.x' ? '4.x' : '3.x')
    innermost.get('/late', () => {})
    inner.use('/innermost', innermost)
    t.app.use(deadline(20, { onLate: false }))
    t.app.use('/inner', inner as never)
    t.app.use(
      onError((error, res) => {
        // The members of the dialect of this application.
        Object(res)
          .status(error.status)
          .json({ error: error.name, own: Object(res).app === t.app })
      }),
    )
    expect(JSON.parse((await t.request('/inner/late')).text)).toEqual({
      error: 'TimeoutError',
      own: true,
    })
    await wrote.opened
    expect((await t.request('/inner/innermost/late')).status).toBe(503)
  })

  it('gets a response if an error handler throws', async () => {
    silenceConsole()
    t.app.use(deadline(20))
    t.app.get('/', () => {})
    t.app.use(
      onError(() => {
        throw Object.assign(new Error('broken'), { status: 500 })
      }),
    )
    expect((await t.request('/')).status).toBe(500)
  })

  it('has no control characters of its client in the report', async () => {
    const reports: LateReport[] = []
    const reported = createGate()
    if (t.dialect === '3.x') return // It has no patterns in mount paths.
    const router = Object(t.webapp).Router()
    router.get('/x', async (req: { signal: AbortSignal }, res: { end(): void }) => {
      await once(req.signal, 'abort')
      res.end()
    })
    t.app.use(
      deadline(20, {
        onLate: (report) => {
          reports.push(report)
          reported.open()
        },
      }),
    )
    t.app.use('/:name', router)
    t.app.use(tell)
    await t.app.inject('/a\u0085b/x')
    await reported.opened
    expect(reports[0]?.message).not.toMatch(/\p{Cc}/u)
  })

  it('and its error page cause no warning of HTTP/2', async () => {
    const warnings: string[] = []
    const note = (warning: Error) => void warnings.push(warning.message)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    t.app.get('/', deadline(20, { onLate: false }), async (req, res) => {
      await once(req.signal, 'abort')
      res.statusMessage = 'Fine'
    })
    t.app.use(tell)
    const link = await startHttp2(t.app as never)
    expect((await link.ask('/')).text).toBe('told TimeoutError')
    expect(warnings).toEqual([])
  })

  it('works with fake timers', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    t.app.get('/', deadline(20), () => {})
    t.app.use(tell)
    expect((await t.request('/')).text).toBe('told TimeoutError')
  })
})

it('works for a plain server', async () => {
  const middleware = deadline(20)
  const server = createServer((req, res) => {
    middleware(req, res, (error) => {
      if (error === undefined) return
      res.statusCode = Object(error).status
      res.end(String(error))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const response = await fetch(`http://127.0.0.1:${Object(server.address()).port}/a?b`)
  expect(response.status).toBe(503)
  expect(await response.text()).toBe('TimeoutError: GET /a did not respond within 20 ms')
})
