import { context, createContextKey, SpanStatusCode, trace } from '@opentelemetry/api'
import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { exceptionsOf, Recorder } from './recorder.ts'

/** The layers that dialects put in front. */
const OWN = /query|expressInit/

describeDialects('the spans of layers', ['5.x', '4.x', '3.x'], (t) => {
  it('are children of the server span, with the names of the instrumentation of Express', async () => {
    const recorder = new Recorder()
    t.app.use(function first(_req, _res, next) {
      next()
    })
    t.app.get('/users/:id', function show(_req, res) {
      res.send('x')
    })
    await t.request('/users/7')
    const recorded = await recorder.spans()
    const names = recorded.below(recorded.server).filter((name) => !OWN.test(name))
    expect(names.filter((name) => !name.startsWith('router'))).toEqual([
      'middleware - first',
      'request handler - /users/:id',
    ])
    expect(recorded.named('middleware - first').attributes).toEqual({
      'express.name': 'first',
      'express.type': 'middleware',
    })
    expect(recorded.named('request handler - /users/:id').attributes).toEqual({
      'express.name': '/users/:id',
      'express.type': 'request_handler',
      'http.route': '/users/:id',
    })
  })

  it('are the parents of what handlers start', async () => {
    const recorder = new Recorder()
    const work = (name: string) => recorder.tracer.startSpan(name).end()
    t.app.use((_req, _res, next) => {
      work('in middleware')
      setImmediate(next)
    })
    t.app.get('/', async (_req, res) => {
      await new Promise((resolve) => setImmediate(resolve))
      work('in handler')
      res.send('x')
    })
    await t.request('/')
    const recorded = await recorder.spans()
    expect(recorded.below(recorded.named('middleware - <anonymous>'))).toEqual(['in middleware'])
    expect(recorded.below(recorded.named('request handler - /'))).toEqual(['in handler'])
  })

  it('record exceptions', async () => {
    const recorder = new Recorder()
    t.app.get('/', (_req, _res, next) => next(new TypeError('refused')))
    t.app.use(((error: Error, _req: unknown, res: { end(text: string): void }, _next: unknown) =>
      res.end(error.message)) as never)
    await t.request('/')
    const recorded = await recorder.spans()
    const handler = recorded.named('request handler - /')
    expect(handler.status).toEqual({ code: SpanStatusCode.ERROR, message: 'refused' })
    expect(exceptionsOf(handler)).toEqual(['refused'])
    expect(recorded.server.status.code).toBe(SpanStatusCode.UNSET)
  })
})

describeDialects('the spans of routers', ['5.x', '4.x'], (t) => {
  it('are named after the patterns of their mounts', async () => {
    const recorder = new Recorder()
    const inner = t.webapp.Router()
    inner.get('/:post', (_req, res) => void res.send('x'))
    const outer = t.webapp.Router()
    outer.use('/posts', inner)
    t.app.use('/users/:user', outer)
    await t.request('/users/7/posts/1')
    const recorded = await recorder.spans()
    expect(recorded.below(recorded.server).filter((name) => !OWN.test(name))).toEqual([
      'request handler - /users/:user/posts/:post',
      'router - /users/:user',
      'router - /users/:user/posts',
    ])
  })

  it('record an exception once', async () => {
    const recorder = new Recorder()
    t.app.set('env', 'test')
    const router = t.webapp.Router()
    router.get('/', () => {
      throw new Error('lost')
    })
    t.app.use('/inner', router)
    await t.request('/inner')
    const { all } = await recorder.spans()
    expect(all.flatMap((span) => exceptionsOf(span).map(() => span.name)).sort()).toEqual([
      'GET /inner',
      'request handler - /inner',
    ])
  })
})

describeDialects('the spans of a mounted application', ['5.x', '4.x'], (t) => {
  it('are inside of the span of the mount, and those behind it are not', async () => {
    const recorder = new Recorder()
    const inner = t.webapp()
    for (const name of ['first', 'second']) inner.use(pass(name))
    t.app.use('/inner', inner)
    t.app.use(pass('behind'))
    t.app.get('/inner', (_req, res) => void res.send('x'))
    await t.request('/inner')
    const recorded = await recorder.spans()
    const below = (name: string) =>
      recorded.below(name === '' ? recorded.server : recorded.named(`middleware - ${name}`))
    expect(below('').filter((name) => !OWN.test(name))).toEqual([
      'middleware - behind',
      'middleware - mounted_app',
      'request handler - /inner',
    ])
    expect(below('mounted_app').filter((name) => !OWN.test(name))).toEqual([
      'middleware - first',
      'middleware - second',
    ])
  })

  function pass(name: string) {
    const handle = (_req: unknown, _res: unknown, next: () => void) => next()
    return Object.defineProperty(handle, 'name', { value: name })
  }
})

