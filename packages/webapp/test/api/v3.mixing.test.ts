import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeDialects, factories } from '../support/dialects.ts'

const v3 = factories['3.x']

type App5 = ReturnType<(typeof factories)['5.x']>

/** Which dialect a handler is shown, by members that only some of them have. */
function shown(req: object, res: object): string {
  const members = ['acceptsLanguage' in req, 'acceptsLanguages' in req]
  const files = ['sendfile' in res, 'sendFile' in res]
  const names: Record<string, string> = {
    'true,false,true,false': '3.x',
    'true,true,true,true': '4.x',
    'false,true,false,true': '5.x',
  }
  return names[String([...members, ...files])] ?? `${members} ${files}`
}

/** A handler that tells what it is shown, and hands on. */
function note(seen: unknown[]) {
  return (req: object, res: object, next: () => void) => {
    seen.push(shown(req, res))
    next()
  }
}

interface Told {
  app: unknown
  url: string
  originalUrl: string
  baseUrl: string
  query: Record<string, unknown>
  params: object
}

interface Reply {
  locals: Record<string, unknown> & ((values: object) => unknown)
  json(body: unknown): unknown
  send(...args: unknown[]): unknown
}

describeDialects('an application of 3.x in another', ['5.x', '4.x'], (t) => {
  function mounted(path = '/old') {
    const sub = v3()
    t.app.use(path, sub as never)
    return sub
  }

  it('is shown its own dialect, and the parent its own afterwards', async () => {
    const seen: unknown[] = []
    const sub = v3()
    sub.use(note(seen) as never)
    sub.get('/', note(seen) as never)
    t.app.use(note(seen))
    t.app.use('/old', sub as never)
    t.app.use(note(seen), (_req, res) => void res.end())
    await t.request('/old')
    expect(seen).toEqual([t.dialect, '3.x', '3.x', t.dialect])
  })

  it('gives the very prototypes and the app back', async () => {
    const sub = mounted()
    sub.get('/x', (_req, _res, next) => next())
    t.app.get('/old/x', (req, res) => {
      res.json([
        Object.getPrototypeOf(req) === t.app.request,
        Object.getPrototypeOf(res) === t.app.response,
        req.app === t.app,
        res.app === t.app,
        req.url,
      ])
    })
    expect((await t.request('/old/x')).json()).toEqual([true, true, true, true, '/old/x'])
  })

  it('gives them back when it took its time', async () => {
    const seen: unknown[] = []
    const sub = mounted()
    sub.use((req, res, next) => {
      setTimeout(() => {
        seen.push(shown(req, res))
        next()
      }, 5)
    })
    t.app.use(note(seen), (_req, res) => void res.end())
    await t.request('/old')
    expect(seen).toEqual(['3.x', t.dialect])
  })

  it('keeps its patterns, and parameters in an array', async () => {
    const sub = mounted()
    sub.get('/user/:id(\\d+)/:page?', (req, res) => {
      res.json([Array.isArray(req.params), req.params.id, req.params.page ?? null])
    })
    sub.get('/files/*.*', (req, res) => res.json([...req.params]))
    expect((await t.request('/old/user/7')).json()).toEqual([true, '7', null])
    expect((await t.request('/old/user/7/2')).json()).toEqual([true, '7', '2'])
    expect((await t.request('/old/files/a.b')).json()).toEqual(['a', 'b'])
  })

  it('leaves the parameters of its parent as they were', async () => {
    const sub = v3()
    sub.get('/:inner', (_req, _res, next) => next())
    t.app.get('/:outer/:inner', (_req, _res, next) => next())
    t.app.use('/:outer', sub as never, (req, res) => void res.json([req.params.outer]))
    expect((await t.request('/a/b')).json()).toEqual(['a'])
  })

  it('keeps its answers', async () => {
    const sub = mounted()
    sub.get('/number', (_req, res) => res.send(404))
    sub.get('/both', (_req, res) => res.json(201, { a: 1 }))
    sub.get('/text', (_req, res) => res.send('x'))
    t.app.get('/text', (_req, res) => void res.send('x'))
    const number = await t.request('/old/number')
    expect([number.status, number.text]).toEqual([404, 'Not Found'])
    expect((await t.request('/old/both')).status).toBe(201)
    const [old, own] = [await t.request('/old/text'), await t.request('/text')]
    expect(old.headers.etag).toBe('W/"1-ndTkYSaMgDT1yFZOFVxnpg"')
    expect(own.headers.etag).not.toBe(old.headers.etag)
  })

  it('adds cookies up, as it is used to', async () => {
    const sub = mounted()
    sub.get('/', (_req, res) => {
      res.setHeader('Set-Cookie', 'a=1')
      res.setHeader('Set-Cookie', 'b=2')
      res.end()
    })
    t.app.get('/', (_req, res) => {
      res.setHeader('Set-Cookie', 'a=1')
      res.setHeader('Set-Cookie', 'b=2')
      res.end()
    })
    expect((await t.request('/old')).headers['set-cookie']).toEqual(['a=1', 'b=2'])
    expect((await t.request('/')).headers['set-cookie']).toEqual(['b=2'])
  })

  it("hears 'header' also for a response that its parent writes", async () => {
    const sub = mounted('/')
    sub.use((_req, res, next) => {
      res.on('header', () => res.setHeader('X-Late', 'yes'))
      next()
    })
    sub.get('/own', (_req, res) => res.send('own'))
    expect((await t.request('/own')).headers['x-late']).toBe('yes')
  })

  it('redirects relative to its whole mount', async () => {
    const [sub, inner] = [mounted(), v3()]
    sub.use('/inner', inner)
    sub.get('/a', (_req, res) => res.redirect('login'))
    inner.get('/a', (_req, res) => res.redirect('login'))
    inner.get('/b', (_req, res) => res.redirect('./login'))
    const location = async (path: string) => (await t.request(path)).headers.location
    expect(await location('/old/a')).toBe('/old/login')
    expect(await location('/old/inner/a')).toBe('/old/inner/login')
    expect(await location('/old/inner/b')).toBe('/old/inner/b/login')
  })

  it('knows where it is mounted', () => {
    const sub = v3()
    const heard: unknown[] = []
    sub.on('mount', (parent) => heard.push(parent === (t.app as unknown), sub.route, sub.path()))
    t.app.use('/old', sub as never)
    expect([heard, sub.parent === (t.app as unknown)]).toEqual([[true, '/old', '/old'], true])
  })

  it('has callable res.locals, which its parent has as an object', async () => {
    t.app.use((_req, res, next) => {
      res.locals.outer = 1
      next()
    })
    const sub = mounted()
    sub.get('/in', (_req, res) => {
      res.locals({ inner: 2 })
      res.json([typeof res.locals, res.locals.outer, res.locals.inner])
    })
    sub.get('/out', (_req, res, next) => {
      res.locals({ inner: 2 })
      res.locals.more = 3
      next()
    })
    t.app.get('/old/out', (_req, res) => {
      res.json([typeof res.locals, res.locals.outer, res.locals.inner, res.locals.more])
    })
    expect((await t.request('/old/in')).json()).toEqual(['function', 1, 2])
    expect((await t.request('/old/out')).json()).toEqual(['object', 1, 2, 3])
  })

  it('has its own query, and may change and replace it', async () => {
    const sub = mounted()
    sub.use('/change', (req, _res, next) => {
      req.query.added = '1'
      next()
    })
    sub.use('/replace', (req, _res, next) => {
      req.query = { mine: 'yes' }
      next()
    })
    sub.get('/:any', (req, res, next) => {
      if (req.param('out')) next()
      else res.json(req.query)
    })
    t.app.get('/old/:any', (req, res) => void res.json(req.query))
    expect((await t.request('/old/change?a[b]=1')).json()).toEqual({ a: { b: '1' }, added: '1' })
    expect((await t.request('/old/replace?a=1')).json()).toEqual({ mine: 'yes' })
    const outer = { '5.x': { 'a[b]': '1', out: '1' }, '4.x': { a: { b: '1' }, out: '1' } }
    expect((await t.request('/old/x?a[b]=1&out=1')).json()).toEqual(outer[t.dialect])
  })

  it('keeps its order: the router where it was put', async () => {
    const words: string[] = []
    const word = (text: string) => (_req: unknown, _res: unknown, next: () => void) => {
      words.push(text)
      next()
    }
    const sub = mounted()
    sub.get('/', word('route'))
    sub.use(word('use'))
    sub.get('/', word('second route'))
    t.app.get('/old', (_req, res) => void res.end())
    await t.request('/old')
    expect(words).toEqual(['route', 'second route', 'use'])
  })

  it('hands errors to the parent, shown its own dialect', async () => {
    const sub = mounted()
    sub.get('/throw', () => {
      throw Object.assign(new Error('thrown'), { status: 418 })
    })
    sub.get('/reject', () => Promise.reject(new Error('rejected')))
    t.app.use((err: Error, req: Told, res: Reply, _next: unknown) => {
      res.json([err.message, shown(req, res), req.app === t.app, req.url, typeof res.locals])
    })
    for (const [path, text] of [
      ['/old/throw', 'thrown'],
      ['/old/reject', 'rejected'],
    ] as const) {
      expect((await t.request(path)).json()).toEqual([text, t.dialect, true, path, 'object'])
    }
  })

  it('leaves the last answer to the outermost application', async () => {
    mounted()
    const answer = await t.request('/old/none?a=1')
    expect([answer.status, answer.text.includes('<!DOCTYPE html>')]).toEqual([404, true])
    expect(answer.text).toContain('Cannot GET /old/none')
  })

  it('inherits settings and trust in proxies', async () => {
    const sub = v3()
    t.app.set('title', 'parent').enable('trust proxy')
    t.app.use('/old', sub as never)
    sub.get('/', (req, res) => res.json([sub.get('title'), req.ip, req.host]))
    const headers = { 'X-Forwarded-For': '6.6.6.6', 'X-Forwarded-Host': 'a.com:1' }
    expect((await t.request('/old', { headers })).json()).toEqual(['parent', '6.6.6.6', 'a.com'])
  })

  it('renders with the engines of the parent and its own locals', async () => {
    const views = join(import.meta.dirname, 'fixtures', 'views', 'first')
    type Done = (err: unknown, text?: string) => void
    t.app.engine('tpl', (_path: string, options: object, done: Done) => {
      const { title, who } = options as Record<string, unknown>
      done(null, `${title} ${who}`)
    })
    t.app.set('view engine', 'tpl')
    const sub = v3()
    sub.set('views', views)
    sub.locals({ title: 'old' })
    t.app.use((_req, res, next) => {
      res.locals.who = 'parent'
      next()
    })
    t.app.use('/old', sub as never)
    sub.get('/', (_req, res) => res.render('both'))
    expect((await t.request('/old')).text).toBe('old parent')
  })

  it('answers what the new application lacks: a move route by route', async () => {
    const old = v3()
    old.get('/a', (_req, res) => res.send(404))
    old.get('/b', (_req, res) => res.send(404))
    t.app.get('/a', (_req, res) => void res.send('moved'))
    t.app.use(old as never)
    expect((await t.request('/a')).text).toBe('moved')
    expect((await t.request('/b')).text).toBe('Not Found')
  })

  it('has members that were added to the requests of its factory', async () => {
    const request = v3.request as unknown as Record<string, unknown>
    const sub = mounted()
    request.onlyInV3 = 'yes'
    sub.get('/in', (req, res) => res.json(['onlyInV3' in req]))
    t.app.get('/old/out', (req, res) => void res.json(['onlyInV3' in req]))
    expect((await t.request('/old/in')).json()).toEqual([true])
    expect((await t.request('/old/out')).json()).toEqual([false])
    delete request.onlyInV3
  })
})

