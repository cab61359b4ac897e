import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { exchange } from '../support/exchange.ts'
import { noticesOf } from '../support/notices.ts'

/** A handler that answers with a text. */
function say(text: string) {
  return (_req: unknown, res: { send(body: string): unknown }) => res.send(text)
}

/** Middleware that notes a word and hands on. */
function mark(words: string[], word: string) {
  return (_req: unknown, _res: unknown, next: () => void) => {
    words.push(word)
    next()
  }
}

describeDialects('an application of 3.x', ['3.x'], (t) => {
  it('is a function of three parameters that emits events', () => {
    const heard: unknown[] = []
    t.app.on('hello', (word) => heard.push(word))
    t.app.emit('hello', 'world')
    expect([typeof t.app, t.app.length, heard]).toEqual(['function', 3, ['world']])
  })

  it('has its own prototypes, on top of the live ones of the factory', async () => {
    const { request, response } = t.webapp
    expect(Object.getPrototypeOf(t.app.request)).toBe(request)
    expect(Object.getPrototypeOf(t.app.response)).toBe(response)
    Object.assign(t.app.request, { hello: () => 'request' })
    Object.assign(t.app.response, { hello: () => 'response' })
    t.app.get('/', (req, res) => {
      const [one, other] = [req, res] as unknown as { hello(): string }[]
      res.json([one?.hello(), other?.hello(), req.app === t.app, res.app === t.app])
    })
    expect((await t.request('/')).json()).toEqual(['request', 'response', true, true])
  })

  it('shows request and response to each other', async () => {
    t.app.get('/', (req, res) => res.json([req.res === res, res.req === req]))
    expect((await t.request('/')).json()).toEqual([true, true])
  })

  it('tells what it runs on, before the first middleware, unless it is told not to', async () => {
    t.app.use((_req, res, next) => {
      res.setHeader('X-Seen', String(res.get('X-Powered-By') !== undefined))
      next()
    })
    t.app.get('/', say('home'))
    expect((await t.request('/')).headers['x-seen']).toBe('true')
    t.app.disable('x-powered-by')
    const answer = await t.request('/')
    expect([answer.headers['x-powered-by'], answer.headers['x-seen']]).toEqual([undefined, 'false'])
  })

  it('answers when it is called by hand', async () => {
    t.app.get('/known', say('known'))
    const answer = (path: string) =>
      t.requestFrom((req, res) => t.app(req, res, () => res.end('not mine')), path)
    expect((await answer('/known')).text).toBe('known')
    expect((await answer('/unknown')).text).toBe('not mine')
  })

  it('listens with a server of Node', async () => {
    const server = t.app.get('/', say('home')).listen(0, '127.0.0.1') as Server
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect((await exchange(port, '/')).text).toBe('home')
    server.close()
  })
})

describeDialects('webapp.createServer()', ['3.x'], (t) => {
  it('makes an application', async () => {
    const app = t.webapp.createServer()
    app.get('/', say('old'))
    expect((await t.requestFrom(app, '/')).text).toBe('old')
  })

  it('says that it is deprecated', async () => {
    const notices = await noticesOf(() => t.webapp.createServer())
    expect(notices.join()).toContain('createServer() is deprecated')
  })
})

describeDialects('app.configure([env,] callback)', ['3.x'], (t) => {
  it('runs the callback at once, for the application', () => {
    const seen: unknown[] = []
    const returned = t.app.configure(function () {
      seen.push(this === t.app)
    })
    expect([seen, returned === t.app]).toEqual([[true], true])
  })

  it('runs it only in the environments that it names', () => {
    const seen: string[] = []
    t.app.set('env', 'staging')
    t.app.configure('staging', () => seen.push('one'))
    t.app.configure('production', () => seen.push('other'))
    t.app.configure('production', 'staging', () => seen.push('two'))
    t.app.configure('test', 'production', () => seen.push('neither'))
    t.app.configure('all', () => seen.push('all'))
    expect(seen).toEqual(['one', 'two', 'all'])
  })

  it('keeps the order of nested blocks', () => {
    const seen: string[] = []
    t.app.configure(() => seen.push('first'))
    t.app.configure(() => {
      t.app.configure(() => seen.push('inner'))
      seen.push('second')
    })
    t.app.configure(() => seen.push('third'))
    expect(seen).toEqual(['first', 'inner', 'second', 'third'])
  })

  it('is deprecated', async () => {
    const notices = await noticesOf(() => t.app.configure(() => {}))
    expect(notices.join()).toContain('app.configure')
  })
})

