import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

function say(text: string) {
  return (_req: unknown, res: { send(body: string): unknown }) => res.send(text)
}

function mark(words: string[], word: string) {
  return (_req: unknown, _res: unknown, next: () => void) => {
    words.push(word)
    next()
  }
}

interface Reply {
  send(body: string): unknown
}

/** An error handler that answers with the error. */
function answerError(err: Error, _req: unknown, res: Reply, _next: unknown): void {
  res.send(`caught ${err.message}`)
}

describeDialects('the Router class of 3.x', ['3.x'], (t) => {
  it('holds routes by method, and serves them as middleware', async () => {
    const router = new t.webapp.Router()
    router.get('/a', say('a'))
    router.post('/a', say('posted'))
    t.app.use('/r', router.middleware)
    expect((await t.request('/r/a')).text).toBe('a')
    expect((await t.request('/r/a', { method: 'POST' })).text).toBe('posted')
    expect((await t.request('/a')).status).toBe(404)
    expect(Object.keys(router.map)).toEqual(['get', 'post'])
  })

  it('starts with nothing', () => {
    const router = new t.webapp.Router()
    expect([router.map, router.params, router._params]).toEqual([{}, {}, []])
    expect([router.caseSensitive, router.strict]).toEqual([undefined, undefined])
    expect([typeof router.middleware, router.middleware.length]).toEqual(['function', 3])
  })

  it('is told how to compare paths', async () => {
    const router = new t.webapp.Router({ caseSensitive: true, strict: true })
    router.get('/About', say('about'))
    t.app.use(router.middleware)
    expect((await t.request('/About')).status).toBe(200)
    expect((await t.request('/about')).status).toBe(404)
    expect((await t.request('/About/')).status).toBe(404)
  })

  it('hands on what it has no route for', async () => {
    const router = new t.webapp.Router()
    router.get('/a', say('a'))
    t.app.use(router.middleware)
    t.app.use(say('later'))
    expect((await t.request('/b')).text).toBe('later')
  })

  it('is the one class of the routers of applications', () => {
    expect(t.app._router).toBeInstanceOf(t.webapp.Router)
  })

  describe('match(method, url)', () => {
    it('finds the first route, with its parameters', () => {
      const router = new t.webapp.Router()
      router.get('/user/:id', say('user'))
      const route = router.match('GET', '/user/7?a=1')
      expect([route?.path, route?.method, route?.params.id]).toEqual(['/user/:id', 'get', '7'])
      expect(route).toBe(router.map.get?.[0])
    })

    it('takes the method in any case, and tells of nothing with undefined', () => {
      const router = new t.webapp.Router()
      router.get('/a', say('a'))
      expect(router.match('get', '/a')).toBeDefined()
      expect(router.match('POST', '/a')).toBeUndefined()
      expect(router.match('GET', '/b')).toBeUndefined()
      expect(router.match('CONSTRUCTOR', '/a')).toBeUndefined()
    })

    it('starts where it is told', () => {
      const router = new t.webapp.Router()
      router.get('/a', say('first'))
      router.get('/:x', say('second'))
      expect(router.match('GET', '/a', 1)?.path).toBe('/:x')
      expect(router.match('GET', '/a', 2)).toBeUndefined()
    })

    it('finds a GET route for HEAD unless there is one for HEAD', () => {
      const router = new t.webapp.Router()
      router.get('/a', say('a'))
      expect(router.match('HEAD', '/a')?.method).toBe('get')
      router.head('/a', say('head'))
      expect(router.match('HEAD', '/a')?.method).toBe('head')
    })
  })

  it('matchRequest(req) finds the route of a request, and notes its place', async () => {
    const router = new t.webapp.Router()
    router.get('/other', say('other'))
    router.get('/x/:id', say('x'))
    t.app.use((req, res) => {
      const route = router.matchRequest(req)
      res.json([route?.path, route?.params.id, (req as { _route_index?: number })._route_index])
    })
    expect((await t.request('/x/1')).json()).toEqual(['/x/:id', '1', 1])
    expect((await t.request('/none')).json()).toEqual([null, null, null])
  })

  it('route(method, path, callbacks) adds a route, and is chainable', async () => {
    const router = new t.webapp.Router()
    expect(router.route('GET', '/a', say('a'))).toBe(router)
    expect(router.get('/b', say('b'))).toBe(router)
    t.app.use(router.middleware)
    expect((await t.request('/a')).text).toBe('a')
    expect(Object.keys(router.map)).toEqual(['get'])
    expect(() => router.route('GET', '')).toThrow('Router#get() requires a path')
    expect(() => router.route('GET', 5 as never)).toThrow(TypeError)
    expect(() => router.route('PUT', '/', 'x' as never)).toThrow(
      '.put() requires callback functions but got a [object String]',
    )
  })

  it('param(name, callback) is of this router only', async () => {
    const router = new t.webapp.Router()
    const seen: unknown[] = []
    expect(
      router.param('id', (_req, _res, next, value) => {
        seen.push(value)
        next()
      }),
    ).toBe(router)
    router.get('/in/:id', say('in'))
    t.app.use(router.middleware)
    t.app.get('/out/:id', say('out'))
    await t.request('/in/1')
    await t.request('/out/2')
    expect(seen).toEqual(['1'])
  })

  it('all(path, callbacks) adds a route for every method', async () => {
    const router = new t.webapp.Router()
    expect(router.all('/x', say('any'))).toBe(router)
    t.app.use(router.middleware)
    expect((await t.request('/x', { method: 'PUT' })).text).toBe('any')
    expect((await t.request('/x')).text).toBe('any')
  })

  it('shows what is added to its prototype in every router', () => {
    const prototype = t.webapp.Router.prototype as unknown as Record<string, unknown>
    prototype.hello = 'hello'
    expect(t.app._router).toHaveProperty('hello')
    delete prototype.hello
  })
})

