import express4 from 'express4'
import express5 from 'express5'
import { afterEach, describe, expect, it } from 'vitest'
import { type Bench, describeDialects, factories } from '../support/dialects.ts'

function load() {}
function show() {}
function save() {}

const webapp5 = factories['5.x']
const webapp4 = factories['4.x']
const webapp3 = factories['3.x']

describeDialects('webapp.routes(app)', ['5.x', '4.x', '3.x'], (t) => {
  it('lists method, whole path, dialect and handlers, in order', () => {
    t.app.get('/', () => {})
    t.app.get('/users/:id', load, [show])
    t.app.post('/users', save)
    expect(t.webapp.routes(t.app)).toEqual([
      entry(t, 'GET', '/', '<anonymous>'),
      entry(t, 'GET', '/users/:id', 'load', 'show'),
      entry(t, 'POST', '/users', 'save'),
    ])
  })

  it('is empty for an application without routes, and starts nothing', () => {
    expect(t.webapp.routes(t.app)).toEqual([])
    t.app.enable('case sensitive routing')
    t.app.get('/Users', show)
    const listed = t.webapp.routes(t.app)
    expect(listed).toEqual([entry(t, 'GET', '/Users', 'show')])
  })

  it('sees settings that come after it', async () => {
    t.webapp.routes(t.app)
    t.app.enable('case sensitive routing')
    t.app.get('/Users', (_req, res) => res.send('upper'))
    expect((await t.request('/users')).status).toBe(404)
  })

  it('shows routes that were added and taken away later', () => {
    t.app.get('/first', show)
    t.webapp.routes(t.app)
    t.app.get('/second', show)
    expect(paths(t)).toEqual(['/first', '/second'])
  })

  it('shows expressions and each path of a list', () => {
    t.app.get(['/a', ['/b/:id']] as never, show)
    t.app.get(/^\/c(\d+)$/i, show)
    expect(paths(t)).toEqual(['/a', '/b/:id', '/^\\/c(\\d+)$/i'])
  })

  it('shows app.all as one route', () => {
    t.app.get('/', show)
    t.app.all('/any', load, show)
    expect(t.webapp.routes(t.app).filter(({ path }) => path === '/any')).toEqual([
      entry(t, 'ALL', '/any', 'load', 'show'),
    ])
  })

  it('goes through mounted applications, with the patterns of their mounts', () => {
    const [blog, admin] = [t.webapp(), t.webapp()]
    admin.get('/', show)
    blog.get('/:post', show)
    blog.use('/admin', admin as never)
    t.app.use('/blog', blog as never)
    expect(paths(t)).toEqual(['/blog/:post', '/blog/admin'])
  })

  it('passes over middleware and holes', () => {
    t.app.use(load as never)
    t.app.use('/files', t.webapp.static('.') as never)
    t.app.get('/', show)
    expect(paths(t)).toEqual(['/'])
  })

  it.each([undefined, null, 5, 'app', {}, () => {}])('refuses %j', (value) => {
    const { routes, printRoutes } = t.webapp
    expect(() => routes(value as never)).toThrow(/^routes takes an application or a router, got /)
    expect(() => printRoutes(value as never)).toThrow(TypeError)
  })

  it('is not among the members that are listed', () => {
    expect(Object.keys(t.webapp)).not.toContain('routes')
    expect(Object.keys(t.webapp)).not.toContain('printRoutes')
  })
})

describeDialects('webapp.routes(router)', ['5.x', '4.x'], (t) => {
  it('lists the routes of a router', () => {
    const router = t.webapp.Router()
    router.route('/book/:id').get(load, show).put(save).all(load)
    expect(t.webapp.routes(router)).toEqual([
      entry(t, 'GET', '/book/:id', 'load', 'show'),
      entry(t, 'PUT', '/book/:id', 'save'),
      entry(t, 'ALL', '/book/:id', 'load'),
    ])
  })

  it('goes through nested routers, with parameters and lists in mount paths', () => {
    const [outer, inner] = [t.webapp.Router(), t.webapp.Router()]
    inner.get('/', show)
    inner.get('/x', show)
    outer.use(['/a', '/b/:c'], inner)
    t.app.use('/:tenant', outer)
    t.app.use(inner)
    const each = ['/:tenant/a', '/:tenant/a/x', '/:tenant/b/:c', '/:tenant/b/:c/x']
    expect(paths(t)).toEqual([...each, '/', '/x'])
  })

  it('ends where a router is mounted in itself', () => {
    const router = t.webapp.Router()
    router.get('/x', show)
    router.use('/again', router)
    expect(t.webapp.routes(router).map(({ path }) => path)).toEqual(['/x'])
  })

  it('knows nothing of routes that lost their layer', () => {
    const router = t.webapp.Router()
    router.get('/x', show).get('/y', show)
    router.stack.shift()
    expect(t.webapp.routes(router).map(({ path }) => path)).toEqual(['/y'])
  })
})