describeDialects('app.locals of 3.x', ['3.x'], (t) => {
  it('is a function that takes variables over and gives them back', () => {
    const values = { title: 'Site', count: 2 }
    expect(t.app.locals(values)).toBe(values)
    expect([t.app.locals.title, t.app.locals.count]).toEqual(['Site', 2])
  })

  it('adds up over several calls, and takes inherited variables', () => {
    t.app.locals({ a: 1, b: 1 })
    t.app.locals(Object.create({ b: 2, c: 3 }) as object)
    expect([t.app.locals.a, t.app.locals.b, t.app.locals.c]).toEqual([1, 2, 3])
  })

  it('holds the settings and nothing else in the beginning', () => {
    expect(Object.keys(t.app.locals)).toEqual(['settings'])
    expect(t.app.locals.settings).toBe(t.app.settings)
    t.app.set('title', 'Site')
    expect((t.app.locals.settings as { title?: string }).title).toBe('Site')
  })

  it('can be called with nothing', () => {
    expect(t.app.locals()).toBeUndefined()
  })

  it('leaves out the names that a function keeps for itself', () => {
    t.app.locals({ name: 'x', length: 9, title: 'Site' })
    expect([t.app.locals.title, t.app.locals.length]).toEqual(['Site', 1])
  })
})

describeDialects('app.routes', ['3.x'], (t) => {
  it('lists the records by method', () => {
    const handler = say('user')
    t.app.get('/user/:id', handler)
    t.app.post('/user', [handler, [handler]])
    expect(Object.keys(t.app.routes)).toEqual(['get', 'post'])
    const [route] = t.app.routes.get ?? []
    expect(route).toMatchObject({
      path: '/user/:id',
      method: 'get',
      keys: [{ name: 'id', optional: false }],
    })
    expect(route?.callbacks).toEqual([handler])
    expect(route?.regexp.test('/USER/7/')).toBe(true)
    expect(t.app.routes.post?.[0]?.callbacks).toEqual([handler, handler])
  })

  it('is empty without routes, and the map of the router', () => {
    expect(t.app.routes).toEqual({})
    expect(t.app.routes).toBe(t.app._router.map)
  })

  it('is live: a record that is removed is no longer served', async () => {
    t.app.get('/a', say('a'))
    t.app.get('/b', say('b'))
    expect((await t.request('/a')).text).toBe('a')
    t.app.routes.get?.splice(0, 1)
    expect((await t.request('/a')).status).toBe(404)
    expect((await t.request('/b')).text).toBe('b')
    delete t.app.routes.get
    expect((await t.request('/b')).status).toBe(404)
  })

  it('is live: a record that is put in is served, in its place', async () => {
    t.app.get('/x', say('first'))
    t.app.get('/x', say('second'))
    t.app.routes.get?.reverse()
    expect((await t.request('/x')).text).toBe('second')
    t.app.routes.get?.unshift(new t.webapp.Route('get', '/x', [say('third') as never]))
    expect((await t.request('/x')).text).toBe('third')
  })

  it('is live: callbacks that are exchanged are the ones that run', async () => {
    t.app.get('/x', say('old'))
    const [route] = t.app.routes.get ?? []
    route?.callbacks.splice(0, 1, say('new') as never)
    expect((await t.request('/x')).text).toBe('new')
  })
})

