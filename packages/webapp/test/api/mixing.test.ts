import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeDialects, factories } from '../support/dialects.ts'

const v5 = factories['5.x']
const v4 = factories['4.x']

type V5 = typeof v5
type App = ReturnType<V5>

/** Which dialect a handler is shown, by members that only one of them has. */
function shown(req: object, res: object): string {
  const old = ['param' in req, 'sendfile' in res, 'acceptsCharset' in req]
  if (old.every(Boolean)) return '4.x'
  return old.some(Boolean) ? 'both' : '5.x'
}

/** A handler that tells what it is shown, and hands on. */
function note(seen: unknown[]) {
  return (req: object, res: object, next: () => void) => {
    seen.push(shown(req, res))
    next()
  }
}

describeDialects('an application of 4.x', ['5.x'], (t) => {
  function mounted(path = '/old') {
    const sub = v4()
    t.app.use(path, sub as never)
    return sub
  }

  it('keeps its patterns in an application of 5.x', async () => {
    const sub = mounted()
    sub.get('/user/:id(\\d+)/:page?', (req, res) => res.json(req.params))
    sub.get('/files/*', (req, res) => res.json(req.params))
    t.app.get('/new{/:id}', (req, res) => res.json(req.params))
    t.app.get('/old/*rest', (req, res) => res.json(req.params))
    expect((await t.request('/old/user/7')).json()).toEqual({ id: '7' })
    expect((await t.request('/old/user/7/2')).json()).toEqual({ id: '7', page: '2' })
    expect((await t.request('/old/files/a/b')).json()).toEqual({ 0: 'a/b' })
    expect((await t.request('/old/user/x')).json()).toEqual({ rest: ['user', 'x'] })
    expect((await t.request('/new/7')).json()).toEqual({ id: '7' })
  })

  it('keeps its answers: a number is a status', async () => {
    const sub = mounted()
    sub.get('/number', (_req, res) => res.send(404))
    sub.get('/both', (_req, res) => res.send(201, 'made'))
    sub.get('/json', (_req, res) => res.json({ a: 1 }, 202))
    sub.get('/back', (_req, res) => res.redirect('back'))
    t.app.get('/number', (_req, res) => res.send(404))
    t.app.get('/back', (_req, res) => res.redirect('back'))
    const number = await t.request('/old/number')
    expect([number.status, number.text]).toEqual([404, 'Not Found'])
    const both = await t.request('/old/both')
    expect([both.status, both.text]).toEqual([201, 'made'])
    expect((await t.request('/old/json')).status).toBe(202)
    const own = await t.request('/number')
    expect([own.status, own.text]).toEqual([200, '404'])
    const headers = { Referer: '/there' }
    expect((await t.request('/old/back', { headers })).headers.location).toBe('/there')
    expect((await t.request('/back', { headers })).headers.location).toBe('back')
  })

  it('keeps its query: extended, and open to changes that the parent does not see', async () => {
    const sub = mounted()
    sub.use((req, _res, next) => {
      req.query.added = '1'
      next()
    })
    sub.get('/in', (req, res) => res.json(req.query))
    t.app.get('/old/out', (req, res) => res.json(req.query))
    expect((await t.request('/old/in?a[b]=1')).json()).toEqual({ a: { b: '1' }, added: '1' })
    expect((await t.request('/old/out?a[b]=1')).json()).toEqual({ 'a[b]': '1' })
  })

  it('may replace its query, and the parent still cannot', async () => {
    const sub = mounted()
    sub.use((req, _res, next) => {
      req.query = { mine: 'yes' }
      next()
    })
    sub.get('/in', (req, res) => res.json(req.query))
    t.app.get('/old/out', (req, res) => {
      let refused = false
      try {
        Object.assign(req, { query: {} })
      } catch {
        refused = true
      }
      res.json([req.query, refused])
    })
    expect((await t.request('/old/in?a=1')).json()).toEqual({ mine: 'yes' })
    expect((await t.request('/old/out?a=1')).json()).toEqual([{ a: '1' }, true])
  })

  it('keeps its request: host without port, req.param, its app', async () => {
    const sub = mounted()
    sub.get('/in', (req, res) => {
      res.json([req.host, req.param('q'), req.app === sub, res.app === sub, req.baseUrl])
    })
    t.app.get('/old/out', (req, res) => {
      res.json([req.host, typeof (req as { param?: unknown }).param, req.app === t.app])
    })
    const headers = { Host: 'example.com:8080' }
    expect((await t.request('/old/in?q=x', { headers })).json()).toEqual([
      'example.com',
      'x',
      true,
      true,
      '/old',
    ])
    expect((await t.request('/old/out', { headers })).json()).toEqual([
      'example.com:8080',
      'undefined',
      true,
    ])
  })

  it('keeps its body parsers', async () => {
    const sub = mounted()
    sub.use(v4.json())
    sub.post('/', (req, res) => res.json([req.body]))
    t.app.use('/new', v5.json())
    t.app.post('/new', (req, res) => res.json([req.body === undefined]))
    expect((await t.request('/old', { method: 'POST' })).json()).toEqual([{}])
    expect((await t.request('/new', { method: 'POST' })).json()).toEqual([true])
  })

  it('may go into a parent of each dialect', async () => {
    const sub = mounted()
    sub.get('/', (_req, res) => res.send(418))
    const other = v4()
    other.use('/too', sub)
    expect((await t.request('/old')).status).toBe(418)
    expect((await t.requestFrom(other, '/too')).status).toBe(418)
  })
})