describe('webapp.routes in 3.x', () => {
  it('lists a router, and app.routes with a record removed', () => {
    const router = new webapp3.Router()
    router.get('/x/:id?', show)
    router.all('/all', load)
    const listed = webapp3.routes(router).map(({ method, path }) => `${method} ${path}`)
    expect(listed).toEqual(['GET /x/:id?', 'ALL /all'])
    router.map.get?.shift()
    expect(webapp3.routes(router)[0]).toMatchObject({ path: '/all' })
  })

  it('finds the router of another application by its middleware', () => {
    const router = new webapp3.Router()
    router.get('/x', show)
    const app = webapp3()
    app.use('/sub', router.middleware)
    app.use(new webapp3.Router().middleware)
    expect(webapp3.routes(app).map(({ path }) => path)).toEqual(['/sub/x'])
  })

  it('keeps routes of the same handlers apart that are not of every method', () => {
    const app = webapp3()
    app.get('/x', show)
    app.post('/x', show)
    app.get('/x', show)
    const listed = webapp3.routes(app).map(({ method, path }) => `${method} ${path}`)
    expect(listed).toEqual(['GET /x', 'GET /x', 'POST /x'])
  })
})

describe('webapp.routes with several dialects', () => {
  it('tells the dialect of each route', () => {
    const app = webapp5()
    const [old, oldest] = [webapp4(), webapp3()]
    app.get('/{:id}', show)
    old.get('/x/:id?', show)
    old.get('*', show)
    oldest.get('/y/:id?', show)
    oldest.use('/router', webapp5.Router().get('/z', show))
    app.use('/old', old)
    old.use('/oldest', oldest)
    expect(webapp5.routes(app).map(({ dialect, path }) => `${dialect} ${path}`)).toEqual([
      '5.x /{:id}',
      '4.x /old/x/:id?',
      '4.x /old/*',
      '3.x /old/oldest/y/:id?',
      '5.x /old/oldest/router/z',
    ])
  })

  it('goes through applications and routers of Express, as far as these tell', () => {
    const app = webapp5()
    for (const [name, express] of Object.entries({ five: express5, four: express4 })) {
      const [sub, router, inner] = [express(), express.Router(), express.Router()]
      inner.get('/x', show)
      router.use('/of/:id', inner)
      router.use(inner)
      sub.get('/y', load, show)
      app.use(`/${name}-app`, sub as never)
      app.use(`/${name}`, router as never)
    }
    expect(webapp5.routes(app).map(({ path }) => path)).toEqual([
      '/five-app/y',
      '/five/(unknown)/x', // The layers of 5.x keep no path.
      '/five/x',
      '/four-app/y',
      '/four/of/:id/x',
      '/four/x',
    ])
    expect(webapp5.routes(app)[0]).toEqual({
      method: 'GET',
      path: '/five-app/y',
      dialect: undefined,
      handlers: ['load', 'show'],
      location: undefined,
    })
    expect(webapp5.routes(express4())).toEqual([])
  })
})

describeDialects('WEBAPP_ROUTE_LOCATIONS', ['5.x', '4.x', '3.x'], (t) => {
  afterEach(() => {
    delete process.env.WEBAPP_ROUTE_LOCATIONS
  })

  it('tells where routes were registered while it was set', () => {
    process.env.WEBAPP_ROUTE_LOCATIONS = '1'
    t.app.get('/a', show)
    t.app.all('/b', show)
    delete process.env.WEBAPP_ROUTE_LOCATIONS
    t.app.get('/c', show)
    const [a, b, c] = ['/a', '/b', '/c'].map(
      (path) => t.webapp.routes(t.app).find((each) => each.path === path)?.location,
    )
    const line = (place: string | undefined) => {
      return Number(/webapp\.routes\.test\.ts:(\d+):\d+$/.exec(String(place))?.[1])
    }
    expect(line(b)).toBe(line(a) + 1)
    expect(c).toBeUndefined()
    expect(t.webapp.printRoutes(t.app)).toContain(`GET /a  show  ${a}`)
  })
})

describe('webapp.printRoutes(app)', () => {
  it('draws the routes as a tree, and tells where the dialect changes', () => {
    const [app, api, books, old] = [webapp5(), webapp5.Router(), webapp5.Router(), webapp3()]
    app.get('/', function home() {})
    api.get('/users/:id', load, show)
    api.post('/users', save)
    books.get('/:isbn', show)
    api.use('/books', books)
    app.use('/api', api)
    old.get('/page.:format?', show)
    app.use('/old', old as never)
    app.all('/ping', () => {})
    expect(webapp5.printRoutes(app)).toBe(
      `
app 5.x
├─ GET /  home
├─ /api (router)
│  ├─ GET /users/:id  load, show
│  ├─ POST /users  save
│  └─ /books (router)
│     └─ GET /:isbn  show
├─ /old (app 3.x)
│  └─ GET /page.:format?  show
└─ ALL /ping  <anonymous>
`.trim(),
    )
  })

  it('draws what has no routes', () => {
    expect(webapp5.printRoutes(webapp5())).toBe('app')
    expect(webapp5.printRoutes(webapp4.Router())).toBe('router')
  })

  it('names what is of another package', () => {
    const app = webapp4().use('/x', express4.Router().get('/y', show) as never)
    app.get('/', show)
    expect(webapp4.printRoutes(app)).toBe(
      ['app 4.x', '├─ /x (router of another package)', '│  └─ GET /y  show', '└─ GET /  show'].join(
        '\n',
      ),
    )
  })
})

function entry(
  { dialect }: { dialect: string },
  method: string,
  path: string,
  ...handlers: string[]
) {
  return { method, path, dialect, handlers, location: undefined }
}

function paths({ app, webapp }: Pick<Bench, 'app' | 'webapp'>): string[] {
  return webapp.routes(app).map(({ path }) => path)
}
