import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('webapp.Router(options)', ['5.x', '4.x'], (t) => {
  it('makes a function of three parameters, with and without new', () => {
    const { Router } = t.webapp
    for (const router of [Router(), new Router()]) {
      expect(typeof router).toBe('function')
      expect(router.length).toBe(3)
      expect(router.name).toBe('router')
      expect(typeof router.handle).toBe('function')
    }
  })

  it('is usable on its own', async () => {
    const router = t.webapp.Router()
    router.get('/x', (_req, res) => (res as unknown as { end(text: string): void }).end('alone'))
    const serve = (path: string) =>
      t.requestFrom((req, res) => {
        router(req as never, res as never, () => res.end('not found'))
      }, path)
    expect((await serve('/x')).text).toBe('alone')
    expect((await serve('/y')).text).toBe('not found')
  })

  describe('options', () => {
    it('caseSensitive tells Foo from foo, in routes and in mounts', async () => {
      const router = t.webapp.Router({ caseSensitive: true })
      router.get('/Route', (_req, res) => res.send('route'))
      router.use('/Mount', (_req, res) => res.send('mount'))
      t.app.use(router)
      const statuses = []
      for (const path of ['/Route', '/route', '/Mount', '/mount']) {
        statuses.push((await t.request(path)).status)
      }
      expect(statuses).toEqual([200, 404, 200, 404])
    })

    it('strict tells /foo from /foo/, in routes and not in mounts', async () => {
      const router = t.webapp.Router({ strict: true })
      router.get('/a', (_req, res) => res.send('x'))
      router.get('/b/', (_req, res) => res.send('x'))
      router.use('/m/', (_req, res) => res.send('x'))
      t.app.use(router)
      const statuses = []
      for (const path of ['/a', '/a/', '/b', '/b/', '/m', '/m/']) {
        statuses.push((await t.request(path)).status)
      }
      expect(statuses).toEqual([200, 404, 404, 200, 200, 200])
    })

    it('mergeParams keeps the parameters of the parent, and its own win', async () => {
      const router = t.webapp.Router({ mergeParams: true })
      const plain = t.webapp.Router()
      router.get('/:b/:own', (req, res) => res.json(req.params))
      plain.get('/:b/:own', (req, res) => res.json(req.params))
      t.app.use('/merged/:a/:b', router)
      t.app.use('/plain/:a/:b', plain)
      expect((await t.request('/merged/1/2/3/4')).json()).toEqual({ a: '1', b: '3', own: '4' })
      expect((await t.request('/plain/1/2/3/4')).json()).toEqual({ b: '3', own: '4' })
    })

    it('mergeParams counts captures on after those of the parent', async () => {
      const router = t.webapp.Router({ mergeParams: true })
      router.get(/^\/(\w+)-(\w+)$/, (req, res) => res.json(req.params))
      t.app.use(/^\/(\w+)\/(\w+)/, router)
      expect((await t.request('/a/b/c-d')).json()).toEqual({ 0: 'a', 1: 'b', 2: 'c', 3: 'd' })
    })

    it('mergeParams lets named and numbered parameters stand together', async () => {
      const router = t.webapp.Router({ mergeParams: true })
      router.get(/^\/(\w+)\/(?<name>\w+)$/, (req, res) => res.json(req.params))
      t.app.use('/:id', router)
      expect((await t.request('/a/b/c')).json()).toEqual({ id: 'a', 0: 'b', name: 'c' })
    })

    it('mergeParams keeps what middleware added to those of the parent', async () => {
      const [outer, inner] = [1, 2].map(() => t.webapp.Router({ mergeParams: true }))
      inner?.get('/:b', (req, res) => res.json(req.params))
      outer?.use('/:a', (req, _res, next) => {
        Object.assign(req.params, { added: 'x' })
        next()
      })
      outer?.use('/:a', (_req, _res, next) => next(), inner as never)
      t.app.use('/:zero', (req, _res, next) => {
        Object.assign(req.params, { first: 'y' })
        outer?.(req as never, _res as never, next)
      })
      expect((await t.request('/0/1/2')).json()).toEqual({ zero: '0', first: 'y', a: '1', b: '2' })
    })

    it('mergeParams changes nothing for the param callbacks around it', async () => {
      const router = t.webapp.Router({ mergeParams: true })
      router.get('/:b', (req, res) => res.json(req.params))
      let seen: object = {}
      t.app.param('a', (req, _res, next) => {
        seen = req.params
        req.params.a += '!'
        next()
      })
      t.app.use('/:a', router)
      expect((await t.request('/1/2')).json()).toEqual({ a: '1!', b: '2' })
      expect(Object.getPrototypeOf(seen)).toBe(t.dialect === '5.x' ? null : Object.prototype)
    })

    it('mergeParams may be switched off when there are routes', async () => {
      const router = t.webapp.Router({ mergeParams: true })
      let prototype: unknown
      router.get('/:b', (req, res) => {
        prototype = Object.getPrototypeOf(req.params)
        res.json(req.params)
      })
      t.app.use('/:a', router)
      Object.assign(router, { mergeParams: false })
      expect((await t.request('/1/2')).json()).toEqual({ b: '2' })
      expect(prototype).toBe(t.dialect === '5.x' ? null : Object.prototype)
    })

    it('mergeParams takes the parameters of a match that was replaced', async () => {
      const router = t.webapp.Router({ mergeParams: true })
      router.get('/:own', (req, res) => res.json(req.params))
      const layer = router.stack[0] as { match: (path: string) => boolean }
      layer.match = (path) => {
        Object.assign(layer, { params: { found: path }, path })
        return true
      }
      t.app.use('/:outer', router)
      expect((await t.request('/a/b')).json()).toEqual({ outer: 'a', found: '/b' })
    })

    it('mergeParams survives parameters that are no object', async () => {
      const router = t.webapp.Router({ mergeParams: true })
      router.get('/:id', (req, res) => res.json(req.params))
      t.app.use((req, _res, next) => {
        req.params = 3 as never
        next()
      })
      t.app.use((req, res, next) => {
        req.params = 3 as never
        router(req, res, next)
      })
      expect((await t.request('/x')).json()).toEqual({ id: 'x' })
    })
  })
})