/** Path, URL, and the parameters that have names and numbers; `undefined` when nothing matches. */
type Case = [path: string | RegExp | string[], url: string, params?: object | undefined]

const strings: Case[] = [
  ['/user', '/user', {}],
  ['/user', '/USER/', {}],
  ['/user', '/user//'],
  ['/user', '/users'],
  ['/user/:id', '/user/7', { id: '7' }],
  ['/user/:id', '/user/7/', { id: '7' }],
  ['/user/:id', '/user/a.b', { id: 'a.b' }],
  ['/user/:id', '/user/a%2Fb', { id: 'a/b' }],
  ['/user/:id', '/user/'],
  ['/user/:id', '/user/7/edit'],
  ['/:from-:to', '/a-b', { from: 'a', to: 'b' }],
  ['/:from-:to', '/a-b-c', { from: 'a', to: 'b-c' }],
  ['/:a/:b?', '/x', { a: 'x', b: undefined }],
  ['/:a/:b?', '/x/y', { a: 'x', b: 'y' }],
  ['/user/:id?', '/user', { id: undefined }],
  ['/user/:id?/edit', '/user/edit', { id: undefined }],
  ['/user/:id?/edit', '/user/7/edit', { id: '7' }],
  ['/:name.:format', '/a.json', { name: 'a', format: 'json' }],
  ['/:name.:format', '/a'],
  ['/:name.:format?', '/a', { name: 'a', format: undefined }],
  ['/:name.:format?', '/a.json', { name: 'a', format: 'json' }],
  ['/:name.:format?', '/a.b.c', { name: 'a.b', format: 'c' }],
  ['/user/:id(\\d+)', '/user/7', { id: '7' }],
  ['/user/:id(\\d+)', '/user/x'],
  ['/user/:id([0-9]+)?', '/user', { id: undefined }],
  ['/file/*', '/file/a/b', { 0: 'a/b' }],
  ['/file/*', '/file/', { 0: '' }],
  ['/file/*', '/file'],
  ['*', '/anything', { 0: '/anything' }],
  ['/a*z', '/abcz', { 0: 'bc' }],
  ['/*.*', '/a.b.txt', { 0: 'a.b', 1: 'txt' }],
  ['/user/:id/*', '/user/7/a/b', { id: '7', 0: 'a/b' }],
  // Captures are named by their place: the wildcard is first, so it has the name.
  ['/*/:id', '/a/7', { id: 'a', 0: '7' }],
  ['/:a*', '/x/y', { a: 'x', 0: '/y', 1: 'y' }],
  ['/ab?c', '/ac', {}],
  ['/ab+c', '/abbc', {}],
  ['/a(bc)?d', '/abcd', { 0: 'bc' }],
  ['/a(bc)?d', '/ad', { 0: undefined }],
  ['/(a|b)', '/a', {}],
  // The slash before a group goes into it.
  ['/x/(a|b)/y', '/x/a/y', {}],
  ['/x/(a|b)/y', '/xb/y', {}],
  ['/x/(a|b)/y', '/x/b/y'],
  ['/x/(:id?)', '/x', { id: undefined }],
  ['/x/(:id?)', '/x/7', { id: '7' }],
  ['/a.b', '/axb'],
  ['/a.b', '/a.b', {}],
  ['/commits/:from..:to', '/commits/a..b', { from: 'a', to: 'b' }],
  ['/%41', '/%41', {}],
  ['/caf%C3%A9', '/caf%C3%A9', {}],
]