describeDialects('app.router', ['3.x'], (t) => {
  it('is put at the place of the first route', async () => {
    const words: string[] = []
    t.app.use(mark(words, 'before'))
    t.app.get('/', mark(words, 'route'))
    t.app.use(mark(words, 'between'))
    t.app.get('/', mark(words, 'second route'))
    t.app.use(say('end'))
    expect((await t.request('/')).text).toBe('end')
    expect(words).toEqual(['before', 'route', 'second route', 'between'])
  })

  it('is where the application puts it', async () => {
    const words: string[] = []
    t.app.use(t.app.router)
    t.app.use(mark(words, 'after'))
    t.app.get('/', mark(words, 'route'))
    t.app.use(say('end'))
    await t.request('/')
    expect(words).toEqual(['route', 'after'])
  })

  it('runs after middleware that is used later but placed before it', async () => {
    const words: string[] = []
    t.app.use(mark(words, 'before'))
    t.app.use(t.app.router)
    t.app.use(say('nobody'))
    t.app.get('/', mark(words, 'route'))
    expect((await t.request('/')).text).toBe('nobody')
    expect(words).toEqual(['before', 'route'])
  })

  it('is not placed a second time once it was read', async () => {
    expect(typeof t.app.router).toBe('function')
    t.app.get('/', say('home'))
    expect((await t.request('/')).status).toBe(404)
    t.app.use(t.app.router)
    expect((await t.request('/')).text).toBe('home')
  })

  it('is the same function each time, and a named one', () => {
    expect(t.app.router).toBe(t.app.router)
    expect([t.app.router.name, t.app.router]).toEqual(['router', t.app._router.middleware])
  })

  it('can be mounted below a path', async () => {
    t.app.use('/api', t.app.router)
    t.app.get('/users', say('users'))
    expect((await t.request('/api/users')).text).toBe('users')
    expect((await t.request('/users')).status).toBe(404)
  })

  it('is not placed by a setting that is read', async () => {
    t.app.get('title' as never)
    expect(t.app.stack).toHaveLength(2)
    t.app.get('/', say('home'))
    expect(t.app.stack).toHaveLength(3)
  })

  it('takes the settings for case and slashes when it is read', async () => {
    t.app.enable('case sensitive routing').enable('strict routing')
    t.app.get('/About', say('about'))
    expect((await t.request('/About')).status).toBe(200)
    expect((await t.request('/about')).status).toBe(404)
    expect((await t.request('/About/')).status).toBe(404)
  })

  it('ignores case and a slash at the end by default', async () => {
    t.app.get('/About', say('about'))
    expect((await t.request('/about/')).text).toBe('about')
  })

  it('does not hear of settings that come after the first route', async () => {
    t.app.get('/first', say('first'))
    t.app.enable('case sensitive routing')
    t.app.get('/Second', say('second'))
    expect((await t.request('/SECOND')).text).toBe('second')
  })
})

