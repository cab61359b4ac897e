import { describe, expect, it } from 'vitest'
import type { ErrorRequestHandler, Express, RequestHandler } from '../../src/types/v5/public.ts'
import { createFolder } from '../fixtures/folder.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import type { Answer } from '../support/exchange.ts'
import { startHttp2 } from '../support/http2.ts'

const SETTING = 'method not allowed'

const respond: RequestHandler = (req, res) => {
  res.end(`${req.method} ${req.originalUrl}`)
}
const pass: RequestHandler = (_req, _res, next) => next()
const notFound: RequestHandler = (_req, res) => {
  res.status(404).end('my 404')
}

/** The methods of the header `Allow`, in order, in the notation of 5.x. */
function allowed({ headers }: { headers: Answer['headers'] }): string | undefined {
  return headers.allow?.split(/, ?/).sort().join(', ')
}

/** Status and methods. */
function summary(answer: Answer): unknown[] {
  return [answer.status, allowed(answer)]
}

describeDialects("the setting 'method not allowed' of app.set", ['5.x', '4.x', '3.x'], (t) => {
  /** The application with the types of 5.x. */
  function start(): Express {
    const app = t.app as unknown as Express
    app.enable(SETTING)
    app.set('env', 'test')
    return app
  }

  it('is off by default', async () => {
    const app = t.app as unknown as Express
    app.get('/x', respond)
    const answer = await t.request('/x', { method: 'DELETE' })
    expect(summary(answer)).toEqual([404, undefined])
    expect(answer.text).toContain('Cannot DELETE /x')
  })

  it('leaves the request to functions of what is mounted at a path', async () => {
    const app = start()
    app.get('/graphql', respond)
    app.get('/all', respond)
    app.get('/other', respond)
    app.use(pass)
    const mounted = t.webapp() as unknown as Express
    mounted.use((_req, res) => void res.end('mounted function'))
    app.use('/graphql', mounted)
    const withAll = t.webapp() as unknown as Express
    withAll.all(t.dialect === '5.x' ? '/{*path}' : '*', (_req, res) => void res.end('for all'))
    app.use('/all', withAll)
    expect((await t.request('/graphql', { method: 'POST' })).text).toBe('mounted function')
    expect((await t.request('/all', { method: 'POST' })).text).toBe('for all')
    expect(summary(await t.request('/other', { method: 'POST' }))).toEqual([405, 'GET, HEAD'])
  })

  it('responds 405 after functions that pass on, in what is mounted at a path', async () => {
    const app = start()
    app.get('/x', respond)
    const mounted = t.webapp() as unknown as Express
    mounted.use(pass)
    app.use('/x', mounted)
    app.use(notFound)
    expect(summary(await t.request('/x', { method: 'POST' }))).toEqual([405, 'GET, HEAD'])
  })

  it('responds 405 with the methods of all routes for the path', async () => {
    const app = start()
    app.get('/x', respond)
    app.post('/x', respond)
    app.put('/y', respond)
    app.get('/users/:id', respond)
    const answer = await t.request('/x', { method: 'DELETE' })
    expect(summary(answer)).toEqual([405, 'GET, HEAD, POST'])
    expect(answer.text).toContain('Method Not Allowed')
    expect(summary(await t.request('/users/7', { method: 'PUT' }))).toEqual([405, 'GET, HEAD'])
    expect(summary(await t.request('/z', { method: 'DELETE' }))).toEqual([404, undefined])
    for (const method of ['GET', 'POST']) {
      expect((await t.request('/x', { method })).text).toBe(`${method} /x`)
    }
  })

  it('agrees with the response to OPTIONS', async () => {
    const app = start()
    app.get('/x', respond)
    app.post('/x', respond)
    const options = await t.request('/x', { method: 'OPTIONS' })
    const refused = await t.request('/x', { method: 'DELETE' })
    expect(options.status).toBe(200)
    expect(options.headers.allow).toBe(refused.headers.allow)
    expect(options.text).toBe(refused.headers.allow)
  })

  it('counts HEAD as GET', async () => {
    const app = start()
    app.get('/page', respond)
    app.post('/form', respond)
    expect((await t.request('/page', { method: 'HEAD' })).status).toBe(200)
    const answer = await t.request('/form', { method: 'HEAD' })
    expect(summary(answer)).toEqual([405, 'POST'])
    expect(answer.text).toBe('')
  })

  it('passes an error to the error handlers behind the routes, and keeps the header', async () => {
    const app = start()
    const seen: unknown[] = []
    app.get('/x', respond)
    const onError: ErrorRequestHandler = (error, _req, res, _next) => {
      seen.push([error.status, error.message, error.headers, error.expose])
      res.status(error.status).end('mine')
    }
    app.use(onError)
    const answer = await t.request('/x', { method: 'PATCH' })
    expect(summary(answer)).toEqual([405, 'GET, HEAD'])
    expect(answer.text).toBe('mine')
    expect(seen).toEqual([[405, 'Method Not Allowed', { Allow: answer.headers.allow }, true]])
  })

  it('responds 404 once if an error handler goes on', async () => {
    const app = start()
    let runs = 0
    app.get('/x', respond)
    const onError: ErrorRequestHandler = (_error, _req, _res, next) => next(void runs++)
    app.use(onError)
    expect((await t.request('/x', { method: 'PATCH' })).status).toBe(404)
    expect(runs).toBe(1)
  })

  it('comes before a 404 page of the program, which gets all other paths', async () => {
    const app = start()
    app.get('/x', respond)
    app.use(notFound)
    expect(summary(await t.request('/x', { method: 'DELETE' }))).toEqual([405, 'GET, HEAD'])
    expect(summary(await t.request('/x', { method: 'OPTIONS' }))).toEqual([200, 'GET, HEAD'])
    expect((await t.request('/y')).text).toBe('my 404')
  })

  it('runs middleware between routes if a later route has the method', async () => {
    const app = start()
    const seen: string[] = []
    app.get('/x', respond)
    app.use((req, _res, next) => {
      seen.push(req.method)
      next()
    })
    app.post('/x', respond)
    expect((await t.request('/x', { method: 'POST' })).text).toBe('POST /x')
    expect(summary(await t.request('/x', { method: 'PUT' }))).toEqual([405, 'GET, HEAD, POST'])
    // In 3.x, the first route puts all routes before the middleware.
    expect(seen).toEqual(t.dialect === '3.x' ? [] : ['POST'])
  })

  it('responds 404 if a handler for the method has passed the request on', async () => {
    const app = start()
    app.get('/x', pass)
    app.post('/x', respond)
    expect(summary(await t.request('/x'))).toEqual([404, undefined])
  })

  it('responds to OPTIONS after a handler for it that passes on, as without the setting', async () => {
    const app = start()
    app.options('/x', pass)
    app.get('/x', respond)
    app.use('/x', pass)
    const [status, methods = ''] = summary(await t.request('/x', { method: 'OPTIONS' })) as string[]
    expect([status, methods]).toEqual([200, expect.stringContaining('GET, HEAD')])
    app.disable(SETTING)
    expect((await t.request('/x', { method: 'OPTIONS' })).status).toBe(200)
  })

  it('lets the other handlers of a route respond after a router among them', async () => {
    const app = start()
    const sub = t.webapp() as unknown as Express
    sub.enable(SETTING)
    sub.get('/x', respond)
    app.all(
      '/x',
      sub as never,
      ((req, res, next) => (req.method === 'PUT' ? res.end('behind') : next())) as RequestHandler,
    )
    expect((await t.request('/x')).text).toBe('GET /x')
    expect((await t.request('/x', { method: 'PUT' })).text).toBe('behind')
    expect(summary(await t.request('/x', { method: 'POST' }))).toEqual([405, 'GET, HEAD'])
    expect(summary(await t.request('/x', { method: 'OPTIONS' }))).toEqual([200, 'GET, HEAD'])
  })

  it('leaves handlers for every method out of account', async () => {
    const app = start()
    app.all('/x', pass)
    app.get('/x', respond)
    app.all('/y', respond)
    expect(summary(await t.request('/x', { method: 'PUT' }))).toEqual([405, 'GET, HEAD'])
    expect((await t.request('/y', { method: 'PUT' })).text).toBe('PUT /y')
  })

  it('lets a later handler for every method of the path respond', async () => {
    const app = start()
    app.get('/x', respond)
    app.all('/x', (_req, res) => res.end('all'))
    app.all(t.dialect === '5.x' ? '/{*path}' : '*', notFound)
    app.get('/only', respond)
    expect((await t.request('/x', { method: 'PUT' })).text).toBe('all')
    expect((await t.request('/z', { method: 'PUT' })).text).toBe('my 404')
  })

  it('comes before a route of all methods and all paths', async () => {
    const app = start()
    app.get('/x', respond)
    app.use(pass)
    app.all(t.dialect === '5.x' ? '/{*path}' : '*', notFound)
    if (t.dialect === '3.x') {
      // The routes of 3.x belong to one router, which runs them before it ends.
      expect((await t.request('/x', { method: 'PUT' })).text).toBe('my 404')
    } else expect(summary(await t.request('/x', { method: 'PUT' }))).toEqual([405, 'GET, HEAD'])
  })

  it('lets functions and file servers at the path respond', async () => {
    const app = start()
    app.post('/login.html', respond)
    app.post('/api', respond)
    app.use('/api', (req, res, next) => (req.method === 'PUT' ? res.end('put') : next()))
    app.use(t.webapp.static(createFolder({ 'login.html': 'page' })) as RequestHandler)
    app.use(notFound)
    expect((await t.request('/login.html')).text).toBe('page')
    expect(summary(await t.request('/login.html', { method: 'PUT' }))).toEqual([405, 'POST'])
    expect((await t.request('/api', { method: 'PUT' })).text).toBe('put')
    expect(summary(await t.request('/api', { method: 'DELETE' }))).toEqual([405, 'POST'])
    // The file server has passed it on.
    expect(summary(await t.request('/api'))).toEqual([405, 'POST'])
  })

  it('responds to no request whose response has begun', async () => {
    const app = start()
    app.use((_req, res, next) => {
      res.end('early')
      next()
    })
    app.get('/x', respond)
    expect((await t.request('/x', { method: 'PUT' })).text).toBe('early')
  })

  it('compares with the path that middleware has written', async () => {
    const app = start()
    app.use((req, _res, next) => {
      req.url = req.url.replace('/old', '/new')
      next()
    })
    app.get('/new', respond)
    app.post('/old', respond)
    expect(summary(await t.request('/old', { method: 'POST' }))).toEqual([405, 'GET, HEAD'])
  })

  it('refuses a parameter that cannot be decoded as before', async () => {
    const app = start()
    app.get('/:id', respond)
    app.use(notFound)
    const { status } = await t.request('/%zz', { method: 'PUT' })
    // In 3.x, a request is compared with the routes for its method alone.
    expect(status).toBe(t.dialect === '3.x' ? 404 : 400)
  })

  it('responds the same by HTTP/2', async () => {
    const app = start()
    app.get('/x', respond)
    const link = await startHttp2(app)
    const answer = await link.ask('/x', { method: 'PUT' })
    expect([answer.status, allowed(answer as never)]).toEqual([405, 'GET, HEAD'])
    expect(answer.text).toContain('Method Not Allowed')
    const options = await link.ask('/x', { method: 'OPTIONS' })
    expect([options.status, allowed(options as never)]).toEqual([200, 'GET, HEAD'])
  })

  describe.each(['5.x', '4.x', '3.x'] as const)('in an application with one of %s', (dialect) => {
    it('collects the methods of both', async () => {
      const app = start()
      const sub = factories[dialect]() as unknown as Express
      sub.post('/x', respond)
      sub.put('/only', respond)
      app.get('/sub/x', respond)
      app.use('/sub', sub)
      app.delete('/sub/only', respond)
      expect(summary(await t.request('/sub/x', { method: 'PATCH' }))).toEqual([
        405,
        'GET, HEAD, POST',
      ])
      expect((await t.request('/sub/x', { method: 'POST' })).text).toBe('POST /sub/x')
      expect(summary(await t.request('/sub/only'))).toEqual([405, 'DELETE, PUT'])
      expect((await t.request('/sub/only', { method: 'DELETE' })).text).toBe('DELETE /sub/only')
      expect(summary(await t.request('/sub/none'))).toEqual([404, undefined])
    })
  })

  it('is inherited by mounted applications, which may set it themselves', async () => {
    const app = t.app as unknown as Express
    const [on, off] = [t.webapp() as unknown as Express, t.webapp() as unknown as Express]
    app.enable(SETTING)
    app.set('env', 'test')
    app.use('/on', on)
    app.use('/off', off)
    off.disable(SETTING)
    on.get('/x', respond)
    off.get('/x', respond)
    expect(summary(await t.request('/on/x', { method: 'PUT' }))).toEqual([405, 'GET, HEAD'])
    expect(summary(await t.request('/off/x', { method: 'PUT' }))).toEqual([404, undefined])
    app.disable(SETTING)
    expect((await t.request('/on/x', { method: 'PUT' })).status).toBe(404)
  })
})

