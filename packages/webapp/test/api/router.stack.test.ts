import { expect, it } from 'vitest'
import type { Layer, Router } from '../../src/types/v5/public.ts'
import type v4 from '../../src/v4.ts'
import { describeDialects } from '../support/dialects.ts'

describeDialects('router.stack', ['5.x', '4.x'], (t) => {
  it('can be walked to all routes', () => {
    const router = t.webapp.Router()
    router.get('/in', () => {})
    router
      .route('/both')
      .get(() => {})
      .post(function save() {})
    const outer = t.webapp.Router()
    outer.get('/:id', () => {})
    outer.use('/r', router)
    expect(routesOf(outer.stack)).toEqual([
      ['/:id', ['get']],
      ['/in', ['get']],
      ['/both', ['get', 'post']],
    ])
    const route = router.stack[1]?.route
    expect(route?.methods).toEqual({ get: true, post: true })
    expect(route?.stack.map((layer) => layer.name)).toEqual(['<anonymous>', 'save'])
  })

  it('obeys when it is reordered', async () => {
    const router = t.webapp.Router()
    router.get('/', (_req, res) => res.send('first'))
    router.get('/', (_req, res) => res.send('second'))
    t.app.use(router)
    expect((await t.request('/')).text).toBe('first')
    router.stack.reverse()
    expect((await t.request('/')).text).toBe('second')
  })

  it('obeys when layers are removed, added and replaced', async () => {
    const router = t.webapp.Router()
    router.get('/', (_req, res) => res.send('first'))
    router.get('/', (_req, res) => res.send('second'))
    t.app.use(router)
    await t.request('/')
    const [removed] = router.stack.splice(0, 1)
    expect((await t.request('/')).text).toBe('second')
    router.stack.unshift(removed as Layer)
    expect((await t.request('/')).text).toBe('first')
    router.stack = router.stack.slice(1)
    expect((await t.request('/')).text).toBe('second')
  })

  it('obeys when a layer is added while a request walks it', async () => {
    t.app.use((_req, _res, next) => {
      t.app.use((_q, res) => res.send('added'))
      next()
    })
    expect((await t.request('/')).text).toBe('added')
  })

  it('runs layer.handle as tools wrap it', async () => {
    const traced: string[] = []
    const router = t.webapp.Router()
    router.use(function first(_req, _res, next) {
      next()
    })
    router.get('/', function second(_req, res) {
      res.send('x')
    })
    wrapAll(router.stack, traced)
    t.app.use(router)
    await t.request('/')
    expect(traced).toEqual(['first', { '5.x': 'handle', '4.x': 'bound dispatch' }[t.dialect]])
  })

  it('runs an error handler that wraps another', async () => {
    t.app.use(() => {
      throw new Error('boom')
    })
    t.app.use((_e: unknown, _q: unknown, res: { send(x: string): void }, _n: unknown) => {
      res.send('plain')
    })
    const app = t.app as unknown as { _router?: Router; router: Router }
    const layer = (app._router ?? app.router).stack.at(-1) as Layer
    const original = layer.handle as (...args: unknown[]) => void
    layer.handle = function wrapped(err: unknown, req: unknown, res: unknown, next: unknown) {
      ;(res as { set(n: string, v: string): void }).set('X-Wrapped', '1')
      original(err, req, res, next)
    } as never
    expect((await t.request('/')).headers['x-wrapped']).toBe('1')
  })
})

describeDialects('app.router.stack', ['5.x'], (t) => {
  it('shows the layers with their names', () => {
    t.app.use(function logger() {})
    t.app.use(() => {})
    t.app.get('/x', () => {})
    t.app.use('/r', t.webapp.Router())
    t.app.use('/a', t.webapp())
    expect(t.app.router.stack.map((layer) => layer.name)).toEqual([
      'logger',
      '<anonymous>',
      'handle',
      'router',
      'mounted_app',
    ])
  })

  it('has layers with the members that tools read', () => {
    t.app.get('/:id', () => {})
    t.app.use(() => {})
    for (const layer of t.app.router.stack) {
      expect(Object.keys(layer)).toEqual([
        'handle',
        'keys',
        'name',
        'params',
        'path',
        'slash',
        'matchers',
        'route',
      ])
    }
    const layer = t.app.router.stack[0] as Layer
    expect(layer.match('/7')).toBe(true)
    expect([layer.path, { ...layer.params }, layer.keys]).toEqual(['/7', { id: '7' }, ['id']])
    expect(layer.match('/7/8')).toBe(false)
    expect([layer.path, layer.params]).toEqual([undefined, undefined])
    expect(layer.match(undefined as never)).toBe(false)
  })

  it('is the same router each time, and cannot be assigned', () => {
    const { router } = t.app
    expect(t.app.router).toBe(router)
    expect(() => Object.assign(t.app, { router: null })).toThrow(TypeError)
  })

  it('takes registrations of its own', async () => {
    t.app.router.get('/', (_req, res) => res.send('direct'))
    expect((await t.request('/')).text).toBe('direct')
  })
})