describeDialects('app.use([path,] middleware)', ['3.x'], (t) => {
  it('runs middleware in order, and is chainable', async () => {
    const words: string[] = []
    const returned = t.app.use(mark(words, 'a')).use(mark(words, 'b')).use(say('end'))
    expect(returned).toBe(t.app)
    await t.request('/')
    expect(words).toEqual(['a', 'b'])
  })

  it('keeps path and handler in app.stack', () => {
    const handler = say('x')
    t.app.use('/a/', handler)
    t.app.use(handler)
    expect(t.app.stack.slice(-2)).toEqual([
      { route: '/a', handle: handler },
      { route: '', handle: handler },
    ])
  })

  it('has a live stack: an entry that is removed no longer runs', async () => {
    t.app.use('/a', say('a'))
    expect((await t.request('/a')).text).toBe('a')
    t.app.stack.pop()
    expect((await t.request('/a')).status).toBe(404)
  })

  it('goes by the length of what lies in app.stack, even if that is no function', async () => {
    const put = (handle: unknown) => t.app.stack.push({ route: '', handle } as never)
    for (const handle of ['four', 5, {}]) put(handle)
    t.app.use('/next', (_req, res) => res.end('next'))
    expect((await t.request('/next')).text).toBe('next')
    t.app.stack.pop()
    put('abc')
    expect((await t.request('/next')).status).toBe(500)
  })

  it('passes over holes in a long stack', async () => {
    for (let count = 0; count < 20; count++) t.app.use(`/${count}`, say(`${count}`))
    delete t.app.stack[t.app.stack.length - 2]
    expect((await t.request('/19')).text).toBe('19')
    expect((await t.request('/18')).status).toBe(404)
  })

  it('strips the path from req.url, and keeps it in req.originalUrl', async () => {
    t.app.use('/blog', (req, res) => res.json([req.url, req.originalUrl, req.path]))
    const shown = async (path: string) => (await t.request(path)).json()
    expect(await shown('/blog')).toEqual(['/', '/blog', '/'])
    expect(await shown('/blog/post?a=1')).toEqual(['/post?a=1', '/blog/post?a=1', '/post'])
    expect(await shown('/blog?a=1')).toEqual(['/?a=1', '/blog?a=1', '/'])
    expect(await shown('/blog/')).toEqual(['/', '/blog/', '/'])
  })

  it('gives the URL back to whoever comes after', async () => {
    const urls: (string | undefined)[] = []
    t.app.use('/blog', (req, _res, next) => {
      urls.push(req.url)
      next()
    })
    t.app.use((req, res) => {
      urls.push(req.url)
      res.end()
    })
    await t.request('/blog/post?a')
    await t.request('/blog')
    expect(urls).toEqual(['/post?a', '/blog/post?a', '/', '/blog'])
  })

  it('owns what follows its path after a slash or a dot', async () => {
    t.app.use('/docs', (req, res) => res.json(req.url))
    expect((await t.request('/docs/intro')).json()).toBe('/intro')
    expect((await t.request('/docs.json')).json()).toBe('/.json')
    expect((await t.request('/docs.d/x')).json()).toBe('/.d/x')
    expect((await t.request('/docs-old')).status).toBe(404)
    expect((await t.request('/docsx')).status).toBe(404)
    expect((await t.request('/doc')).status).toBe(404)
  })

  it('ignores the case of its path, whatever the setting for routes says', async () => {
    t.app.enable('case sensitive routing')
    t.app.use('/Docs', (req, res) => res.json([req.url, req.originalUrl]))
    expect((await t.request('/dOCS/Intro')).json()).toEqual(['/Intro', '/dOCS/Intro'])
  })

  it('takes its path as plain text', async () => {
    t.app.use('/a/:id', say('parameter'))
    t.app.use('/b*', say('star'))
    expect((await t.request('/a/1')).status).toBe(404)
    expect((await t.request('/a/:id/x')).text).toBe('parameter')
    expect((await t.request('/bc')).status).toBe(404)
    expect((await t.request('/b*')).text).toBe('star')
  })

  it('takes things with a handle, and servers', async () => {
    const thing = { handle: (_req: unknown, res: { end(text: string): void }) => res.end('thing') }
    const server = createServer((_req, res) => res.end('server'))
    t.app.use('/thing', thing)
    t.app.use('/server', server)
    expect((await t.request('/thing')).text).toBe('thing')
    expect((await t.request('/server')).text).toBe('server')
  })

  it('serves every method', async () => {
    t.app.use('/x', (req, res) => res.send(String(req.method)))
    expect((await t.request('/x', { method: 'DELETE' })).text).toBe('DELETE')
    expect((await t.request('/x', { method: 'OPTIONS' })).text).toBe('OPTIONS')
  })
})

