import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('app.use(path, ...handlers)', ['5.x', '4.x'], (t) => {
  it('gives the application back', () => {
    expect(t.app.use(() => {})).toBe(t.app)
  })

  it('runs for every path and method when no path is given', async () => {
    t.app.use((req, res) => res.send(`${req.method} ${req.url}`))
    expect((await t.request('/any/where', { method: 'PATCH' })).text).toBe('PATCH /any/where')
  })

  it('runs in the order of registration, among routes', async () => {
    const order: string[] = []
    t.app.use((_req, _res, next) => next(void order.push('first')))
    t.app.get('/', (_req, _res, next) => next(void order.push('route')))
    t.app.use((_req, res) => {
      order.push('last')
      res.end()
    })
    await t.request('/')
    expect(order).toEqual(['first', 'route', 'last'])
  })

  it.each([
    ['/apple', ['/apple', '/apple/', '/apple/x/y', '/APPLE', '/apple?x'], ['/apples', '/app', '/']],
    ['/apple/', ['/apple', '/apple/', '/apple/x'], ['/apples']],
    ['/:name/x', ['/a/x', '/b/x/y'], ['/a', '/a/y']],
    [/^\/ab?c/, ['/ac', '/abc', '/abc/d'], ['/abbc', '/x/ac']],
    [['/a', /^\/b/, '/:c/d'], ['/a', '/b', '/x/d/e'], ['/c']],
    [['/a', ['/b', ['/c']]], ['/a', '/b', '/c/x'], ['/d']],
    ['', ['/', '/a'], []],
    ['/', ['/', '/a'], []],
  ])('on %j', async (path, hits, misses) => {
    t.app.use(path as string, (_req, res) => res.send('hit'))
    for (const target of hits)
      expect([target, (await t.request(target)).text]).toEqual([target, 'hit'])
    for (const target of misses) {
      expect([target, (await t.request(target)).status]).toEqual([target, 404])
    }
  })

  it('does not run a RegExp mount that ends within a segment', async () => {
    t.app.use(/^\/ab/, (_req, res) => res.send('hit'))
    expect((await t.request('/ab/c')).text).toBe('hit')
    expect((await t.request('/abc')).status).toBe(404)
  })

  it('takes handlers in lists of any depth, in order', async () => {
    const order: number[] = []
    const step = (n: number) => (_req: unknown, _res: unknown, next: () => void) => {
      order.push(n)
      next()
    }
    t.app.use([step(1), [step(2), [step(3)]]], step(4), [step(5)])
    t.app.use('/', [[step(6)]], step(7))
    await t.request('/')
    expect(order).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('takes routers', async () => {
    const router = t.webapp.Router()
    router.get('/x', (_req, res) => res.send('router'))
    t.app.use('/r', router)
    expect((await t.request('/r/x')).text).toBe('router')
  })

  describe('refuses', () => {
    it.each([
      ['nothing', [], 'app.use() requires a middleware function'],
      ['a path alone', ['/'], 'app.use() requires a middleware function'],
      ['an empty list', ['/', []], 'app.use() requires a middleware function'],
    ])('%s', (_what, args, message) => {
      const use = t.app.use as (...args: unknown[]) => unknown
      expect(() => use.apply(t.app, args)).toThrow(new TypeError(message))
    })

    it.each([
      ['a string', ['/', 'foo'], 'string'],
      ['a number', ['/', 5], 'number'],
      ['null', ['/', null], 'Null'],
      ['a date', ['/', new Date(0)], 'Date'],
      ['something among functions', ['/', () => {}, undefined], 'undefined'],
    ])('%s', (_what, args, kind) => {
      const use = t.app.use as (...args: unknown[]) => unknown
      const message = {
        '5.x': 'argument handler must be a function',
        '4.x': `Router.use() requires a middleware function but got a ${kind}`,
      }
      expect(() => use.apply(t.app, args)).toThrow(new TypeError(message[t.dialect]))
    })
  })

  it('answers through a handler that was added while the server runs', async () => {
    await t.request('/')
    t.app.use((_req, res) => res.send('late'))
    expect((await t.request('/')).text).toBe('late')
  })

  it('calls error handlers with an error only', async () => {
    t.app.use((_err: unknown, _req: unknown, res: { send(text: string): void }, _next: unknown) => {
      res.send('error handler')
    })
    t.app.use((_req, res) => res.send('ok'))
    expect((await t.request('/')).text).toBe('ok')
  })
})

describeDialects('app.use(path, ...handlers) with patterns of 5.x', ['5.x'], (t) => {
  it.each([
    ['/a{/b}', ['/a', '/a/b', '/a/c', '/a/b/c'], ['/ab']],
    ['/*rest', ['/a', '/a/b'], ['/']],
    ['/apple', ['/apple/x'], ['/apple.json']],
  ])('on %j', async (path, hits, misses) => {
    t.app.use(path, (_req, res) => res.send('hit'))
    for (const target of hits) expect((await t.request(target)).text).toBe('hit')
    for (const target of misses) expect((await t.request(target)).status).toBe(404)
  })
})

describeDialects('app.use(path, ...handlers) with patterns of 4.x', ['4.x'], (t) => {
  it.each([
    ['/ab?c', ['/ac', '/abc', '/abc/d'], ['/abbc']],
    ['/ab+c', ['/abc', '/abbc/d'], ['/ac']],
    ['/a(bc)?d', ['/ad', '/abcd/e'], ['/abd']],
    ['/:name?/x', ['/a/x', '/x', '/x/y'], ['/a/y']],
    ['/user/:id(\\d+)', ['/user/7', '/user/7/x'], ['/user/x', '/user/7x']],
    ['/a/*', ['/a/', '/a/b', '/a/b/c'], ['/a', '/b']],
    ['*', ['/', '/a/b'], []],
  ])('on %j', async (path, hits, misses) => {
    t.app.use(path as string, (_req, res) => res.send('hit'))
    for (const target of hits)
      expect([target, (await t.request(target)).text]).toEqual([target, 'hit'])
    for (const target of misses) {
      expect([target, (await t.request(target)).status]).toEqual([target, 404])
    }
  })

  it('lets a mount end before a dot', async () => {
    t.app.use('/docs', (req, res) => res.json([req.baseUrl, req.url, req.path]))
    t.app.use(/^\/re/, (req, res) => res.json([req.baseUrl, req.url, req.path]))
    expect((await t.request('/docs/a')).json()).toEqual(['/docs', '/a', '/a'])
    expect((await t.request('/docs.json')).status).toBe(404)
    expect((await t.request('/re.json?x')).json()).toEqual(['/re', '/.json?x', '/.json'])
    expect((await t.request('/rex')).status).toBe(404)
  })
})