describeDialects('app._router', ['4.x'], (t) => {
  it('is made when it is first needed', () => {
    expect(t.app._router).toBeUndefined()
    t.app.set('title', 'x')
    t.app.get('title')
    expect(t.app._router).toBeUndefined()
    t.app.use(() => {})
    const router = t.app._router
    expect(typeof router).toBe('function')
    t.app.get('/', () => {})
    expect(t.app._router).toBe(router)
  })

  it.each([
    ['app.use', (app: V4App) => app.use(() => {})],
    ['app.get', (app: V4App) => app.get('/', () => {})],
    ['app.all', (app: V4App) => app.all('/', () => {})],
    ['app.route', (app: V4App) => app.route('/')],
    ['app.param', (app: V4App) => app.param('id', () => {})],
    ['app.lazyrouter', (app: V4App) => (app as unknown as { lazyrouter(): void }).lazyrouter()],
  ])('is made by %s', (_what, act) => {
    act(t.app)
    expect(namesOf(t.app).slice(0, 2)).toEqual(['query', 'expressInit'])
  })

  it('shows the layers with their names', () => {
    t.app.use(function logger() {})
    t.app.use(() => {})
    t.app.get('/x', () => {})
    t.app.use('/r', t.webapp.Router())
    t.app.use('/a', t.webapp())
    expect(namesOf(t.app)).toEqual([
      'query',
      'expressInit',
      'logger',
      '<anonymous>',
      'bound dispatch',
      'router',
      'mounted_app',
    ])
  })

  it('has layers with the members that tools read', () => {
    t.app.get('/user/:id/:page?', () => {})
    t.app.use(function logger() {})
    const [route, middleware] = (t.app._router?.stack ?? []).slice(2) as V4Layer[]
    for (const layer of [route, middleware]) {
      expect(Object.keys(layer ?? {})).toEqual([
        'handle',
        'name',
        'params',
        'path',
        'keys',
        'regexp',
        'route',
      ])
    }
    expect(route?.keys.map(({ name, optional }) => [name, optional])).toEqual([
      ['id', false],
      ['page', true],
    ])
    expect(route?.regexp).toBeInstanceOf(RegExp)
    expect(route?.regexp.test('/user/7')).toBe(true)
    expect(route?.regexp.test('/user')).toBe(false)
    expect(route?.route?.path).toBe('/user/:id/:page?')
    expect(route?.route?.methods).toEqual({ get: true })
    expect(middleware?.route).toBeUndefined()
    expect(middleware?.handle.name).toBe('logger')
  })

  it.each([
    ['use', '/', { fast_slash: true, fast_star: false }],
    ['use', '*', { fast_slash: false, fast_star: true }],
    ['use', '/x', { fast_slash: false, fast_star: false }],
    ['get', '/', { fast_slash: false, fast_star: false }],
    ['get', '*', { fast_slash: false, fast_star: true }],
  ] as const)('marks the pattern of app.%s(%j)', (method, path, marks) => {
    t.app[method](path, () => {})
    expect(t.app._router?.stack.at(-1)?.regexp).toMatchObject(marks)
  })

  it('tells the source of a mount path, which tools turn into text', () => {
    t.app.use('/api/:version', t.webapp.Router())
    t.app.use('/plain', t.webapp.Router())
    const sources = t.app._router?.stack.slice(2).map((layer) => layer.regexp.source)
    expect(sources?.[1]).toBe('^\\/plain\\/?(?=\\/|$)')
    expect(sources?.[0]).toBe('^\\/api(?:\\/([^/]+?))\\/?(?=\\/|$)')
  })

  it('has layers that match by hand', () => {
    t.app.get('/:id', () => {})
    const layer = t.app._router?.stack[2] as V4Layer
    expect(layer.match('/7')).toBe(true)
    expect([layer.path, layer.params]).toEqual(['/7', { id: '7' }])
    expect(layer.match('/7/8')).toBe(false)
    expect([layer.path, layer.params]).toEqual([undefined, undefined])
    expect(layer.match(undefined as never)).toBe(false)
  })

  it('has layers that run by hand, as tracing tools patch them', async () => {
    t.app.use(function first(_req, _res, next) {
      next()
    })
    t.app.get('/', (_req, res) => res.send('x'))
    const layer = t.app._router?.stack[2] as unknown as Patched
    const prototype = Object.getPrototypeOf(layer) as Patched
    const original = prototype.handle_request
    const traced: string[] = []
    prototype.handle_request = function (this: Patched, ...args: unknown[]) {
      traced.push(this.name)
      return original.apply(this, args)
    }
    const answer = await t.request('/')
    prototype.handle_request = original
    expect(answer.text).toBe('x')
    expect(traced).toContain('first')
    expect(traced).toContain('bound dispatch')
  })

  it('can be spliced, so that a route is gone', async () => {
    t.app.get('/a', (_req, res) => res.send('a'))
    t.app.get('/b', (_req, res) => res.send('b'))
    const router = t.app._router as NonNullable<typeof t.app._router>
    router.stack = router.stack.filter((layer) => layer.route?.path !== '/a')
    expect((await t.request('/a')).status).toBe(404)
    expect((await t.request('/b')).text).toBe('b')
  })
})

describeDialects('app.router of 4.x', ['4.x'], (t) => {
  it('throws, and tells where to read on', () => {
    expect(() => (t.app as unknown as { router: unknown }).router).toThrow(
      new Error(
        "'app.router' is deprecated!\n" +
          'Please see the 3.x to 4.x migration guide for details on how to update your app.',
      ),
    )
  })
})

function routesOf(stack: readonly Layer[]): unknown[] {
  return stack.flatMap((layer) => {
    if (layer.route) return [[layer.route.path, layer.route.stack.map((inner) => inner.method)]]
    return layer.handle.stack ? routesOf(layer.handle.stack) : []
  })
}

function wrapAll(stack: readonly Layer[], traced: string[]): void {
  for (const layer of stack) {
    const original = layer.handle as (...args: unknown[]) => unknown
    layer.handle = ((req: unknown, res: unknown, next: unknown) => {
      traced.push(layer.name)
      return original(req, res, next)
    }) as never
  }
}

type V4App = ReturnType<typeof v4>
type V4Layer = v4.Layer

interface Patched {
  readonly name: string
  handle_request(...args: unknown[]): unknown
}

function namesOf(app: V4App): string[] {
  return (app._router?.stack ?? []).map((layer) => layer.name)
}