describeDialects('an application mounted in an application of 3.x', ['3.x'], (t) => {
  it('knows its route, its parent and its whole path', () => {
    const [blog, admin] = [t.webapp(), t.webapp()]
    t.app.use('/blog', blog)
    blog.use('/admin', admin)
    expect([t.app.route, blog.route, admin.route]).toEqual(['/', '/blog', '/admin'])
    expect([t.app.path(), blog.path(), admin.path()]).toEqual(['', '/blog', '/blog/admin'])
    expect([blog.parent, admin.parent]).toEqual([t.app, blog])
  })

  it("hears 'mount' with its parent, when it is in place", () => {
    const blog = t.webapp()
    const heard: unknown[] = []
    blog.on('mount', (parent) => heard.push(parent === t.app, blog.route, blog.parent === t.app))
    t.app.use('/blog', blog)
    expect(heard).toEqual([true, '/blog', true])
  })

  it('serves below its path, and hands on what it does not know', async () => {
    const blog = t.webapp()
    blog.get('/post', (req, res) => res.json([req.url, req.app === blog]))
    t.app.use('/blog', blog)
    t.app.get('/blog/other', (req, res) => res.json([req.url, req.app === t.app]))
    expect((await t.request('/blog/post')).json()).toEqual(['/post', true])
    expect((await t.request('/blog/other')).json()).toEqual(['/blog/other', true])
  })

  it('also ends at a dot', async () => {
    const docs = t.webapp()
    docs.get('/.json', say('as JSON'))
    t.app.use('/docs', docs)
    expect((await t.request('/docs.json')).text).toBe('as JSON')
  })

  it('has the members that its parent put on requests and responses', async () => {
    const blog = t.webapp()
    Object.assign(t.app.request, { parentOnly: 'yes' })
    Object.assign(blog.request, { ownOnly: 'yes' })
    const keys = (req: object) => ['parentOnly' in req, 'ownOnly' in req]
    blog.get('/in', (req, res) => res.json(keys(req)))
    t.app.use('/blog', blog)
    t.app.get('/out', (req, res) => res.json(keys(req)))
    t.app.get('/blog/out', (req, res) => res.json(keys(req)))
    expect((await t.request('/blog/in')).json()).toEqual([true, true])
    expect((await t.request('/out')).json()).toEqual([true, false])
    expect((await t.request('/blog/out')).json()).toEqual([true, false])
  })

  it('inherits settings that it has no value for, also later ones', () => {
    const blog = t.webapp()
    t.app.set('title', 'Parent').set('view engine', 'ejs')
    t.app.use('/blog', blog)
    t.app.set('later', 1)
    expect([blog.get('title'), blog.get('view engine'), blog.get('later')]).toEqual([
      'Parent',
      'ejs',
      1,
    ])
    blog.set('title', 'Blog')
    expect([blog.get('title'), t.app.get('title')]).toEqual(['Blog', 'Parent'])
  })

  it('inherits trust in proxies unless it set its own', () => {
    const [heir, own] = [t.webapp(), t.webapp()]
    own.set('trust proxy', false)
    t.app.enable('trust proxy')
    t.app.use('/heir', heir)
    t.app.use('/own', own)
    expect([heir.get('trust proxy'), own.get('trust proxy')]).toEqual([true, false])
  })

  it('has the engines of its parent', () => {
    const blog = t.webapp()
    const engine = () => {}
    t.app.engine('html', engine)
    t.app.use('/blog', blog)
    expect((blog as unknown as { engines: object }).engines).toHaveProperty(['.html'], engine)
  })

  it('shares res.locals with its parent, and has its own app.locals', async () => {
    const blog = t.webapp()
    blog.locals({ title: 'Blog' })
    blog.use((_req, res, next) => {
      res.locals({ inner: 1 })
      next()
    })
    t.app.use((_req, res, next) => {
      res.locals.outer = 1
      next()
    })
    t.app.use('/blog', blog)
    t.app.use((_req, res) => res.json([res.locals.outer, res.locals.inner, t.app.locals.title]))
    expect((await t.request('/blog')).json()).toEqual([1, 1, null])
  })

  it('passes errors to the handlers of its parent', async () => {
    const blog = t.webapp()
    blog.get('/', () => {
      throw new Error('inside')
    })
    t.app.use('/blog', blog)
    t.app.use((err: Error, req: { app: unknown }, res: { json(v: unknown): void }, _n: unknown) =>
      res.json([err.message, req.app === t.app]),
    )
    expect((await t.request('/blog')).json()).toEqual(['inside', true])
  })

  it('may be mounted twice', async () => {
    const blog = t.webapp()
    blog.get('/', (req, res) => res.json(req.originalUrl))
    t.app.use('/one', blog)
    t.app.use('/two', blog)
    expect((await t.request('/one')).json()).toBe('/one')
    expect((await t.request('/two')).json()).toBe('/two')
    expect(blog.route).toBe('/two')
  })
})