describeDialects('Router({ methodNotAllowed })', ['5.x', '4.x'], (t) => {
  it('responds 405 after functions of the application that pass on', async () => {
    const router = t.webapp.Router({ methodNotAllowed: true })
    const seen: number[] = []
    router.get('/', respond)
    t.app.set('env', 'test')
    t.app.use('/x', router)
    t.app.use('/x', pass)
    t.app.use('/x', (req, res, next) => (req.method === 'PATCH' ? res.end('mine') : next()))
    t.app.use(((error, _req, _res, next) => {
      seen.push(error.status)
      next(error)
    }) as ErrorRequestHandler as never)
    t.app.get('/own', respond)
    expect((await t.request('/x', { method: 'PATCH' })).text).toBe('mine')
    expect(summary(await t.request('/x', { method: 'PUT' }))).toEqual([405, 'GET, HEAD'])
    expect(summary(await t.request('/x', { method: 'OPTIONS' }))).toEqual([200, 'GET, HEAD'])
    expect(seen).toEqual([405])
    // The paths of the application stay as they were.
    expect(summary(await t.request('/own', { method: 'PUT' }))).toEqual([404, undefined])
  })

  it('responds 405 after functions around several routers', async () => {
    const [outer, inner] = [t.webapp.Router(), t.webapp.Router({ methodNotAllowed: true })]
    inner.get('/', respond)
    outer.use('/in', inner)
    outer.use('/in', pass)
    t.app.set('env', 'test')
    t.app.use('/x', outer)
    t.app.use('/x', pass)
    expect(summary(await t.request('/x/in', { method: 'PUT' }))).toEqual([405, 'GET, HEAD'])
    expect(summary(await t.request('/x/in', { method: 'OPTIONS' }))).toEqual([200, 'GET, HEAD'])
  })

  it('leaves the request to a function whose path has a parameter with a pattern', async () => {
    t.app.enable(SETTING)
    t.app.set('env', 'test')
    t.app.param('area', /^admin$/)
    t.app.get('/admin', respond)
    t.app.get('/other', respond)
    t.app.use('/:area', (_req, res) => void res.end('area'))
    expect((await t.request('/admin', { method: 'PUT' })).text).toBe('area')
    expect(summary(await t.request('/other', { method: 'PUT' }))).toEqual([405, 'GET, HEAD'])
  })

  it('does not count what is mounted at an expression that ends within a segment', async () => {
    const router = t.webapp.Router()
    router.put('/yz', respond)
    t.app.enable(SETTING)
    t.app.set('env', 'test')
    t.app.use(/^\/x/, router)
    t.app.get('/xyz', respond)
    expect(summary(await t.request('/xyz', { method: 'PUT' }))).toEqual([405, 'GET, HEAD'])
  })

  it('responds once if an error handler of the router goes on', async () => {
    const router = t.webapp.Router({ methodNotAllowed: true })
    let runs = 0
    t.app.enable(SETTING)
    router.get('/x', respond)
    router.use(((_error, _req, _res, next) => next(void runs++)) as ErrorRequestHandler as never)
    t.app.use(router)
    t.app.use(pass)
    t.app.use(((_error, _req, _res, next) => next(void runs++)) as ErrorRequestHandler as never)
    expect((await t.request('/x', { method: 'PUT' })).status).toBe(404)
    expect(runs).toBe(1)
  })

  it("responds after next('router'), which skips what follows", async () => {
    const router = t.webapp.Router({ methodNotAllowed: true })
    router.get('/x', respond)
    router.use('/x', (_req, _res, next) => next('router'))
    router.use('/x', (_req, res) => void res.end('skipped'))
    t.app.set('env', 'test')
    t.app.use(router)
    expect(summary(await t.request('/x', { method: 'PUT' }))).toEqual([405, 'GET, HEAD'])
    expect(summary(await t.request('/x', { method: 'OPTIONS' }))).toEqual([200, 'GET, HEAD'])
  })

  it('responds 405 for its own paths alone', async () => {
    const router = t.webapp.Router({ methodNotAllowed: true })
    router.get('/in', respond)
    t.app.set('env', 'test')
    t.app.get('/out', respond)
    t.app.use(router)
    t.app.use(notFound)
    expect(summary(await t.request('/in', { method: 'PUT' }))).toEqual([405, 'GET, HEAD'])
    expect(summary(await t.request('/in', { method: 'OPTIONS' }))).toEqual([200, 'GET, HEAD'])
    expect((await t.request('/out', { method: 'PUT' })).text).toBe('my 404')
    expect((await t.request('/none', { method: 'PUT' })).text).toBe('my 404')
  })

  it('collects the methods of two routers with the same path, and runs both', async () => {
    const [first, second] = [t.webapp.Router({ methodNotAllowed: true }), t.webapp.Router()]
    first.get('/', respond)
    second.post('/', respond)
    t.app.set('env', 'test')
    t.app.use('/x', first)
    t.app.use('/x', second)
    t.app.use(notFound)
    expect((await t.request('/x', { method: 'POST' })).text).toBe('POST /x')
    expect(summary(await t.request('/x', { method: 'PUT' }))).toEqual([405, 'GET, HEAD, POST'])
    expect(summary(await t.request('/x', { method: 'OPTIONS' }))).toEqual([200, 'GET, HEAD, POST'])
  })

  it('runs the error handlers of the router, then those of the application', async () => {
    const router = t.webapp.Router({ methodNotAllowed: true })
    const seen: string[] = []
    const note =
      (name: string): ErrorRequestHandler =>
      (error, _req, _res, next) => {
        seen.push(`${name} ${error.status}`)
        next(error)
      }
    t.app.set('env', 'test')
    t.app.use(note('before') as never)
    router.use(note('early') as never)
    router.route('/x').all(pass).get(respond)
    router.use(note('late') as never)
    router.use(pass)
    t.app.use(router)
    t.app.use(note('outer') as never)
    expect(summary(await t.request('/x', { method: 'PUT' }))).toEqual([405, 'GET, HEAD'])
    expect(seen).toEqual(['late 405', 'outer 405'])
    expect(summary(await t.request('/x', { method: 'OPTIONS' }))).toEqual([200, 'GET, HEAD'])
  })

  it('is off in an application that has it on, if it is false', async () => {
    const router = t.webapp.Router({ methodNotAllowed: false })
    router.get('/x', respond)
    t.app.enable(SETTING)
    t.app.use(router)
    expect(summary(await t.request('/x', { method: 'PUT' }))).toEqual([404, undefined])
  })

  it('goes through routers in routers, with parameters', async () => {
    const [outer, inner] = [t.webapp.Router(), t.webapp.Router({ mergeParams: true })]
    inner.get('/posts/:post', (req, res) => {
      res.json(req.params)
    })
    inner.delete('/posts/:post', respond)
    outer.use('/users/:user', inner)
    t.app.enable(SETTING)
    t.app.set('env', 'test')
    t.app.use('/api', outer)
    t.app.use(notFound)
    expect((await t.request('/api/users/1/posts/2')).json()).toEqual({ user: '1', post: '2' })
    expect(summary(await t.request('/api/users/1/posts/2', { method: 'PUT' }))).toEqual([
      405,
      'DELETE, GET, HEAD',
    ])
  })

  it('finds the methods among many routes', async () => {
    const router = t.webapp.Router({ methodNotAllowed: true })
    for (let number = 0; number < 50; number++) router.get(`/p${number}`, respond)
    router.post('/p40', respond)
    t.app.set('env', 'test')
    t.app.use('/many', router)
    expect(summary(await t.request('/many/p40', { method: 'PUT' }))).toEqual([
      405,
      'GET, HEAD, POST',
    ])
  })

  it('works with a router that is mounted in itself', async () => {
    const router = t.webapp.Router({ methodNotAllowed: true })
    router.get('/x', respond)
    router.use('/in', router)
    t.app.set('env', 'test')
    t.app.use(router)
    expect(summary(await t.request('/in/in/x', { method: 'PUT' }))).toEqual([405, 'GET, HEAD'])
  })
})

describeDialects('new Router({ methodNotAllowed }) of 3.x', ['3.x'], (t) => {
  it('responds 405 for its own paths', async () => {
    const router = new t.webapp.Router({ methodNotAllowed: true })
    router.get('/in', respond as never)
    t.app.set('env', 'test')
    t.app.use(router.middleware)
    t.app.get('/out', respond as never)
    expect(summary(await t.request('/in', { method: 'PUT' }))).toEqual([405, 'GET, HEAD'])
    expect((await t.request('/out', { method: 'PUT' })).status).toBe(404)
  })

  it('responds 405 after functions of the application that pass on', async () => {
    const router = new t.webapp.Router({ methodNotAllowed: true })
    router.get('/', respond as never)
    t.app.set('env', 'test')
    t.app.use('/x', router.middleware)
    t.app.use('/x', pass as never)
    expect(summary(await t.request('/x', { method: 'PUT' }))).toEqual([405, 'GET, HEAD'])
    expect(summary(await t.request('/x', { method: 'OPTIONS' }))).toEqual([200, 'GET, HEAD'])
  })
})