const others: Case[] = [
  [/^\/user\/(\d+)$/, '/user/7', { 0: '7' }],
  [/^\/user\/(\d+)(?:\/(\w+))?$/, '/user/7', { 0: '7', 1: undefined }],
  [/^\/User/, '/user'],
  [/\/b$/, '/a/b', {}],
  [/^\/(?<id>\d+)$/, '/7', { 0: '7' }],
  [['/a', '/b'], '/b', { 0: '/b' }],
  [['/a/:id', '/b/:id'], '/b/7', { id: undefined, 0: '7' }],
  [['/a', '/b'], '/c'],
]

describeDialects('paths of 3.x', ['3.x'], (t) => {
  it.each([...strings, ...others])('%s for %s', async (path, url, params) => {
    t.app.get(path as string, (req, res) => res.json(shown(req.params)))
    const answer = await t.request(url)
    expect(answer.status === 404 ? undefined : answer.json()).toEqual(params && shown(params))
  })

  it('with all regular expressions of which a list is made', async () => {
    t.app.get(['/x/(\\d+)', '/y'] as never, (req, res) => res.json([...req.params]))
    expect((await t.request('/x/12')).status).toBe(200)
    expect((await t.request('/x/ab')).status).toBe(404)
  })

  it('that cannot be decoded are a bad request, for the error handlers too', async () => {
    t.app.get('/user/:id', say('user'))
    t.app.use((err: Error & { status: number }, _req: unknown, res: Reply, _next: unknown) =>
      res.send(`${err.status} ${err.message}`),
    )
    for (const id of ['%', '%zz', '%E0%A4%A']) {
      expect((await t.request(`/user/${id}`)).text).toBe(`400 Failed to decode param '${id}'`)
    }
  })
})

/** Parameters as JSON can tell them apart. */
function shown(params: object): unknown {
  return Object.entries(params)
    .map(([name, value]) => [name, value ?? null])
    .sort()
}