describeDialects('an application of 5.x', ['4.x'], (t) => {
  function mounted(path = '/new') {
    const sub = v5()
    t.app.use(path, sub as never)
    return sub
  }

  it('keeps its patterns in an application of 4.x', async () => {
    const sub = mounted()
    sub.get('/user{/:id}', (req, res) => res.json([req.params, isBare(req.params)]))
    sub.get('/files/*rest', (req, res) => res.json(req.params))
    t.app.get('/new/*', (req, res) => res.json(req.params))
    t.app.get('/:id?', (req, res) => res.json([req.params, isBare(req.params)]))
    expect((await t.request('/new/user')).json()).toEqual([{}, true])
    expect((await t.request('/new/files/a/b')).json()).toEqual({ rest: ['a', 'b'] })
    expect((await t.request('/new/x/y')).json()).toEqual({ 0: 'x/y' })
    expect((await t.request('/7')).json()).toEqual([{ id: '7' }, false])
    expect(() => sub.get('/:id?' as string, () => {})).toThrow(TypeError)
  })

  it('keeps its answers: a number is a body', async () => {
    const sub = mounted()
    sub.get('/number', (_req, res) => res.send(404))
    sub.get('/status', (_req, res) => res.status('200' as never).end())
    t.app.get('/number', (_req, res) => res.send(404))
    const number = await t.request('/new/number')
    expect([number.status, number.text]).toEqual([200, '404'])
    expect((await t.request('/new/status')).status).toBe(500)
    expect((await t.request('/number')).text).toBe('Not Found')
  })

  it('keeps its query, and the parent has its own again', async () => {
    t.app.use((req, _res, next) => {
      req.query.parent = '1'
      next()
    })
    const sub = mounted()
    sub.get('/in', (req, res) => res.json([req.query, isBare(req.query)]))
    t.app.get('/new/out', (req, res) => res.json(req.query))
    expect((await t.request('/new/in?a[b]=1')).json()).toEqual([{ 'a[b]': '1' }, true])
    expect((await t.request('/new/out?a[b]=1')).json()).toEqual({ a: { b: '1' }, parent: '1' })
  })

  it('catches its rejections, whatever its parent does', async () => {
    t.app.disable('catch rejections')
    const sub = mounted()
    sub.get('/', async () => {
      throw new Error('rejected')
    })
    t.app.use((err: Error, _req: unknown, res: Reply, _next: unknown) => res.json(err.message))
    expect((await t.request('/new')).json()).toBe('rejected')
  })
})