describe.each(['5.x', '4.x'] as const)('of %s', (name) => {
  const other = factories[name] as unknown as (typeof factories)['5.x']

  describeDialects('an application in one of 3.x', ['3.x'], (t) => {
    function mounted(path = '/new'): App5 {
      const sub = other()
      t.app.use(path, sub as never)
      return sub
    }

    it('is shown its own dialect, and the parent its own afterwards', async () => {
      const seen: unknown[] = []
      const sub = other()
      sub.use(note(seen))
      sub.get('/', note(seen))
      t.app.use(note(seen) as never)
      t.app.use('/new', sub as never)
      t.app.use(note(seen) as never)
      t.app.use((req, res) => {
        res.json([
          Object.getPrototypeOf(req) === t.app.request,
          Object.getPrototypeOf(res) === t.app.response,
          req.app === t.app,
          req.url,
        ])
      })
      expect((await t.request('/new')).json()).toEqual([true, true, true, '/new'])
      expect(seen).toEqual(['3.x', name, name, '3.x'])
    })

    it('knows where it is mounted, and its base URL', async () => {
      const sub = mounted()
      sub.get('/x', (req, res) => void res.json([req.baseUrl, req.url, req.originalUrl]))
      expect([sub.mountpath, sub.path(), sub.parent === (t.app as unknown)]).toEqual([
        '/new',
        '/new',
        true,
      ])
      expect((await t.request('/new/x?a')).json()).toEqual(['/new', '/x?a', '/new/x?a'])
    })

    it('ends its mount at a dot, as its parent does', async () => {
      const sub = mounted()
      sub.use((req, res) => void res.json([req.url, req.baseUrl]))
      expect((await t.request('/new.json')).json()).toEqual(['/.json', '/new'])
      expect((await t.request('/NEW/x')).json()).toEqual(['/x', '/NEW'])
    })

    it('has its own answers', async () => {
      const sub = mounted()
      sub.get('/status', (_req, res) => void res.sendStatus(404))
      sub.get('/redirect', (_req, res) => void res.redirect('login'))
      expect((await t.request('/new/status')).status).toBe(404)
      expect((await t.request('/new/redirect')).headers.location).toBe('login')
    })

    it('has res.locals as an object, which its parent can call again', async () => {
      t.app.use((_req, res, next) => {
        res.locals({ outer: 1 })
        next()
      })
      const sub = mounted()
      sub.get('/in', (_req, res) => {
        const { outer } = res.locals
        res.json([outer, JSON.stringify(res.locals), Object.keys(res.locals)])
      })
      sub.get('/out', (_req, res, next) => {
        res.locals.inner = 2
        next()
      })
      t.app.get('/new/out', (_req, res) => {
        res.locals({ more: 3 })
        res.json([typeof res.locals, res.locals.outer, res.locals.inner, res.locals.more])
      })
      expect((await t.request('/new/in')).json()).toEqual([1, '{"outer":1}', ['outer']])
      expect((await t.request('/new/out')).json()).toEqual(['function', 1, 2, 3])
    })

    it('has the query of its own dialect', async () => {
      const sub = mounted()
      sub.get('/in', (req, res) => void res.json(req.query))
      t.app.get('/new/out', (req, res) => res.json(req.query))
      const own = { '5.x': { 'a[b]': '1' }, '4.x': { a: { b: '1' } } }
      expect((await t.request('/new/in?a[b]=1')).json()).toEqual(own[name])
      expect((await t.request('/new/out?a[b]=1')).json()).toEqual({ a: { b: '1' } })
    })

    it('leaves a query alone that its parent replaced', async () => {
      const sub = mounted()
      sub.get('/', (_req, _res, next) => next())
      t.app.stack.splice(2, 0, {
        route: '',
        handle: ((req: Told, _res: unknown, next: () => void) => {
          req.query = { mine: 'yes' }
          next()
        }) as never,
      })
      t.app.use((req, res) => res.json(req.query))
      expect((await t.request('/new?a=1')).json()).toEqual({ mine: 'yes' })
    })

    it('hands errors to the parent, shown its own dialect', async () => {
      const sub = mounted()
      sub.get('/throw', () => {
        throw new Error('thrown')
      })
      sub.get('/reject', () => Promise.reject(new Error('rejected')))
      t.app.use((err: Error, req: Told, res: Reply, _next: unknown) => {
        res.json([err.message, shown(req, res), req.app === t.app, req.url])
      })
      expect((await t.request('/new/throw')).json()).toEqual(['thrown', '3.x', true, '/new/throw'])
      expect((await t.request('/new/reject')).json()).toEqual([
        'rejected',
        '3.x',
        true,
        '/new/reject',
      ])
    })

    it('leaves the last answer to its parent', async () => {
      mounted()
      expect((await t.request('/new/none')).text).toBe('Cannot GET /new/none\n')
    })

    it('has the settings and the trust of its parent', async () => {
      const sub = other()
      t.app.set('title', 'parent').enable('trust proxy')
      t.app.use('/new', sub as never)
      sub.get('/', (req, res) => void res.json([sub.get('title'), req.ip, req.hostname]))
      const headers = { 'X-Forwarded-For': '6.6.6.6', 'X-Forwarded-Host': 'a.com' }
      expect((await t.request('/new', { headers })).json()).toEqual(['parent', '6.6.6.6', 'a.com'])
    })
  })

  describeDialects('a router in an application of 3.x', ['3.x'], (t) => {
    it('is shown its own dialect, and handlers of the application theirs', async () => {
      const seen: unknown[] = []
      const router = other.Router()
      router.use(note(seen))
      router.get('/x', note(seen))
      t.app.use('/r', router as never)
      t.app.use(note(seen) as never)
      t.app.use((req, res) => res.json([req.app === t.app, req.url]))
      expect((await t.request('/r/x')).json()).toEqual([true, '/r/x'])
      expect(seen).toEqual([name, name, '3.x'])
    })

    it('has its patterns, parameters, base URL and query', async () => {
      const router = other.Router()
      router.get('/:id', (req, res) => {
        res.json([Array.isArray(req.params), req.params.id, req.baseUrl, req.query])
      })
      t.app.use('/r', router as never)
      const query = { '5.x': { 'a[b]': '1' }, '4.x': { a: { b: '1' } } }
      expect((await t.request('/r/7?a[b]=1')).json()).toEqual([false, '7', '/r', query[name]])
    })

    it('has the settings, the locals and the views of the application', async () => {
      const router = other.Router()
      t.app.set('json spaces', 2)
      t.app.locals({ title: 'app' })
      router.get('/', (req, res) => void res.json({ title: req.app.locals.title }))
      t.app.use('/r', router as never)
      expect((await t.request('/r')).text).toBe('{\n  "title": "app"\n}')
    })

    it('hands errors and unknown paths to the application', async () => {
      const router = other.Router()
      router.get('/throw', () => {
        throw new Error('thrown')
      })
      t.app.use('/r', router as never)
      t.app.use((err: Error, req: object, res: Reply, _next: unknown) => {
        res.json([err.message, shown(req, res)])
      })
      expect((await t.request('/r/throw')).json()).toEqual(['thrown', '3.x'])
      expect((await t.request('/r/none')).text).toBe('Cannot GET /r/none\n')
    })
  })

  describeDialects('the middleware of a router of 3.x', ['3.x'], (t) => {
    it('serves its routes in an application', async () => {
      const router = new t.webapp.Router()
      const app = other()
      router.get('/user/:id?', ((req: Told, res: Reply) => {
        res.send(JSON.stringify([req.url, (req.params as { id?: string }).id ?? null]))
      }) as never)
      app.use('/r', router.middleware as never)
      expect((await t.requestFrom(app as never, '/r/user/7')).json()).toEqual(['/user/7', '7'])
      expect((await t.requestFrom(app as never, '/r/user')).json()).toEqual(['/user', null])
      expect((await t.requestFrom(app as never, '/r/none')).status).toBe(404)
    })
  })
})