describeDialects('req.params of 3.x', ['3.x'], (t) => {
  it('is an array of what has no name, with properties for what has', async () => {
    t.app.get('/:user/files/*.*', (req, res) => {
      res.json([Array.isArray(req.params), req.params.length, req.params.user, [...req.params]])
    })
    expect((await t.request('/tj/files/a/b.txt')).json()).toEqual([true, 2, 'tj', ['a/b', 'txt']])
  })

  it('is not there before a route has matched', async () => {
    t.app.use((req, res) => res.json([req.params === undefined]))
    expect((await t.request('/')).json()).toEqual([true])
  })

  it('is new for each route, and stays after the last one', async () => {
    t.app.get('/:a', (req, _res, next) => {
      req.params.a = 'changed'
      next()
    })
    t.app.get('/:b', (_req, _res, next) => next())
    t.app.use((req, res) => res.json(Object.keys(req.params)))
    expect((await t.request('/x')).json()).toEqual(['b'])
  })

  it('is decoded', async () => {
    t.app.get('/:a/*', (req, res) => res.json([req.params.a, req.params[0]]))
    expect((await t.request('/a%20b%C3%A9/c%2Fd')).json()).toEqual(['a bé', 'c/d'])
  })

  it('belongs to one request, though many are on their way', async () => {
    t.app.get('/:id', async (req, res) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10))
      res.json(req.params.id)
    })
    const ids = Array.from({ length: 10 }, (_, index) => String(index))
    await t.port()
    const answers = await Promise.all(ids.map((id) => t.request(`/${id}`)))
    expect(answers.map((answer) => answer.json())).toEqual(ids)
  })
})

describeDialects('req.route of 3.x', ['3.x'], (t) => {
  it('is the record of app.routes', async () => {
    t.app.get('/user/:id?', (req, res) => {
      const { path, method, callbacks, keys, regexp, params } = req.route
      res.json([
        req.route === t.app.routes.get?.[0],
        [path, method, callbacks.length, keys, regexp instanceof RegExp, params.id],
      ])
    })
    expect((await t.request('/user/7')).json()).toEqual([
      true,
      ['/user/:id?', 'get', 1, [{ name: 'id', optional: true }], true, '7'],
    ])
  })

  it('is undefined after the routes', async () => {
    t.app.get('/', (_req, _res, next) => next())
    t.app.use((req, res) => res.json(req.route === undefined))
    expect((await t.request('/')).json()).toBe(true)
  })
})

describeDialects('the way through the routes of 3.x', ['3.x'], (t) => {
  it('goes on with next() through callbacks and routes', async () => {
    const words: string[] = []
    t.app.get('/:x', mark(words, 'a'), mark(words, 'b'))
    t.app.get('/x', mark(words, 'c'))
    t.app.use(say('end'))
    await t.request('/x')
    expect(words).toEqual(['a', 'b', 'c'])
  })

  it("leaves a route with next('route')", async () => {
    const words: string[] = []
    t.app.get('/', (_req, _res, next) => next('route'), mark(words, 'skipped'))
    t.app.get('/', say('second'))
    expect((await t.request('/')).text).toBe('second')
    expect(words).toEqual([])
  })

  it('runs error handlers of the route, skipping the others', async () => {
    const words: string[] = []
    t.app.get(
      '/',
      () => {
        throw new Error('boom')
      },
      mark(words, 'skipped'),
      answerError as never,
    )
    expect((await t.request('/')).text).toBe('caught boom')
    expect(words).toEqual([])
  })

  it('skips error handlers of the route where there is no error', async () => {
    t.app.get('/', answerError as never, say('fine'))
    expect((await t.request('/')).text).toBe('fine')
  })

  it('recovers when an error handler of the route calls next()', async () => {
    const forget = (_err: unknown, _req: unknown, _res: unknown, next: () => void) => next()
    t.app.get('/', (_req, _res, next) => next(new Error('x')), forget as never, say('recovered'))
    expect((await t.request('/')).text).toBe('recovered')
  })

  it('takes errors to error handlers of later routes that match, and then of the stack', async () => {
    const fail = (_req: unknown, _res: unknown, next: (err: Error) => void) => next(new Error('x'))
    t.app.get('/a', fail)
    t.app.get('/:any', say('skipped'), answerError as never)
    t.app.get('/b/c', fail)
    t.app.get('/other', (() => {}) as never)
    t.app.use((err: Error, _req: unknown, res: Reply, _next: unknown) =>
      res.send(`stack ${err.message}`),
    )
    expect((await t.request('/a')).text).toBe('caught x')
    expect((await t.request('/b/c')).text).toBe('stack x')
  })

  it('takes an error that an error handler throws to the next one', async () => {
    const worse = (_err: unknown, _req: unknown, _res: unknown, _next: unknown) => {
      throw new Error('worse')
    }
    t.app.get(
      '/',
      (_req, _res, next) => next(new Error('bad')),
      worse as never,
      answerError as never,
    )
    expect((await t.request('/')).text).toBe('caught worse')
  })

  it('follows a URL that a handler of the stack rewrites', async () => {
    t.app.use((req, _res, next) => {
      req.url = '/new'
      next()
    })
    t.app.get('/new', (req, res) => res.json([req.url, req.originalUrl]))
    expect((await t.request('/old')).json()).toEqual(['/new', '/old'])
  })

  it('follows a method that a handler rewrites', async () => {
    t.app.use((req, _res, next) => {
      req.method = 'PUT'
      next()
    })
    t.app.put('/', say('put'))
    expect((await t.request('/', { method: 'POST' })).text).toBe('put')
  })
})