describeDialects('settings of 3.x', ['3.x'], (t) => {
  it('have their defaults', () => {
    expect(t.app.get('env')).toBe(process.env.NODE_ENV)
    expect(t.app.get('views')).toBe(`${process.cwd()}/views`)
    expect(t.app.get('jsonp callback name')).toBe('callback')
    expect(t.app.get('subdomain offset')).toBe(2)
    expect(t.app.get('etag')).toBe('weak')
    expect(t.app.get('trust proxy')).toBe(false)
    expect(t.app.enabled('x-powered-by')).toBe(true)
    expect(t.app.disabled('case sensitive routing')).toBe(true)
    expect(t.app.disabled('strict routing')).toBe(true)
    expect(t.app.disabled('view cache')).toBe(true)
  })

  it.each([
    ['development', 2, undefined],
    ['production', undefined, true],
    ['staging', undefined, undefined],
  ])('in %s indent JSON by %s', (env, spaces, cache) => {
    const before = process.env.NODE_ENV
    process.env.NODE_ENV = env
    try {
      const app = t.webapp()
      expect([app.get('env'), app.get('json spaces'), app.get('view cache')]).toEqual([
        env,
        spaces,
        cache,
      ])
    } finally {
      process.env.NODE_ENV = before
    }
  })

  it('are read by set and get, and switched', () => {
    expect(t.app.set('title', 'x')).toBe(t.app)
    expect([t.app.set('title'), t.app.get('title')]).toEqual(['x', 'x'])
    expect([t.app.enable('flag').enabled('flag'), t.app.disable('flag').enabled('flag')]).toEqual([
      true,
      false,
    ])
    expect(t.app.get('none')).toBeUndefined()
  })

  it('can be set to undefined', () => {
    t.app.set('title', 'x')
    expect(t.app.set('title', undefined)).toBe(t.app)
    expect(t.app.get('title')).toBeUndefined()
  })

  it('refuse an unknown value for etag', () => {
    expect(() => t.app.set('etag', 42)).toThrow('unknown value for etag function: 42')
  })
})

describeDialects('app.METHOD(path, callback ...)', ['3.x'], (t) => {
  it.each(['get', 'post', 'put', 'delete', 'patch', 'options', 'head'] as const)(
    'has %s',
    async (method) => {
      expect(t.app[method]('/x', (_req: unknown, res: { end(): void }) => res.end())).toBe(t.app)
      expect((await t.request('/x', { method: method.toUpperCase() })).status).toBe(200)
      const other = method === 'post' ? 'PUT' : 'POST'
      expect((await t.request('/x', { method: other })).status).toBe(404)
    },
  )

  it('takes several callbacks and nested lists of them', async () => {
    const words: string[] = []
    t.app.get('/', mark(words, 'a'), [mark(words, 'b'), [mark(words, 'c')]] as never, say('end'))
    expect((await t.request('/')).text).toBe('end')
    expect(words).toEqual(['a', 'b', 'c'])
  })

  it('may be given no callback: then the route does nothing', async () => {
    t.app.post('/x' as never)
    t.app.all('/x', say('all'))
    expect((await t.request('/x', { method: 'POST' })).text).toBe('all')
  })

  it('refuses what is no function, and names it', () => {
    expect(() => t.app.get('/', undefined as never)).toThrow(
      '.get() requires callback functions but got a [object Undefined]',
    )
    expect(() => t.app.post('/', [{}] as never)).toThrow(
      '.post() requires callback functions but got a [object Object]',
    )
  })

  it('refuses a missing path', () => {
    expect(() => t.app.get('' as never, say('x'))).toThrow('Router#get() requires a path')
  })
})

describeDialects('app.del(path, callback ...)', ['3.x'], (t) => {
  it('handles DELETE, and says that it is deprecated', async () => {
    const notices = await noticesOf(() => t.app.del('/x', say('gone')))
    expect(notices.join()).toContain('app.del')
    expect((await t.request('/x', { method: 'DELETE' })).text).toBe('gone')
    expect(t.app.routes.delete).toHaveLength(1)
  })

  it('is chainable', () => {
    expect(t.app.del('/x', say('gone'))).toBe(t.app)
  })
})

describeDialects('app.all(path, callback ...) of 3.x', ['3.x'], (t) => {
  it('makes a route for every method', async () => {
    expect(t.app.all('/x', (req, res) => res.send(String(req.method)))).toBe(t.app)
    for (const method of ['GET', 'POST', 'PROPFIND', 'DELETE', 'OPTIONS']) {
      expect((await t.request('/x', { method })).text).toBe(method)
    }
    expect(t.app.routes.get).toHaveLength(1)
    expect(t.app.routes.propfind).toHaveLength(1)
  })

  it('runs in order with the routes of the method', async () => {
    const words: string[] = []
    t.app.all('/x', mark(words, 'all'))
    t.app.get('/x', mark(words, 'get'))
    t.app.all('/x', say('end'))
    await t.request('/x')
    expect(words).toEqual(['all', 'get'])
  })
})

