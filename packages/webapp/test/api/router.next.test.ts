import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('next()', ['5.x', '4.x'], (t) => {
  it('goes on from other ticks and from promises', async () => {
    t.app.use((_req, _res, next) => setTimeout(next, 0) && undefined)
    t.app.use((_req, _res, next) => void Promise.resolve().then(() => next()))
    t.app.use(async (_req, _res, next) => {
      await null
      next()
    })
    t.app.use((_req, res) => res.send('end'))
    expect((await t.request('/')).text).toBe('end')
  })

  it('ends in 404 when nobody answers', async () => {
    t.app.use((_req, _res, next) => next())
    expect((await t.request('/')).status).toBe(404)
  })

  it('goes on from where the request is when it is called twice', async () => {
    let runs = 0
    t.app.use((_req, _res, next) => {
      next()
      next()
    })
    t.app.use((_req, res, next) => {
      runs++
      if (runs === 1) res.send('once')
      else next()
    })
    expect((await t.request('/')).text).toBe('once')
    expect(runs).toBe(1)
  })

  it('leaves an answer alone that has begun', async () => {
    t.app.use((_req, res, next) => {
      res.write('a')
      next()
      setTimeout(() => res.end('b'), 5)
    })
    expect((await t.request('/')).text).toBe('ab')
  })

  it('returns before it leaves a router whose last layer called it', async () => {
    const order: string[] = []
    const router = t.webapp.Router()
    router.use((_req, _res, next) => {
      next()
      order.push('next returned')
    })
    t.app.use(router)
    t.app.use((_req, res) => {
      order.push('left')
      res.end()
    })
    await t.request('/')
    expect(order).toEqual(['next returned', 'left'])
  })

  it('gives a router back the request as it was before', async () => {
    const router = t.webapp.Router()
    router.use('/:inner', (_req, _res, next) => next())
    t.app.use('/:outer', (req, res) => {
      const seen = () => [{ ...req.params }, req.baseUrl, req.url, req.next]
      const before = seen()
      router(req, res, () => {
        const after = seen()
        res.json([before[3] === after[3], before, after])
      })
    })
    const expected = [{ outer: 'a' }, '/a', '/b/c', null]
    expect((await t.request('/a/b/c')).json()).toEqual([true, expected, expected])
  })

  it('after the answer makes no second one', async () => {
    let reached = false
    t.app.use((_req, res, next) => {
      res.send('answer')
      next()
    })
    t.app.use((_req, _res, next) => {
      reached = true
      next()
    })
    t.app.get('/ok', (_req, res) => res.send('ok'))
    expect((await t.request('/')).text).toBe('answer')
    expect(reached).toBe(true)
    expect((await t.request('/ok')).text).toBe('answer')
  })

  it('after a timeout that answered makes no second answer', async () => {
    const late = new Promise<void>((resolve) => {
      t.app.use((_req, res, next) => {
        res.status(503).send('timeout')
        setTimeout(() => {
          next()
          resolve()
        }, 5)
      })
    })
    expect((await t.request('/')).status).toBe(503)
    await late
  })

  it('keeps the context of AsyncLocalStorage, through long chains and nested routers', async () => {
    const storage = new AsyncLocalStorage<string>()
    const [outer, inner] = [t.webapp.Router(), t.webapp.Router()]
    inner.param('id', (_req, _res, next) => setImmediate(next))
    for (let n = 0; n < 300; n++) inner.use((_req, _res, next) => next())
    inner.get('/:id', async (_req, res) => {
      await null
      res.send(storage.getStore())
    })
    outer.use(inner)
    t.app.use((req, _res, next) => storage.run(req.url, next))
    t.app.use(outer)
    const answers = await Promise.all(['/a', '/b', '/c'].map((path) => t.request(path)))
    expect(answers.map((answer) => answer.text)).toEqual(['/a', '/b', '/c'])
  })

  it('keeps apart what requests see that are under way at the same time', async () => {
    const router = t.webapp.Router({ mergeParams: true })
    router.param('b', (_req, _res, next) => setImmediate(next))
    router.get('/:b', async (req, res) => {
      await null
      res.json([req.params, req.baseUrl, req.url])
    })
    t.app.param('a', async (_req, _res, next) => {
      await null
      next()
    })
    t.app.use('/:a', router)
    const numbers = Array.from({ length: 30 }, (_, index) => index)
    const answers = await Promise.all(numbers.map((n) => t.request(`/a${n}/b${n}`)))
    expect(answers.map((answer) => answer.json())).toEqual(
      numbers.map((n) => [{ a: `a${n}`, b: `b${n}` }, `/a${n}`, `/b${n}`]),
    )
  })

  describe("next('route')", () => {
    it('skips the other handlers of the route', async () => {
      t.app.get(
        '/',
        (_req, _res, next) => next('route'),
        (_req, res) => res.send('never'),
      )
      t.app.get('/', (_req, res) => res.send('second'))
      expect((await t.request('/')).text).toBe('second')
    })

    it('is an ordinary next in middleware', async () => {
      t.app.use((_req, _res, next) => next('route'))
      t.app.use((_req, res) => res.send('second'))
      expect((await t.request('/')).text).toBe('second')
    })
  })

  describe("next('router')", () => {
    it('leaves the router from a route and from middleware', async () => {
      for (const register of ['use', 'get'] as const) {
        const router = t.webapp.Router()
        router[register]('/x', (_req: unknown, _res: unknown, next: Next) => next('router'))
        router.use((_req, res) => res.send('never'))
        t.app.use(`/${register}`, router)
      }
      t.app.use((req, res) => res.send(`left ${req.url}`))
      expect((await t.request('/use/x')).text).toBe('left /use/x')
      expect((await t.request('/get/x')).text).toBe('left /get/x')
    })

    it('ends in 404 from the router of the application', async () => {
      t.app.use((_req, _res, next) => next('router'))
      t.app.use((_req, res) => res.send('never'))
      expect((await t.request('/')).status).toBe(404)
    })

    it('is not shown to the error handlers of the route or the router', async () => {
      const router = t.webapp.Router()
      const errorHandler = (
        _e: unknown,
        _q: unknown,
        res: { send(x: string): void },
        _n: unknown,
      ) => {
        res.send('never')
      }
      router
        .route('/')
        .get((_req, _res, next) => next('router'))
        .get(errorHandler)
      router.use(errorHandler)
      t.app.use(router)
      t.app.use((_req, res) => res.send('left'))
      expect((await t.request('/')).text).toBe('left')
    })

    it('leaves one level only', async () => {
      const [outer, inner] = [t.webapp.Router(), t.webapp.Router()]
      inner.use((_req, _res, next) => next('router'))
      outer.use(inner, (_req, res) => res.send('outer'))
      t.app.use(outer)
      expect((await t.request('/')).text).toBe('outer')
    })
  })

  it('answers OPTIONS after a router was left, with what it had gathered', async () => {
    const router = t.webapp.Router()
    router.get('/', (_req, res) => res.end())
    router.use((_req, _res, next) => next('router'))
    t.app.use(router)
    const answer = await t.request('/', { method: 'OPTIONS' })
    const allow = { '5.x': 'GET, HEAD', '4.x': 'GET,HEAD' }
    expect([answer.status, answer.headers.allow]).toEqual([200, allow[t.dialect]])
  })
})

type Next = (error?: unknown) => void
