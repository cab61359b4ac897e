import { METHODS } from 'node:http'
import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

const methods = METHODS.filter((method) => method !== 'CONNECT')

type Registrars = Record<string, (path: string, ...handlers: unknown[]) => unknown>

interface Reply {
  set(name: string, value: string): Reply
  end(): unknown
}

describeDialects(
  'router.METHOD(path, ...handlers), router.all() and router.route()',
  ['5.x', '4.x'],
  (t) => {
    it('routes every method, and gives the router back', async () => {
      const router = t.webapp.Router()
      const registrars = router as unknown as Registrars
      for (const method of methods) {
        const returned = registrars[method.toLowerCase()]?.('/x', (_req: unknown, res: Reply) => {
          res.set('X-By', method).end()
        })
        expect(returned).toBe(router)
      }
      t.app.use('/r', router)
      for (const method of methods.filter((name) => name !== 'HEAD')) {
        expect((await t.request('/r/x', { method })).headers['x-by']).toBe(method)
      }
    })

    it('routes all methods with all()', async () => {
      const router = t.webapp.Router()
      expect(router.all('/x', (req, res) => res.set('X-By', req.method).end())).toBe(router)
      t.app.use(router)
      for (const method of ['GET', 'POST', 'PROPFIND']) {
        expect((await t.request('/x', { method })).headers['x-by']).toBe(method)
      }
    })

    it('marks the route of all() in its own way', () => {
      const router = t.webapp.Router()
      router.all('/x', () => {})
      expect(router.stack[0]?.route?.methods).toEqual({ _all: true })
      expect(router.stack[0]?.route?.stack[0]?.method).toBeUndefined()
    })

    it('makes routes to chain on', async () => {
      const router = t.webapp.Router()
      router
        .route('/x')
        .get((_req, res) => res.send('get'))
        .delete((_req, res) => res.send('delete'))
      t.app.use('/r', router)
      expect((await t.request('/r/x')).text).toBe('get')
      expect((await t.request('/r/x', { method: 'DELETE' })).text).toBe('delete')
    })
  },
)

describeDialects('router.METHOD(path, ...handlers) of 5.x', ['5.x'], (t) => {
  describe('refuse', () => {
    it.each([
      ['no handler', ['/'], 'argument handler is required'],
      ['what is no function', ['/', {}], 'argument handler must be a function'],
    ])('%s', (_what, args, message) => {
      const router = t.webapp.Router() as unknown as Record<string, (...args: unknown[]) => unknown>
      expect(() => router.get?.(...args)).toThrow(new TypeError(message))
      expect(() => router.all?.(...args)).toThrow(new TypeError(message))
    })
  })

  it('register through router.route, which tracing tools patch', async () => {
    const { prototype } = t.webapp.Router
    const original = prototype.route
    const traced: unknown[] = []
    prototype.route = function (this: unknown, path: unknown) {
      traced.push(path)
      return (original as (...args: unknown[]) => unknown).call(this, path)
    } as never
    t.webapp.Router().get('/a', () => {})
    t.app.post('/b', () => {})
    prototype.route = original
    expect(traced).toEqual(['/a', '/b'])
  })
})

describeDialects('router.METHOD(path, ...handlers) of 4.x', ['4.x'], (t) => {
  it('register through Router.route, which tracing tools patch', () => {
    const { Router } = t.webapp
    const original = Router.route
    const traced: unknown[] = []
    Router.route = function (this: unknown, path: unknown) {
      traced.push(path)
      return (original as (...args: unknown[]) => unknown).call(this, path)
    } as never
    Router().get('/a', () => {})
    t.app.post('/b', () => {})
    Router.route = original
    expect(traced).toEqual(['/a', '/b'])
  })
})