describeDialects('app.param of 3.x', ['3.x'], (t) => {
  describe('(name, callback)', () => {
    it('runs before the route, with the value and the name', async () => {
      t.app.param('id', (req, _res, next, value, name) => {
        Object.assign(req, { seen: [value, name] })
        next()
      })
      t.app.get('/user/:id', (req, res) => res.json((req as never as { seen: unknown }).seen))
      expect((await t.request('/user/7')).json()).toEqual(['7', 'id'])
    })

    it('may come after the route, and drop a colon', async () => {
      t.app.get('/user/:id', say('user'))
      t.app.param(':id', (_req, res) => res.end('param'))
      expect((await t.request('/user/7')).text).toBe('param')
    })

    it('takes a list of names', async () => {
      const seen: unknown[] = []
      t.app.param(['a', 'b'], (_req, _res, next, value, name) => {
        seen.push([name, value])
        next()
      })
      t.app.get('/:b/:a', say('end'))
      await t.request('/1/2')
      expect(seen).toEqual([
        ['b', '1'],
        ['a', '2'],
      ])
    })

    it('takes several callbacks', async () => {
      const words: string[] = []
      const { param } = t.app as unknown as { param(...args: unknown[]): void }
      param.call(t.app, 'id', mark(words, 'first'), mark(words, 'second'))
      t.app.param('id', mark(words, 'third'))
      t.app.get('/:id', say('end'))
      await t.request('/1')
      expect(words).toEqual(['first', 'second', 'third'])
    })

    it('runs again for each route that matches', async () => {
      const words: string[] = []
      t.app.param('id', mark(words, 'param'))
      t.app.get('/:id', mark(words, 'first'))
      t.app.get('/:id', mark(words, 'second'))
      t.app.use(say('end'))
      await t.request('/1')
      expect(words).toEqual(['param', 'first', 'param', 'second'])
    })

    it('does not run for an optional parameter that is missing', async () => {
      const words: string[] = []
      t.app.param('id', mark(words, 'param'))
      t.app.get('/user/:id?', say('end'))
      expect((await t.request('/user')).text).toBe('end')
      expect(words).toEqual([])
    })

    it('may change the value', async () => {
      t.app.param('id', (req, _res, next, value) => {
        req.params.id = `#${value}`
        next()
      })
      t.app.get('/:id', (req, res) => res.send(String(req.params.id)))
      expect((await t.request('/7')).text).toBe('#7')
    })

    it("leads to the next route with next('route')", async () => {
      t.app.param('id', (_req, _res, next, value) => next(value === '7' ? undefined : 'route'))
      t.app.get('/:id', say('number seven'))
      t.app.get('/:other', say('another'))
      expect((await t.request('/7')).text).toBe('number seven')
      expect((await t.request('/8')).text).toBe('another')
    })

    it('hands errors and throws to error handlers in the route', async () => {
      t.app.param('id', (_req, _res, next, value) => {
        if (value === 'throw') throw new Error('thrown')
        next(new Error('told'))
      })
      const answer = (err: Error, _req: unknown, res: { send(t: string): void }, _next: unknown) =>
        res.send(`caught ${err.message}`)
      t.app.get('/:id', say('not run'), answer as never)
      expect((await t.request('/throw')).text).toBe('caught thrown')
      expect((await t.request('/told')).text).toBe('caught told')
    })
  })

  describe('(callback)', () => {
    it('makes callbacks of what later calls are given', async () => {
      t.app.param((name: string, pattern: unknown) => {
        if (!(pattern instanceof RegExp)) return undefined
        return (req, _res, next, value) => {
          const found = pattern.exec(String(value))
          if (found) Object.assign(req.params, { [name]: found })
          next(found ? undefined : 'route')
        }
      })
      t.app.param('id', /^\d+$/ as never)
      t.app.get('/user/:id', (req, res) => res.json(req.params.id))
      expect((await t.request('/user/42')).json()).toEqual(['42'])
      expect((await t.request('/user/tobi')).status).toBe(404)
    })

    it('leaves functions alone that it has no answer for', async () => {
      t.app.param(() => undefined)
      t.app.param('id', (_req, res) => res.end('param'))
      t.app.get('/:id', say('route'))
      expect((await t.request('/1')).text).toBe('param')
    })

    it('returns the application', () => {
      expect(t.app.param(() => undefined)).toBe(t.app)
    })
  })

  it('refuses what no function makes a callback of', () => {
    expect(() => t.app.param(':id', 'bogus' as never)).toThrow(
      'invalid param() call for id, got bogus',
    )
  })
})
