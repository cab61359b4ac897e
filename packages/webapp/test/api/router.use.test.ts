import { describe, expect, it } from 'vitest'
import { framesOnStack, SMALL_STACK } from '../fixtures/frames.ts'
import { describeDialects } from '../support/dialects.ts'

describeDialects('router.use(path, ...handlers)', ['5.x', '4.x'], (t) => {
  it('gives the router back', () => {
    const router = t.webapp.Router()
    expect(router.use(() => {})).toBe(router)
  })

  it.each([
    ['nothing', [], 'is required', ''],
    ['a path alone', ['/'], 'is required', ''],
    ['a number', ['/', 5], 'must be a function', ' but got a number'],
    ['a string among functions', [() => {}, '/'], 'must be a function', ' but got a string'],
  ])('refuses %s', (_what, args, wanted, got) => {
    const router = t.webapp.Router()
    const use = router.use as (...args: unknown[]) => unknown
    const message = {
      '5.x': `argument handler ${wanted}`,
      '4.x': `Router.use() requires a middleware function${got}`,
    }
    expect(() => use.apply(router, args)).toThrow(new TypeError(message[t.dialect]))
  })

  it('strips the mount path for middleware, and runs in order', async () => {
    const router = t.webapp.Router()
    const seen: string[] = []
    router.use((req, _res, next) => next(void seen.push(`1 ${req.url}`)))
    router.use('/b', (req, _res, next) => next(void seen.push(`2 ${req.url}`)))
    router.get('/b/c', (req, res) => {
      seen.push(`3 ${req.url}`)
      res.end()
    })
    t.app.use('/a', router)
    await t.request('/a/b/c')
    expect(seen).toEqual(['1 /b/c', '2 /c', '3 /b/c'])
  })

  it('lets two routers on one path share what middleware did', async () => {
    const [first, second] = [t.webapp.Router(), t.webapp.Router()]
    first.use((_req, res, next) => next(void res.set('X-First', '1')))
    second.get('/x', (_req, res) => res.end())
    t.app.use('/r', first, second)
    expect((await t.request('/r/x')).headers['x-first']).toBe('1')
  })

  it('mounts one router in several places', async () => {
    const router = t.webapp.Router()
    router.get('/', (req, res) => res.send(req.baseUrl))
    t.app.use('/a', router)
    t.app.use('/b/c', router)
    expect((await t.request('/a')).text).toBe('/a')
    expect((await t.request('/b/c')).text).toBe('/b/c')
  })

  describe('nested routers', () => {
    it('restore URL, base and parameters on the way out', async () => {
      const [outer, inner] = [t.webapp.Router(), t.webapp.Router()]
      inner.get('/:c', (_req, _res, next) => next())
      outer.use('/:b', inner)
      outer.use((req, _res, next) => {
        Object.assign(req, { between: [req.url, req.baseUrl, { ...req.params }] })
        next()
      })
      t.app.use('/:a', outer, (req, res) => {
        const { between } = req as unknown as { between: unknown }
        res.json([between, [req.url, req.baseUrl, req.params]])
      })
      expect((await t.request('/1/2/3')).json()).toEqual([
        ['/2/3', '/1', {}],
        ['/2/3', '/1', { a: '1' }],
      ])
    })

    it('hand errors outwards, past what is no error handler', async () => {
      const [outer, inner] = [t.webapp.Router(), t.webapp.Router()]
      inner.get('/', () => {
        throw new Error('deep')
      })
      inner.use((_req, res) => res.send('never'))
      outer.use('/b', inner)
      outer.use((err: Error, _req: unknown, _res: unknown, next: (error: Error) => void) => {
        err.message += ' seen'
        next(err)
      })
      t.app.use('/a', outer)
      t.app.use((err: Error, req: { url: string }, res: { send(x: string): void }, _n: unknown) => {
        res.send(`${err.message} ${req.url}`)
      })
      expect((await t.request('/a/b')).text).toBe('deep seen /a/b')
    })

    it('answer at a depth of 3000 routers, on a call stack that stays small', async () => {
      let frames = 0
      let router = t.webapp.Router()
      router.get('/', (_req, _res, next) => {
        frames = framesOnStack()
        next()
      })
      for (let depth = 0; depth < 3000; depth++) {
        const outer = t.webapp.Router()
        outer.use(router)
        router = outer
      }
      t.app.use(router)
      t.app.use((_req, res) => res.send('through'))
      expect((await t.request('/')).text).toBe('through')
      expect(frames).toBeLessThan(SMALL_STACK)
    })

    it('merge parameters through 1000 levels', async () => {
      let router = t.webapp.Router({ mergeParams: true })
      router.get('/', (req, res) => res.json(Object.keys(req.params).length))
      for (let depth = 0; depth < 1000; depth++) {
        const outer = t.webapp.Router({ mergeParams: true })
        outer.use(`/:p${depth}`, router)
        router = outer
      }
      t.app.use(router)
      expect((await t.request('/a'.repeat(1000))).json()).toBe(1000)
    })
  })

  describe('long chains', () => {
    const skip = (_req: unknown, _res: unknown, next: () => void) => next()

    it('run 20000 layers of middleware', async () => {
      let frames = 0
      for (let n = 0; n < 20_000; n++) t.app.use(skip)
      t.app.use((_req, res) => {
        frames = framesOnStack()
        res.send('end')
      })
      expect((await t.request('/')).text).toBe('end')
      expect(frames).toBeLessThan(SMALL_STACK)
    })

    it('run 20000 handlers of one route', async () => {
      let frames = 0
      t.app.get('/', Array(20_000).fill(skip), (_req: unknown, res: { send(x: string): void }) => {
        frames = framesOnStack()
        res.send('end')
      })
      expect((await t.request('/')).text).toBe('end')
      expect(frames).toBeLessThan(SMALL_STACK)
    })

    it('pass an error through 20000 layers', async () => {
      t.app.use(() => {
        throw new Error('early')
      })
      for (let n = 0; n < 20_000; n++) t.app.use(skip)
      expect((await t.request('/')).text).toContain('early')
    })

    it('search 5000 routes', async () => {
      for (let n = 0; n < 5000; n++) t.app.get(`/route${n}`, skip)
      t.app.get('/last', (_req, res) => res.send('end'))
      expect((await t.request('/last')).text).toBe('end')
    })

    it('run 1000 param callbacks', async () => {
      for (let n = 0; n < 1000; n++) t.app.param('id', (_req, _res, next) => next())
      t.app.get('/:id', (_req, res) => res.send('end'))
      expect((await t.request('/1')).text).toBe('end')
    })

    it('run what next() starts before it returns, in a chain of ordinary length', async () => {
      const order: string[] = []
      t.app.use((_req, res, next) => {
        order.push('before')
        next()
        order.push('after')
        res.end()
      })
      t.app.get('/', (_req, _res, next) => next(void order.push('route')))
      t.app.get('/', () => void order.push('last'))
      await t.request('/')
      expect(order).toEqual(['before', 'route', 'last', 'after'])
    })
  })
})
