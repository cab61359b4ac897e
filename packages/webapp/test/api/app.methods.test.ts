import { METHODS } from 'node:http'
import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'
import { type Factory, originals } from '../support/originals.ts'

// CONNECT makes a tunnel of the connection; Node does not give it to request handlers.
const methods = METHODS.filter((method) => method !== 'CONNECT')

type Registrars = Record<string, (path: string, ...handlers: unknown[]) => unknown>

describeDialects('app.METHOD(path, ...handlers)', ['5.x', '4.x'], (t) => {
  it.each(methods)('routes %s', async (method) => {
    const app = t.app as unknown as Registrars
    const returned = app[method.toLowerCase()]?.('/', (_req: unknown, res: Reply) => {
      res.set('X-Method', method).send(method)
    })
    expect(returned).toBe(t.app)
    const answer = await t.request('/', { method })
    expect(answer.status).toBe(200)
    expect(answer.headers['x-method']).toBe(method)
    const other = method === 'POST' ? 'PUT' : 'POST'
    expect((await t.request('/', { method: other })).status).toBe(404)
  })

  it('ignores the query string', async () => {
    t.app.get('/a', (_req, res) => res.send('a'))
    expect((await t.request('/a?x=/y')).text).toBe('a')
  })

  it('runs several handlers, also in lists, until one answers', async () => {
    const order: string[] = []
    const step = (name: string) => (_req: unknown, _res: unknown, next: () => void) => {
      order.push(name)
      next()
    }
    t.app.get('/', step('a'), [step('b'), [step('c')]], (_req, res) => res.end())
    t.app.get('/', step('never'))
    await t.request('/')
    expect(order).toEqual(['a', 'b', 'c'])
  })

  it('reads a setting when get has a name alone', () => {
    t.app.set('title', 'x')
    expect(t.app.get('title')).toBe('x')
  })

  describe('HEAD', () => {
    it('is answered by a GET route, without its body', async () => {
      t.app.get('/', (req, res) => res.set('X-Method', req.method).send('body'))
      const answer = await t.request('/', { method: 'HEAD' })
      expect(answer.status).toBe(200)
      expect(answer.headers['x-method']).toBe('HEAD')
      expect(answer.headers['content-length']).toBe('4')
      expect(answer.text).toBe('')
    })

    it('is answered by a HEAD route that stands before', async () => {
      t.app.head('/', (_req, res) => res.set('X-By', 'head').end())
      t.app.get('/', (_req, res) => res.set('X-By', 'get').end())
      expect((await t.request('/', { method: 'HEAD' })).headers['x-by']).toBe('head')
      expect((await t.request('/')).headers['x-by']).toBe('get')
    })

    it('is answered by the GET route when the HEAD route stands after', async () => {
      t.app.get('/', (_req, res) => res.set('X-By', 'get').end())
      t.app.head('/', (_req, res) => res.set('X-By', 'head').end())
      expect((await t.request('/', { method: 'HEAD' })).headers['x-by']).toBe('get')
    })

    it('is not answered by routes of other methods', async () => {
      t.app.post('/', (_req, res) => res.end())
      expect((await t.request('/', { method: 'HEAD' })).status).toBe(404)
    })
  })

  describe('OPTIONS', () => {
    it('is left to a handler of its own', async () => {
      t.app.options('/users', (_req, res) => res.set('Allow', 'GET').send('own'))
      t.app.get('/users', (_req, res) => res.end())
      const answer = await t.request('/users', { method: 'OPTIONS' })
      expect([answer.headers.allow, answer.text]).toEqual(['GET', 'own'])
    })

    it('is left to middleware that answers', async () => {
      t.app.get('/users', (_req, res) => res.end())
      t.app.use((_req, res) => res.send('middleware'))
      expect((await t.request('/users', { method: 'OPTIONS' })).text).toBe('middleware')
    })

    it('is 404 where no route matches', async () => {
      t.app.get('/users', (_req, res) => res.end())
      expect((await t.request('/none', { method: 'OPTIONS' })).status).toBe(404)
    })

    it('hands the failure to answer to the error handler', async () => {
      t.app.get('/', (_req, res) => res.end())
      t.app.use((_req, res, next) => {
        res.end('sent')
        next()
      })
      const seen: unknown[] = []
      const answer = await t.requestFrom(
        (req, res) => {
          t.app(req, res, (error) => seen.push((error as { code: string }).code))
        },
        '/',
        { method: 'OPTIONS' },
      )
      expect(answer.text).toBe('sent')
      expect(seen).toEqual(['ERR_HTTP_HEADERS_SENT'])
    })
  })
})