describeDialects('HEAD and OPTIONS in 3.x', ['3.x'], (t) => {
  it('answers HEAD with a GET route, without the body', async () => {
    t.app.get('/', say('hello'))
    const answer = await t.request('/', { method: 'HEAD' })
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', '5'])
  })

  it('prefers a HEAD route, wherever it stands', async () => {
    t.app.get('/', say('get'))
    t.app.head('/', (_req, res) => {
      res.set('X-Head', 'yes')
      res.end()
    })
    expect((await t.request('/', { method: 'HEAD' })).headers['x-head']).toBe('yes')
    expect((await t.request('/')).headers['x-head']).toBeUndefined()
  })

  it('answers OPTIONS with the methods of a path, sorted', async () => {
    t.app.put('/x', say('put'))
    t.app.get('/x', say('get'))
    t.app.post('/:any', say('post'))
    t.app.del('/y', say('del'))
    const answer = await t.request('/x', { method: 'OPTIONS' })
    expect([answer.status, answer.text, answer.headers.allow]).toEqual([
      200,
      'GET,HEAD,POST,PUT',
      'GET,HEAD,POST,PUT',
    ])
  })

  it('leaves OPTIONS alone where there is no route', async () => {
    t.app.get('/x', say('get'))
    t.app.use(say('later'))
    expect((await t.request('/y', { method: 'OPTIONS' })).text).toBe('later')
  })

  it('prefers a route for OPTIONS', async () => {
    t.app.get('/x', say('get'))
    t.app.options('/x', say('mine'))
    expect((await t.request('/x', { method: 'OPTIONS' })).text).toBe('mine')
  })

  it('answers when a route for OPTIONS hands on', async () => {
    t.app.get('/x', say('get'))
    t.app.options('/x', (_req, _res, next) => next())
    expect((await t.request('/x', { method: 'OPTIONS' })).text).toBe('GET,HEAD')
  })

  it('does not answer OPTIONS * by itself', async () => {
    t.app.get('/', say('home'))
    const answer = await t.raw('OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 404 /)
  })
})

describeDialects('webapp.Route of 3.x', ['3.x'], (t) => {
  it('makes a route that belongs to no router', () => {
    const route = new t.webapp.Route('get', '/user/:id', [])
    expect(Object.keys(route)).toEqual(['path', 'method', 'callbacks', 'keys', 'regexp'])
    expect([route.match('/USER/7/'), route.params.id]).toEqual([true, '7'])
    expect([route.match('/other'), [...route.params]]).toEqual([false, []])
  })

  it('is told how to compare paths', () => {
    const route = new t.webapp.Route('get', '/About', [], { sensitive: true, strict: true })
    expect(['/About', '/about', '/About/'].map((path) => route.match(path))).toEqual([
      true,
      false,
      false,
    ])
  })

  it('runs an expression that was put in its place', () => {
    const route = new t.webapp.Route('get', '/user/:id', [])
    route.regexp = /^\/people\/(\d+)$/
    expect([route.match('/people/7'), route.params.id]).toEqual([true, '7'])
    expect(route.match('/user/7')).toBe(false)
  })
})