describeDialects('applications of three dialects', ['3.x'], (t) => {
  const { '5.x': v5, '4.x': v4 } = factories as unknown as Record<string, () => App5>

  it('are each shown their own, at any depth', async () => {
    const seen: unknown[] = []
    const make = [v5, v4, v3, v5, v3, v4] as unknown as (() => App5)[]
    let parent = t.app as unknown as App5
    const expected = ['3.x', '5.x', '4.x', '3.x', '5.x', '3.x', '4.x']
    for (const create of make) {
      const sub = create()
      parent.use(note(seen))
      parent.use(sub as never)
      parent.use(note(seen))
      parent = sub
    }
    parent.use(note(seen))
    t.app.use((_req, res) => res.end())
    await t.request('/')
    expect(seen).toEqual([...expected, ...expected.slice(0, -1).reverse()])
  })

  it('nest 300 levels deep', async () => {
    const makers = [v3, v4, v5] as unknown as (() => App5)[]
    let app = v3() as unknown as App5
    app.get('/', (req, res) => void res.json([shown(req, res), req.url]))
    for (let level = 0; level < 300; level++) {
      const parent = (makers[level % 3] as () => App5)()
      parent.use(app as never)
      app = parent
    }
    expect((await t.requestFrom(app as never, '/')).json()).toEqual(['3.x', '/'])
  })

  it('show each of many requests at once its own', async () => {
    const later = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 10))
    const sub = (v5 as () => App5)()
    sub.get('/x', async (req, res, next) => {
      const before = shown(req, res)
      await later()
      Object.assign(req, { told: [before, shown(req, res)] })
      next()
    })
    t.app.use('/r', sub as never)
    t.app.get('/r/x', async (req, res) => {
      await later()
      res.json([...(req as unknown as { told: string[] }).told, shown(req, res)])
    })
    await t.port()
    const answers = await Promise.all(Array.from({ length: 20 }, () => t.request('/r/x')))
    for (const answer of answers) expect(answer.json()).toEqual(['5.x', '5.x', '3.x'])
  })
})

describeDialects(
  'an application of 3.x called in a router of another dialect',
  ['5.x', '4.x'],
  (t) => {
    it('gives the request back with the members and locals that it had', async () => {
      const old = factories['3.x']()
      old.get('/x', (_req, res, next) => {
        res.locals({ seen: true })
        next()
      })
      const router = t.webapp.Router()
      router.use(old as never)
      router.get('/x', (req, res) => {
        const { seen } = res.locals
        res.json([typeof res.locals, seen, 'accepted' in req, 'sendfile' in res])
      })
      t.app.use(router)
      const isV4 = t.dialect === '4.x'
      expect((await t.request('/x')).json()).toEqual(['object', true, false, isV4])
    })
  },
)