describeDialects('app.METHOD(path, ...handlers) of 5.x', ['5.x'], (t) => {
  it.each([
    ['no handler', ['/'], 'argument handler is required'],
    ['an empty list', ['/', []], 'argument handler is required'],
    ['undefined', ['/', undefined], 'argument handler must be a function'],
    ['a string', ['/', 'x'], 'argument handler must be a function'],
    ['an object', ['/', {}], 'argument handler must be a function'],
  ])('refuses %s', (_what, args, message) => {
    const app = t.app as unknown as Record<string, (...args: unknown[]) => unknown>
    expect(() => app.post?.(...args)).toThrow(new TypeError(message))
    expect(() => app.all?.(...args)).toThrow(new TypeError(message))
  })

  it('is answered with the methods of all routes that match', async () => {
    t.app.get('/users', (_req, res) => res.end())
    t.app.put('/users', (_req, res) => res.end())
    t.app.post('/other', (_req, res) => res.end())
    t.app.delete('/:any', (_req, res) => res.end())
    t.app.get('/:any', (_req, res) => res.end())
    const answer = await t.request('/users', { method: 'OPTIONS' })
    expect(answer.status).toBe(200)
    expect(answer.headers.allow).toBe('DELETE, GET, HEAD, PUT')
    expect(answer.text).toBe('DELETE, GET, HEAD, PUT')
    expect(answer.headers['content-type']).toBe('text/plain')
    expect(answer.headers['content-length']).toBe('22')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  it('names what stands in mounted routers, and what follows them', async () => {
    const router = t.webapp.Router()
    router.get('/x', (_req, res) => res.end())
    t.app.use('/r', router)
    t.app.put('/r/x', (_req, res) => res.end())
    expect((await t.request('/r/x', { method: 'OPTIONS' })).headers.allow).toBe('GET, HEAD')
  })
})

describeDialects('app.METHOD(path, ...handlers) of 4.x', ['4.x'], (t) => {
  it.each([
    ['undefined', undefined, '[object Undefined]'],
    ['a string', 'x', '[object String]'],
    ['an object', {}, '[object Object]'],
    ['null', null, '[object Null]'],
  ])('refuses %s with the name of the method', (_what, handler, kind) => {
    const app = t.app as unknown as Record<string, (...args: unknown[]) => unknown>
    const router = t.webapp.Router() as unknown as typeof app
    for (const target of [app, router]) {
      const text = `Route.post() requires a callback function but got a ${kind}`
      expect(() => target.post?.('/', handler)).toThrow(new Error(text))
    }
    const text = `requires a callback function but got a ${kind}`
    expect(() => app.all?.('/', handler)).toThrow(text)
    expect(() => router.all?.('/', handler)).toThrow(new TypeError(`Route.all() ${text}`))
  })

  it('makes an empty route of no handler', async () => {
    const app = t.app as unknown as Record<string, (...args: unknown[]) => unknown>
    app.post?.('/')
    app.put?.('/', [])
    expect((await t.request('/', { method: 'POST' })).status).toBe(404)
  })

  it('names the methods in the order of registration for OPTIONS', async () => {
    t.app.get('/users', (_req, res) => res.end())
    t.app.put('/users', (_req, res) => res.end())
    t.app.post('/other', (_req, res) => res.end())
    t.app.delete('/:any', (_req, res) => res.end())
    t.app.get('/:any', (_req, res) => res.end())
    const answer = await t.request('/users', { method: 'OPTIONS' })
    expect(answer.status).toBe(200)
    expect(answer.headers.allow).toBe('GET,HEAD,PUT,DELETE')
    expect(answer.text).toBe('GET,HEAD,PUT,DELETE')
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers.etag).toBeDefined()
  })

  it('answers OPTIONS with what stands in the first router that matches', async () => {
    const router = t.webapp.Router()
    router.get('/x', (_req, res) => res.end())
    t.app.use('/r', router)
    t.app.put('/r/x', (_req, res) => res.end())
    expect((await t.request('/r/x', { method: 'OPTIONS' })).headers.allow).toBe('GET,HEAD')
  })
})

describeDialects('app.del(path, ...handlers)', ['4.x'], (t) => {
  it('is app.delete, and tells so', async () => {
    const notices = await noticesOf(() => {
      expect(t.app.del('/', (_req, res) => res.send('deleted'))).toBe(t.app)
    })
    expect(notices).toEqual(['app.del: Use app.delete instead'])
    expect((await t.request('/', { method: 'DELETE' })).text).toBe('deleted')
    expect((await t.request('/')).status).toBe(404)
  })
})

// As the package express-namespace does: what it puts before a path must be put there once.
describeDialects('members that were replaced', ['4.x', '3.x'], (t) => {
  it.each(['del', 'get', 'all'])('are not what app.%s registers through', async (name) => {
    const app = t.app as unknown as Registrars
    for (const member of ['route', 'delete', 'get', 'all', 'del']) prefix(app, member)
    app[name]?.('/x', (_req: unknown, res: Reply) => res.send('x'))
    const method = name === 'del' ? 'DELETE' : 'GET'
    expect((await t.request('/p/x', { method })).text).toBe('x')
  })
})

function prefix(app: Registrars, member: string): void {
  const replaced = app[member]
  // In 3.x `route` is a text, the place of a mount.
  if (typeof replaced !== 'function') return
  app[member] = function (path, ...handlers) {
    // `app.get(name)` reads a setting.
    const isSetting = member === 'get' && handlers.length === 0
    return replaced.call(this, isSetting ? path : `/p${path}`, ...handlers)
  }
}

interface Reply {
  set(name: string, value: string): Reply
  send(body: string): unknown
}

describeDialects('the stack of an error in a registration', ['5.x', '4.x'], (t) => {
  /** The position of the first frame of this file in the stack of the error that a call throws. */
  function frameOf(call: () => unknown): number {
    try {
      call()
    } catch (error) {
      const frames = String((error as Error).stack).split(/\n\s+at /)
      return frames.findIndex((frame) => frame.includes('app.methods.test'))
    }
    return Number.NaN
  }

  const registrations: [string, (webapp: Factory) => unknown][] = [
    ['app.get', (webapp) => webapp().get('/', undefined as never)],
    ['app.all', (webapp) => webapp().all('/', undefined as never)],
    [
      'route.get',
      (webapp) =>
        webapp()
          .route('/')
          .get(undefined as never),
    ],
    [
      'route.all',
      (webapp) =>
        webapp()
          .route('/')
          .all(undefined as never),
    ],
    ['router.post', (webapp) => webapp.Router().post('/', undefined as never)],
    ['router.use', (webapp) => webapp.Router().use(undefined as never)],
    ['app.use', (webapp) => webapp().use(undefined as never)],
  ]

  it.each(registrations)('shows the call of %s as early as the original', (_name, register) => {
    const original = originals[t.dialect as '5.x' | '4.x']
    const ours = frameOf(() => register(t.webapp as unknown as Factory))
    expect(ours).toBeLessThanOrEqual(frameOf(() => register(original)) + 1)
  })
})
