import { describe, expect, it } from 'vitest'
import type { Express, Layer } from '../../src/types/v5.ts'
import { describeDialects } from '../support/dialects.ts'

describeDialects('router.stack', ['5.x', '4.x'], (t) => {
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

  it('can be walked to all routes', () => {
    const router = t.webapp.Router()
    router.get('/in', () => {})
    router
      .route('/both')
      .get(() => {})
      .post(function save() {})
    t.app.get('/:id', () => {})
    t.app.use('/r', router)
    expect(routesOf(t.app.router.stack)).toEqual([
      ['/:id', ['get']],
      ['/in', ['get']],
      ['/both', ['get', 'post']],
    ])
    const route = router.stack[1]?.route
    expect(route?.methods).toEqual({ get: true, post: true })
    expect(route?.stack.map((layer) => layer.name)).toEqual(['<anonymous>', 'save'])
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

  it('obeys when it is reordered', async () => {
    t.app.get('/', (_req, res) => res.send('first'))
    t.app.get('/', (_req, res) => res.send('second'))
    expect((await t.request('/')).text).toBe('first')
    t.app.router.stack.reverse()
    expect((await t.request('/')).text).toBe('second')
  })

  it('obeys when layers are removed, added and replaced', async () => {
    t.app.get('/', (_req, res) => res.send('first'))
    t.app.get('/', (_req, res) => res.send('second'))
    await t.request('/')
    const { router } = t.app
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
    t.app.use(function first(_req, _res, next) {
      next()
    })
    t.app.get('/', function second(_req, res) {
      res.send('x')
    })
    wrapAll(t.app, traced)
    await t.request('/')
    expect(traced).toEqual(['first', 'handle'])
  })

  it('runs an error handler that wraps another', async () => {
    t.app.use(() => {
      throw new Error('boom')
    })
    t.app.use((_e: unknown, _q: unknown, res: { send(x: string): void }, _n: unknown) => {
      res.send('plain')
    })
    const layer = t.app.router.stack[1] as Layer
    const original = layer.handle as (...args: unknown[]) => void
    layer.handle = function wrapped(err: unknown, req: unknown, res: unknown, next: unknown) {
      ;(res as { set(n: string, v: string): void }).set('X-Wrapped', '1')
      original(err, req, res, next)
    } as never
    expect((await t.request('/')).headers['x-wrapped']).toBe('1')
  })

  describe('app.router', () => {
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
})

function routesOf(stack: readonly Layer[]): unknown[] {
  return stack.flatMap((layer) => {
    if (layer.route) return [[layer.route.path, layer.route.stack.map((inner) => inner.method)]]
    return layer.handle.stack ? routesOf(layer.handle.stack) : []
  })
}

function wrapAll(app: Express, traced: string[]): void {
  for (const layer of app.router.stack) {
    const original = layer.handle as (...args: unknown[]) => unknown
    layer.handle = ((req: unknown, res: unknown, next: unknown) => {
      traced.push(layer.name)
      return original(req, res, next)
    }) as never
  }
}