describeDialects('webapp.Router(options) of 5.x', ['5.x'], (t) => {
  it('makes its routers instances', () => {
    expect(t.webapp.Router()).toBeInstanceOf(t.webapp.Router)
  })

  it('remembers its options', () => {
    const router = t.webapp.Router({ caseSensitive: true, mergeParams: true, strict: true })
    expect(Object.keys(router)).toEqual([
      'caseSensitive',
      'mergeParams',
      'params',
      'strict',
      'stack',
    ])
    expect([router.caseSensitive, router.mergeParams, router.strict]).toEqual([true, true, true])
  })

  it('refuses to handle without a callback', () => {
    const router = t.webapp.Router()
    expect(() => router.handle({} as never, {} as never, undefined as never)).toThrow(
      new TypeError('argument callback is required'),
    )
  })

  it('give their members to their routers', async () => {
    const { Router } = t.webapp
    class Api extends Router {
      answer(path: string, text: string): this {
        this.get(path, (_req, res) => res.send(text))
        return this
      }
    }
    const api = new Api({ caseSensitive: true })
    expect(api).toBeInstanceOf(Router)
    t.app.use('/api', api.answer('/x', 'subclass') as never)
    expect((await t.request('/api/x')).text).toBe('subclass')
  })

  it('give the fields to their routers that they set behind the call of Router', () => {
    const { Router } = t.webapp
    function Named(this: { title: string }): ReturnType<typeof Router> {
      const router = Router.call(this as never)
      this.title = 'set later'
      return router
    }
    Named.prototype = Object.create(Router.prototype)
    const Class = Named as unknown as new () => { title: string }
    expect(new Class().title).toBe('set later')
  })

  it('may override handle', async () => {
    const { Router } = t.webapp
    // The types show `handle` as a member of the instance, and such cannot be overridden.
    const Base = Router as unknown as new () => { handle(...args: unknown[]): unknown }
    class Counting extends Base {
      count = 0
      override handle(...args: unknown[]) {
        this.count++
        return super.handle(...args)
      }
    }
    const router = new Counting() as unknown as ReturnType<typeof Router> & { count: number }
    router.get('/', (_req, res) => res.send(String(router.count)))
    t.app.use(router)
    expect((await t.request('/')).text).toBe('1')
  })

  it('has a live prototype that tracing tools patch', async () => {
    const { prototype } = t.webapp.Router
    const original = prototype.handle
    const traced: string[] = []
    prototype.handle = function (this: unknown, req: { url: string }, ...rest: unknown[]) {
      traced.push(req.url)
      return (original as (...args: unknown[]) => unknown).apply(this, [req, ...rest])
    } as never
    const router = t.webapp.Router()
    t.app.use('/a', router)
    await t.request('/a/b')
    prototype.handle = original
    expect(traced).toEqual(['/a/b', '/b'])
  })
})

describeDialects('webapp.Router(options) of 4.x', ['4.x'], (t) => {
  it('remembers its options', () => {
    const router = t.webapp.Router({ caseSensitive: true, mergeParams: true, strict: true })
    expect(Object.keys(router)).toEqual([
      'params',
      '_params',
      'caseSensitive',
      'mergeParams',
      'strict',
      'stack',
    ])
    expect([router.caseSensitive, router.mergeParams, router.strict]).toEqual([true, true, true])
  })

  it('makes routers that inherit from itself', () => {
    const { Router } = t.webapp
    for (const router of [Router(), new Router()]) {
      expect(Object.getPrototypeOf(router)).toBe(Router)
      expect(router.handle).toBe((Router as unknown as typeof router).handle)
    }
  })

  it('is what tracing tools patch, with effect on older routers', async () => {
    const Router = t.webapp.Router as unknown as { handle(...args: unknown[]): unknown }
    const original = Router.handle
    const router = t.webapp.Router()
    t.app.use('/a', router)
    const traced: unknown[] = []
    Router.handle = function (this: unknown, ...args: unknown[]) {
      traced.push((args[0] as { url: string }).url)
      return original.apply(this, args)
    }
    await t.request('/a/b')
    Router.handle = original
    expect(traced).toEqual(['/a/b', '/b'])
  })

  it('is what tracing tools patch: process_params and use', async () => {
    const Router = t.webapp.Router as unknown as Record<string, (...args: unknown[]) => unknown>
    const { use } = Router as { use: (...args: unknown[]) => unknown }
    let uses = 0
    Router.use = function (this: unknown, ...args: unknown[]) {
      uses++
      return use.apply(this, args)
    }
    t.webapp.Router().use(() => {})
    Router.use = use
    expect(uses).toBe(1)
    expect(typeof Router.process_params).toBe('function')
  })
})