describeDialects('a router of the other dialect', ['5.x', '4.x'], (t) => {
  const isV5 = t.dialect === '5.x'
  const other = (isV5 ? v4 : v5) as unknown as V5
  const otherName = isV5 ? '4.x' : '5.x'

  it('is shown its own dialect, and the application has its own again', async () => {
    const seen: unknown[] = []
    const router = other.Router()
    t.app.use(note(seen))
    router.use(note(seen))
    t.app.use('/r', router as never, note(seen))
    t.app.use('/r', router as never)
    t.app.use(note(seen), (_req, res) => res.end())
    await t.request('/r/x')
    expect(seen).toEqual([t.dialect, otherName, t.dialect, otherName, t.dialect])
  })

  it('keeps its patterns', async () => {
    const router = other.Router()
    const path: string = isV5 ? '/:id(\\d+)?/*' : '/:id{/*rest}'
    router.get(path, (req, res) => res.json(req.params))
    t.app.use('/r', router as never)
    expect((await t.request('/r/7/a/b')).json()).toEqual(
      isV5 ? { id: '7', 0: 'a/b' } : { id: '7', rest: ['a', 'b'] },
    )
  })

  it('keeps its answers', async () => {
    const router = other.Router()
    router.get('/', (_req, res) => res.send(404))
    t.app.use('/r', router as never)
    t.app.get('/', (_req, res) => res.send(404))
    const [inner, outer] = [await t.request('/r'), await t.request('/')]
    const byDialect = { '4.x': [404, 'Not Found'], '5.x': [200, '404'] }
    expect([inner.status, inner.text]).toEqual(byDialect[otherName])
    expect([outer.status, outer.text]).toEqual(byDialect[t.dialect])
  })

  it('belongs to the application: req.app, settings, locals and what was set on the request', async () => {
    const router = other.Router()
    t.app.set('title', 'parent').set('json spaces', 1)
    t.app.use((req, res, next) => {
      Object.assign(req, { user: 'tj' })
      res.locals.local = 'yes'
      next()
    })
    router.get('/', (req, res) => {
      const { user } = req as unknown as { user: string }
      res.json([req.app === t.app, res.app === t.app, req.app.get('title'), user, res.locals.local])
    })
    t.app.use('/r', router as never)
    const answer = await t.request('/r')
    expect(answer.json()).toEqual([true, true, 'parent', 'tj', 'yes'])
    expect(answer.text).toContain('\n "parent"')
  })

  it('sees what was added to the prototypes of the application', async () => {
    Object.assign(t.app.request, { shout: () => 'HEY' })
    Object.assign(t.app.response, {
      reply(this: Reply, text: string) {
        this.json(text)
      },
    })
    const router = other.Router()
    router.get('/', (req, res) => {
      const { shout } = req as unknown as { shout(): string }
      ;(res as unknown as { reply(text: string): void }).reply(shout())
    })
    t.app.use('/r', router as never)
    expect((await t.request('/r')).json()).toBe('HEY')
  })

  it('has the query parser of its own dialect by default', async () => {
    const router = other.Router()
    router.get('/', (req, res) => res.json(req.query))
    t.app.use('/r', router as never)
    t.app.get('/', (req, res) => res.json(req.query))
    const byDialect = { '4.x': { a: { b: '1' } }, '5.x': { 'a[b]': '1' } }
    expect((await t.request('/r?a[b]=1')).json()).toEqual(byDialect[otherName])
    expect((await t.request('/?a[b]=1')).json()).toEqual(byDialect[t.dialect])
  })

  it('has the query parser that somebody set', async () => {
    t.app.set('query parser', (text: string) => ({ length: (text || '').length }))
    const router = other.Router()
    router.get('/', (req, res) => res.json(req.query))
    t.app.use('/r', router as never)
    expect((await t.request('/r?a=1&b=2')).json()).toEqual({ length: 7 })
  })

  it('merges the parameters of the application', async () => {
    const router = other.Router({ mergeParams: true })
    router.get('/:own', (req, res) => res.json(req.params))
    router.get(/^\/x\/(\w+)$/, (req, res) => res.json(req.params))
    t.app.use('/r/:id', router as never)
    t.app.use(/^\/n\/(\w+)/, router as never)
    expect((await t.request('/r/1/2')).json()).toEqual({ id: '1', own: '2' })
    expect((await t.request('/n/1/x/2')).json()).toEqual({ 0: '1', 1: '2' })
  })

  it('runs its own param callbacks, shown its own dialect', async () => {
    const router = other.Router()
    const seen: unknown[] = []
    router.param('id', (req, res, next, value) => {
      seen.push([shown(req, res), value])
      next()
    })
    t.app.param('outer', (req, res, next, value) => {
      seen.push([shown(req, res), value])
      next()
    })
    router.get('/:id', (_req, res) => res.end())
    t.app.use('/:outer', router as never)
    await t.request('/a/b')
    expect(seen).toEqual([
      [t.dialect, 'a'],
      [otherName, 'b'],
    ])
  })

  it('answers OPTIONS in the way of its dialect', async () => {
    const router = other.Router()
    router.get('/', (_req, res) => res.end())
    t.app.use('/r', router as never)
    const allow = { '4.x': 'GET,HEAD', '5.x': 'GET, HEAD' }
    expect((await t.request('/r', { method: 'OPTIONS' })).headers.allow).toBe(allow[otherName])
  })

  it('gives the dialect of the application back after it waited', async () => {
    const seen: unknown[] = []
    const router = other.Router()
    router.use(async (req, res, next) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      seen.push(shown(req, res))
      next()
    })
    t.app.use(router as never, note(seen), (_req, res) => res.end())
    await t.request('/')
    expect(seen).toEqual([otherName, t.dialect])
  })

  it.each(['route', 'router'] as const)('is left by next(%j)', async (leave) => {
    const router = other.Router()
    router.get('/', (_req, _res, next) => next(leave as 'route'))
    router.get('/', (_req, res) => res.json('second route'))
    t.app.use('/r', router as never)
    t.app.get('/r', (req, res) => res.json(shown(req, res)))
    expect((await t.request('/r')).json()).toBe(leave === 'route' ? 'second route' : t.dialect)
  })

  it('shows each of many requests at once its own', async () => {
    const router = other.Router()
    const later = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 10))
    router.get('/x', async (req, res, next) => {
      const before = shown(req, res)
      await later()
      Object.assign(req, { told: [before, shown(req, res)] })
      next()
    })
    t.app.use('/r', router as never)
    t.app.get('/r/x', async (req, res) => {
      await later()
      res.json([...(req as unknown as { told: string[] }).told, shown(req, res)])
    })
    const answers = await Promise.all(Array.from({ length: 20 }, () => t.request('/r/x')))
    for (const answer of answers) {
      expect(answer.json()).toEqual([otherName, otherName, t.dialect])
    }
  })
})