describeDialects('the handlers of a route', ['5.x', '4.x'], (t) => {
  it('have one span, which has their errors', async () => {
    const recorder = new Recorder()
    t.app.set('env', 'test')
    t.app.get('/', handle, (_req, res) => void res.send('x'))
    t.app.get('/fails', handle, () => {
      throw new Error('lost')
    })
    function handle(_req: unknown, _res: unknown, next: () => void) {
      next()
    }
    await t.request('/')
    await t.request('/fails')
    const { all } = await recorder.spans(2)
    const routes = all.filter(({ name }) => name.startsWith('request handler'))
    expect(routes.map((span) => [span.name, exceptionsOf(span)])).toEqual([
      ['request handler - /', []],
      ['request handler - /fails', ['lost']],
    ])
  })
})

describeDialects('layers', ['5.x'], (t) => {
  it('keep what the program put into the context', async () => {
    const recorder = new Recorder()
    const key = createContextKey('user')
    t.app.use((_req, _res, next) => {
      context.with(context.active().setValue(key, 'ada'), next)
    })
    t.app.use(function second(_req, _res, next) {
      next()
    })
    t.app.get('/', (_req, res) => void res.send(String(context.active().getValue(key))))
    expect((await t.request('/')).text).toBe('ada')
    const recorded = await recorder.spans()
    expect(recorded.below(recorded.server)).toEqual([
      'middleware - <anonymous>',
      'middleware - second',
      'request handler - /',
    ])
  })

  it('are children of a span that the program keeps open around them', async () => {
    const recorder = new Recorder()
    t.app.use((_req, res, next) => {
      recorder.tracer.startActiveSpan('around', (span) => {
        res.on('close', () => span.end())
        next()
      })
    })
    t.app.get('/', (_req, res) => void res.send('x'))
    await t.request('/')
    const recorded = await recorder.spans()
    expect(recorded.below(recorded.named('around'))).toEqual(['request handler - /'])
  })

  it('end when the response does, before the span of the request', async () => {
    const recorder = new Recorder()
    t.app.get('/', function late(_req, res) {
      setImmediate(() => res.send('x'))
    })
    await t.request('/')
    expect((await recorder.spans()).names).toEqual(['request handler - /', 'GET /'])
  })

  it('leave errors in error handlers to the server span', async () => {
    const recorder = new Recorder()
    t.app.set('env', 'test')
    t.app.get('/', () => {
      throw new Error('first')
    })
    t.app.use(((_error: Error, _req: unknown, _res: unknown, _next: unknown) => {
      throw new Error('second')
    }) as never)
    t.app.use(((
      _error: Error,
      _req: unknown,
      res: { sendStatus(status: number): void },
      _next: unknown,
    ) => res.sendStatus(500)) as never)
    await t.request('/')
    const recorded = await recorder.spans()
    expect(exceptionsOf(recorded.named('request handler - /'))).toEqual(['first'])
    expect(exceptionsOf(recorded.server)).toEqual(['second'])
  })

  it('have no spans on request; the server span has their errors', async () => {
    const recorder = new Recorder({ layers: false })
    t.app.set('env', 'test')
    t.app.get('/handled', () => {
      throw new Error('handled')
    })
    t.app.get('/lost', () => {
      throw new Error('lost')
    })
    t.app.use(((
      error: Error,
      _req: unknown,
      res: { sendStatus(status: number): void },
      next: (error: Error) => void,
    ) => (error.message === 'lost' ? next(error) : res.sendStatus(500))) as never)
    await t.request('/handled')
    await t.request('/lost')
    const { names, all } = await recorder.spans(2)
    expect(names).toEqual(['GET /handled', 'GET /lost'])
    expect(all.map(exceptionsOf)).toEqual([['handled'], ['lost']])
  })

  it('of a router without an application are children of the active span', async () => {
    const recorder = new Recorder()
    const router = t.webapp.Router()
    router.get('/', (_req, res) => void res.end('x'))
    await t.requestFrom((req, res) => {
      const span = recorder.tracer.startSpan('own', { kind: 1 })
      res.on('close', () => span.end())
      context.with(trace.setSpan(context.active(), span), () =>
        (router as unknown as (...args: unknown[]) => void)(req, res, () => {}),
      )
    }, '/')
    const recorded = await recorder.spans()
    expect(recorded.below(recorded.named('own'))).toEqual(['request handler - /'])
  })
})
