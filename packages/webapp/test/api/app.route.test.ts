import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('app.route(path)', ['5.x', '4.x'], (t) => {
  it('makes a route whose methods can be chained', async () => {
    const route = t.app.route('/:foo')
    expect(route).toBeInstanceOf(t.webapp.Route)
    route.get((_req, res) => res.send('get')).post((_req, res) => res.send('post'))
    expect((await t.request('/x')).text).toBe('get')
    expect((await t.request('/x', { method: 'POST' })).text).toBe('post')
    expect((await t.request('/x', { method: 'PUT' })).status).toBe(404)
  })

  it('runs all() for every method, in the order of its handlers', async () => {
    t.app
      .route('/')
      .all((_req, res, next) => next(void res.append('X-Order', 'all')))
      .get((_req, res, next) => next(void res.append('X-Order', 'get')))
      .all((_req, res) => res.append('X-Order', 'last').end())
    expect((await t.request('/')).headers['x-order']).toBe('all, get, last')
    expect((await t.request('/', { method: 'PUT' })).headers['x-order']).toBe('all, last')
  })

  it('stands where it was made, not where handlers were added', async () => {
    const route = t.app.route('/')
    t.app.get('/', (_req, res) => res.send('second'))
    route.get((_req, res) => res.send('first'))
    expect((await t.request('/')).text).toBe('first')
  })

  it('answers nothing while it is empty', async () => {
    t.app.route('/')
    expect((await t.request('/')).status).toBe(404)
  })

  it('runs a handler that its only handler adds while it runs', async () => {
    const route = t.app.route('/')
    route.get((_req, _res, next) => {
      if (route.stack.length === 1) {
        route.get((_request, _response, then) => then(new Error('boom')))
        route.get((error: Error, _request: unknown, response: Reply, then: () => void) => {
          response.set('X-Caught', error.message)
          then()
        })
      }
      next()
    })
    t.app.use((_req, res) => res.end('after'))
    for (const _ of ['first', 'second']) {
      const answer = await t.request('/')
      expect([answer.text, answer.headers['x-caught']]).toEqual(['after', 'boom'])
    }
  })

  it('is left if its only handler adds one for another method', async () => {
    const route = t.app.route('/')
    route.get((_req, _res, next) => {
      route.post((_request, response) => response.send('post'))
      next()
    })
    t.app.use((_req, res) => res.end('after'))
    expect((await t.request('/')).text).toBe('after')
    expect((await t.request('/', { method: 'POST' })).text).toBe('post')
  })

  it('is left by next("route")', async () => {
    t.app
      .route('/')
      .get((_req, _res, next) => next('route'))
      .get((_req, res) => res.send('never'))
    t.app.get('/', (_req, res) => res.send('next route'))
    expect((await t.request('/')).text).toBe('next route')
  })

  it('hands errors to its own error handlers', async () => {
    t.app
      .route('/')
      .get(() => {
        throw new Error('boom')
      })
      .get((_req: unknown, res: Reply) => res.send('never'))
      .all((err: Error, _req: unknown, res: Reply, _next: unknown) =>
        res.send(`caught ${err.message}`),
      )
    expect((await t.request('/')).text).toBe('caught boom')
  })

  it('passes error handlers over without an error', async () => {
    t.app
      .route('/')
      .all((_err: unknown, _req: unknown, res: Reply, _next: unknown) => res.send('never'))
      .get((_req: unknown, res: Reply) => res.send('get'))
    expect((await t.request('/')).text).toBe('get')
  })

  describe('a route of its own', () => {
    it('can be made with webapp.Route and dispatched by hand', async () => {
      const route = new t.webapp.Route('/free') as unknown as FreeRoute
      route.get((_req: unknown, res: Reply) => res.send('free'))
      t.app.use((req, res, next) => route.dispatch(req, res, next))
      expect(route.path).toBe('/free')
      expect((await t.request('/')).text).toBe('free')
      expect((await t.request('/', { method: 'POST' })).status).toBe(404)
    })

    it('lets go at once when it is empty', async () => {
      const route = new t.webapp.Route('/') as unknown as FreeRoute
      t.app.use((req, res, next) => route.dispatch(req, res, next))
      t.app.use((_req, res) => res.send('after'))
      expect((await t.request('/')).text).toBe('after')
    })
  })
})

describeDialects('app.route(path) of 5.x', ['5.x'], (t) => {
  it('refuses what is no function', () => {
    const route = t.app.route('/') as unknown as Record<string, (...args: unknown[]) => unknown>
    expect(() => route.get?.()).toThrow('argument handler is required')
    expect(() => route.all?.()).toThrow('argument handler is required')
    expect(() => route.get?.('x')).toThrow('argument handler must be a function')
    expect(() => route.all?.([], {})).toThrow('argument handler must be a function')
  })

  it('tells tools which methods it handles', () => {
    const route = t.app.route('/').get(() => {}) as unknown as ToldRoute
    expect(['GET', 'HEAD', 'get', 'POST'].map((method) => route._handlesMethod(method))).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(route._methods()).toEqual(['GET', 'HEAD'])
    const all = t.app.route('/').all(() => {}) as unknown as ToldRoute
    expect(all._handlesMethod('ANY')).toBe(true)
  })
})

describeDialects('app.route(path) of 4.x', ['4.x'], (t) => {
  it('refuses what is no function', () => {
    const route = t.app.route('/') as unknown as Record<string, (...args: unknown[]) => unknown>
    expect(() => route.get?.('x')).toThrow(
      new Error('Route.get() requires a callback function but got a [object String]'),
    )
    expect(() => route.all?.([], {})).toThrow(
      new TypeError('Route.all() requires a callback function but got a [object Object]'),
    )
    expect(route.get?.()).toBe(route)
  })

  it('tells tools which methods it handles', () => {
    const route = t.app.route('/').get(() => {}) as unknown as OldRoute
    expect(['GET', 'HEAD', 'get', 'POST'].map((method) => route._handles_method(method))).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(route._options()).toEqual(['GET', 'HEAD'])
    const all = t.app.route('/').all(() => {}) as unknown as OldRoute
    expect(all._handles_method('ANY')).toBe(true)
  })

  it('has layers of its own that match everything', () => {
    const route = t.app.route('/x').post(function save() {}) as unknown as OldRoute
    expect(route.stack.map(({ name, method, keys }) => [name, method, keys])).toEqual([
      ['save', 'post', []],
    ])
  })
})

interface Reply {
  set(name: string, value: string): unknown
  send(body: string): unknown
}

interface FreeRoute {
  path: string
  get(handler: unknown): this
  dispatch(req: unknown, res: unknown, done: (error?: unknown) => void): void
}

interface OldRoute {
  stack: { name: string; method: string; keys: unknown[] }[]
  _handles_method(method: string): boolean
  _options(): string[]
}

interface ToldRoute {
  _handlesMethod(method: string): boolean
  _methods(): string[]
}