describeDialects('applications of both dialects, in each other', ['5.x', '4.x'], (t) => {
  const isV5 = t.dialect === '5.x'
  const other = (isV5 ? v4 : v5) as unknown as V5
  const same = (isV5 ? v5 : v4) as unknown as V5
  const otherName = isV5 ? '4.x' : '5.x'

  it('are shown their own on the way in and on the way out, at any depth', async () => {
    const seen: unknown[] = []
    const [a, b, c, d] = [other(), same.Router(), other.Router(), same()]
    d.use(note(seen))
    c.use(note(seen), d as never, note(seen))
    b.use(note(seen), c as never, note(seen))
    a.use(note(seen), b as never, note(seen))
    t.app.use('/a', note(seen), a as never, note(seen), (_req, res) => res.end())
    await t.request('/a')
    const [own, theirs] = [t.dialect, otherName]
    expect(seen).toEqual([own, theirs, own, theirs, own, theirs, own, theirs, own])
  })

  it('restore URL, parameters and prototypes at each level', async () => {
    const told: unknown[] = []
    const [middle, inner] = [other(), same()]
    const tell = (app: App) => (req: Told, res: object, next: () => void) => {
      told.push([shown(req, res), req.app === app, req.baseUrl, req.url, { ...req.params }])
      next()
    }
    inner.use('/:z', tell(inner))
    middle.use('/:y', inner as never, tell(middle))
    t.app.use('/:x', middle as never, tell(t.app), (_req, res) => res.end())
    await t.request('/1/2/3/4?q')
    expect(told).toEqual([
      [t.dialect, true, '/1/2/3', '/4?q', { z: '3' }],
      [otherName, true, '/1/2', '/3/4?q', { y: '2' }],
      [t.dialect, true, '/1', '/2/3/4?q', { x: '1' }],
    ])
  })

  it('nest 200 levels deep', async () => {
    let app = t.webapp() as unknown as App
    app.get('/', (req, res) => res.json(shown(req, res)))
    for (let level = 0; level < 200; level++) {
      const parent = (level % 2 === 0 ? other : same)()
      parent.use(app as never)
      app = parent
    }
    expect((await t.requestFrom(app as never, '/')).json()).toBe(t.dialect)
  })

  describe('errors', () => {
    it('of a sub-app reach the handlers of the parent, in the dialect of the parent', async () => {
      const sub = other()
      sub.get('/throw', () => {
        throw Object.assign(new Error('boom'), { status: 418 })
      })
      sub.get('/reject', () => Promise.reject(new Error('rejected')))
      sub.get('/next', (_req, _res, next) => next('text'))
      t.app.use('/sub', sub as never)
      t.app.use((err: Error | string, req: Told, res: Reply, _next: unknown) => {
        res.json([String(err), shown(req, res), req.app === t.app, req.url])
      })
      for (const [path, text] of [
        ['/sub/throw', 'Error: boom'],
        ['/sub/reject', 'Error: rejected'],
        ['/sub/next', 'text'],
      ] as const) {
        expect((await t.request(path)).json()).toEqual([text, t.dialect, true, path])
      }
    })

    it('are handled where a handler stands first, in its dialect', async () => {
      const [sub, router] = [other(), same.Router()]
      router.get('/', () => {
        throw new Error('boom')
      })
      sub.use(router as never)
      sub.use((err: Error, req: Told, res: Reply, _next: unknown) => {
        res.json([err.message, shown(req, res), req.app === sub])
      })
      t.app.use('/sub', sub as never)
      expect((await t.request('/sub')).json()).toEqual(['boom', otherName, true])
    })

    it('that nobody handles are answered by the outermost application', async () => {
      const sub = other()
      sub.get('/', () => {
        throw Object.assign(new Error('teapot'), { status: 418, headers: { 'X-Tea': 'green' } })
      })
      t.app.use('/sub', sub as never)
      const answer = await t.request('/sub')
      expect([answer.status, answer.headers['x-tea']]).toEqual([418, 'green'])
      expect(answer.text).toContain('teapot')
      expect((await t.request('/sub/none')).text).toContain('Cannot GET /sub/none')
    })

    it('after the head cut the connection, and the next request is served', async () => {
      const sub = other()
      sub.get('/bad', (_req, res) => {
        res.write('partial')
        throw new Error('late')
      })
      sub.get('/', (_req, res) => res.json('ok'))
      t.app.use(sub as never)
      await expect(t.request('/bad')).rejects.toThrow(/aborted|hang up|reset/i)
      expect((await t.request('/')).json()).toBe('ok')
    })
  })

  describe('mounting', () => {
    it("emits 'mount' with the parent, once for each mount", () => {
      const sub = other()
      const heard: unknown[] = []
      sub.on('mount', (parent) => heard.push(parent === t.app, sub.mountpath, sub.path()))
      t.app.use('/sub', sub as never)
      t.app.use(['/a', '/b'], sub as never)
      expect(heard).toEqual([true, '/sub', '/sub', true, ['/a', '/b'], '/a,/b'])
      expect(sub.parent).toBe(t.app)
    })

    it('is found in the stack as mounted_app', () => {
      t.app.use('/sub', other() as never)
      const app = t.app as unknown as Record<'_router' | 'router', { stack: { name: string }[] }>
      const { stack } = isV5 ? app.router : app._router
      expect(stack.at(-1)?.name).toBe('mounted_app')
    })
  })

  describe('settings', () => {
    it('without a default are inherited, also when they are set later', () => {
      const sub = other()
      t.app.set('title', 'parent').set('view engine', 'tpl')
      t.app.use(sub as never)
      t.app.set('later', 'yes')
      expect([sub.get('title'), sub.get('view engine'), sub.get('later')]).toEqual([
        'parent',
        'tpl',
        'yes',
      ])
      sub.set('title', 'own')
      expect([sub.get('title'), t.app.get('title')]).toEqual(['own', 'parent'])
    })

    it('with a default are those of the dialect', () => {
      const sub = other()
      t.app.set('etag', 'strong').set('subdomain offset', 5)
      t.app.use(sub as never)
      const parser = { '5.x': 'simple', '4.x': 'extended' }
      expect(sub.get('query parser')).toBe(parser[otherName])
      expect(t.app.get('query parser')).toBe(parser[t.dialect])
      expect([sub.get('etag'), sub.get('subdomain offset')]).toEqual(['weak', 2])
    })

    it("'trust proxy' is inherited, and counts on the request", async () => {
      const sub = other()
      sub.get('/', (req, res) => res.json([req.ip, req.protocol, req.hostname]))
      t.app.enable('trust proxy')
      t.app.use('/sub', sub as never)
      const headers = {
        'X-Forwarded-For': '6.6.6.6',
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-Host': 'a.com',
      }
      expect((await t.request('/sub', { headers })).json()).toEqual(['6.6.6.6', 'https', 'a.com'])
    })

    it("'trust proxy' of one's own is kept", async () => {
      const sub = other()
      sub.set('trust proxy', false)
      sub.get('/', (req, res) => res.json(req.ip))
      t.app.enable('trust proxy')
      t.app.use('/sub', sub as never)
      const headers = { 'X-Forwarded-For': '6.6.6.6' }
      expect((await t.request('/sub', { headers })).json()).toBe('127.0.0.1')
    })

    it('of JSON answers are those of the application that answers', async () => {
      const sub = other()
      sub.set('json spaces', 2)
      sub.get('/', (_req, res) => res.json({ a: 1 }))
      t.app.use('/sub', sub as never)
      t.app.get('/', (_req, res) => res.json({ a: 1 }))
      expect((await t.request('/sub')).text).toBe('{\n  "a": 1\n}')
      expect((await t.request('/')).text).toBe('{"a":1}')
    })
  })

  describe('views', () => {
    const views = join(import.meta.dirname, 'fixtures', 'views')
    const engine = (path: string, options: object, done: (e: unknown, text?: string) => void) => {
      done(null, `${path.slice(views.length + 1)} ${(options as { name?: string }).name}`)
    }

    it('are rendered with the engines of the parent', async () => {
      const sub = other()
      t.app.engine('tpl', engine)
      t.app.set('view engine', 'tpl')
      sub.set('views', join(views, 'second'))
      t.app.set('views', join(views, 'first'))
      sub.get('/', (_req, res) => res.render('both', { name: 'sub' }))
      t.app.use('/sub', sub as never)
      t.app.get('/', (_req, res) => res.render('both', { name: 'parent' }))
      expect((await t.request('/sub')).text).toBe('second/both.tpl sub')
      expect((await t.request('/')).text).toBe('first/both.tpl parent')
    })

    it('have the locals of their own application', async () => {
      const sub = other()
      t.app.engine('tpl', engine).set('view engine', 'tpl')
      sub.set('views', join(views, 'first'))
      t.app.locals.name = 'parent'
      sub.locals.name = 'sub'
      sub.get('/', (_req, res) => res.render('both'))
      t.app.use('/sub', sub as never)
      expect((await t.request('/sub')).text).toBe('first/both.tpl sub')
    })

    it('that are missing fail in the error handler of the parent', async () => {
      const sub = other()
      t.app.engine('tpl', engine).set('view engine', 'tpl')
      sub.set('views', join(views, 'first'))
      sub.get('/', (_req, res) => res.render('none'))
      t.app.use('/sub', sub as never)
      t.app.use((err: Error, _req: unknown, res: Reply, _next: unknown) => res.json(err.message))
      expect((await t.request('/sub')).json()).toContain('Failed to lookup view "none"')
    })

    it('of a router of the other dialect are those of its application', async () => {
      const router = other.Router()
      t.app.engine('tpl', engine).set('view engine', 'tpl').set('views', join(views, 'first'))
      t.app.locals.name = 'app'
      router.get('/', (_req, res) => res.render('both'))
      t.app.use('/r', router as never)
      expect((await t.request('/r')).text).toBe('first/both.tpl app')
    })
  })

  it('share the body that one of them has read', async () => {
    const sub = other()
    t.app.use(t.webapp.json() as never)
    sub.use(other.json())
    sub.post('/', (req, res) => res.json(req.body))
    t.app.use('/sub', sub as never)
    const headers = { 'Content-Type': 'application/json' }
    const answer = await t.request('/sub', { method: 'POST', headers, body: '{"a":1}' })
    expect([answer.status, answer.text]).toEqual([200, '{"a":1}'])
  })

  it('move route by route: what the new application lacks, the old one answers', async () => {
    const old = other()
    const number = (_req: unknown, res: { send(body: unknown): void }) => res.send(404)
    old.get('/a', number as never)
    old.get('/b', number as never)
    t.app.get('/a', number as never)
    t.app.use(old as never)
    const byDialect = { '4.x': 'Not Found', '5.x': '404' }
    expect((await t.request('/a')).text).toBe(byDialect[t.dialect])
    expect((await t.request('/b')).text).toBe(byDialect[otherName])
  })
})

interface Reply {
  json(body: unknown): unknown
}

interface Told {
  app: unknown
  baseUrl: string
  url: string
  params: object
}

function isBare(object: object): boolean {
  return Object.getPrototypeOf(object) === null
}
