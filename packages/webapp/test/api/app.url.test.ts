import { describe, expect, it } from 'vitest'
import type { Request, Response } from '../../src/types/v5/public.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

const dialects = ['5.x', '4.x', '3.x'] as const
type Dialect = (typeof dialects)[number]
type App = ReturnType<(typeof factories)['5.x']>
interface Named {
  url(params?: object, options?: object): string
  get(handler: object): unknown
}

function sendParams({ params }: Request, res: Response): void {
  res.json({ ...params })
}

/** A named route, which 3.x creates with another function. */
function nameRoute(dialect: Dialect, holder: object, path: unknown, name: string): Named {
  const { route, namedRoute } = holder as Record<string, (...args: unknown[]) => Named>
  const created = (dialect === '3.x' ? namedRoute : route)?.call(holder, path, { name }) as Named
  created.get(sendParams)
  return created
}

/** A path with an optional last parameter, in the grammar of a dialect. */
function optional(dialect: Dialect, base: string, name: string): string {
  return dialect === '5.x' ? `${base}{/:${name}}` : `${base}/:${name}?`
}

describeDialects('app.url(name, params, options)', dialects, (t) => {
  const nameIn = (holder: object, path: unknown, name: string) =>
    nameRoute(t.dialect, holder, path, name)
  const appOf = () => t.app as unknown as App
  const subOf = () => t.webapp() as unknown as App

  it('writes the path of the route that has the name', async () => {
    const app = appOf()
    const user = nameIn(app, '/users/:id', 'user')
    nameIn(app, '/', 'home')
    expect(app.url('home')).toBe('/')
    expect(app.url('user', { id: 7 })).toBe('/users/7')
    expect(user.url({ id: 7n })).toBe('/users/7')
    const url = user.url({ id: 'a/b é?#%' })
    expect(url).toBe('/users/a%2Fb%20%C3%A9%3F%23%25')
    expect((await t.request(url)).json()).toEqual({ id: 'a/b é?#%' })
  })

  it('adds a query: several values of a name, and none for undefined', () => {
    const app = appOf()
    nameIn(app, '/', 'home')
    const query = { tab: 'a b', tags: ['x', 'é&'], none: undefined, empty: [], on: true, n: 1 }
    expect(app.url('home', {}, { query })).toBe('/?tab=a+b&tags=x&tags=%C3%A9%26&on=true&n=1')
    expect(app.url('home', {}, { query: new URLSearchParams('a=1&a=2') })).toBe('/?a=1&a=2')
    expect(app.url('home', {}, { query: {} })).toBe('/')
    const at = (value: unknown) => () => app.url('home', {}, { query: { at: value } })
    for (const value of [new Date(0), Symbol('s'), NaN, () => 1, [{}]]) {
      expect(at(value)).toThrow("url('home'): the query parameter 'at' is")
    }
    const round: Record<string, unknown> = {}
    round.at = round
    app.set('query parser', 'extended')
    expect(at(round)).toThrow('contains itself')
  })

  it('writes objects in the query if the query parser reads them', async () => {
    const app = appOf()
    nameIn(app, '/', 'home')
    app.get('/query', (req, res) => res.json(req.query))
    nameIn(app, '/query', 'query')
    const query = { filter: { name: 'ann', tags: ['a', 'b'] } }
    app.set('query parser', 'extended')
    const url = app.url('query', {}, { query })
    expect(url).toBe('/query?filter%5Bname%5D=ann&filter%5Btags%5D=a&filter%5Btags%5D=b')
    expect((await t.request(url)).json()).toEqual(query)
    app.set('query parser', 'simple')
    expect(() => app.url('query', {}, { query })).toThrow(
      "url('query'): the query parameter 'filter' is an object, which the query parser of the application does not read",
    )
  })

  it('leaves out what is optional, and names what is missing', () => {
    const app = appOf()
    nameIn(app, optional(t.dialect, '/list/:kind', 'page'), 'list')
    expect(app.url('list', { kind: 'a' })).toBe('/list/a')
    expect(app.url('list', { kind: 'a', page: 2, other: 'ignored' })).toBe('/list/a/2')
    expect(app.url('list', { kind: 'a', page: null })).toBe('/list/a')
    for (const params of [undefined, {}, { page: 2 }, { kind: undefined }]) {
      expect(() => app.url('list', params)).toThrow("url('list'): the parameter 'kind' of /list/")
    }
    expect(() => app.url('list', { kind: 'a', page: '' })).toThrow("'page' of /list")
    expect(() => app.url('list', { kind: '' })).toThrow("'kind'")
  })

  it('refuses values that are no text', () => {
    const app = appOf()
    const user = nameIn(app, '/users/:id', 'user')
    const odd = [{}, [], ['a'], Symbol('s'), () => 1, NaN, Infinity, new Date(0), new Map()]
    for (const id of odd) {
      expect(() => app.url('user', { id })).toThrow(
        /^url\('user'\): the parameter 'id' of \/users\/:id is .*\. Pass a string or a number\.$/,
      )
    }
    expect(() => user.url({ id: '\ud800' })).toThrow('a half of a surrogate pair')
    for (const params of [7, 'ann', true]) {
      expect(() => app.url('user', params as never)).toThrow('Pass an object, such as { id: 7 }')
    }
  })

  it('refuses segments that clients remove, and paths that name another host', () => {
    const app = appOf()
    nameIn(app, '/files/:name', 'file')
    nameIn(app, t.dialect === '5.x' ? '/*all' : '/*', 'all')
    const wild = (value: unknown) => (t.dialect === '5.x' ? { all: value } : { 0: value })
    for (const name of ['.', '..']) {
      expect(() => app.url('file', { name })).toThrow("clients resolve the segments '.' and '..'")
      expect(() => app.url('all', wild(['a', name, 'b']))).toThrow('clients resolve')
    }
    expect(app.url('file', { name: '...' })).toBe('/files/...')
    expect(app.url('file', { name: '%2e%2e' })).toBe('/files/%252e%252e')
    expect(() => app.url('all', wild('/evil.example'))).toThrow('names another host')
    expect(() => app.url('all', wild(['', 'evil.example']))).toThrow('names another host')
    expect(app.url('all', wild('\\evil.example'))).toBe('/%5Cevil.example')
  })

  it('keeps the segments of wildcards', async () => {
    const app = appOf()
    nameIn(app, t.dialect === '5.x' ? '/files/*path' : '/files/*', 'file')
    const key = t.dialect === '5.x' ? 'path' : '0'
    expect(app.url('file', { [key]: 'a/b c' })).toBe('/files/a/b%20c')
    const url = app.url('file', { [key]: ['a', 7, 'b c'] })
    expect(url).toBe('/files/a/7/b%20c')
    const { params } = { params: (await t.request(url)).json() as Record<string, unknown> }
    expect(params).toEqual({ [key]: t.dialect === '5.x' ? ['a', '7', 'b c'] : 'a/7/b c' })
  })

  it('does not take members that every object has for parameters', async () => {
    const app = appOf()
    nameIn(app, '/a/:constructor/:toString', 'odd')
    expect(() => app.url('odd', {})).toThrow("the parameter 'constructor'")
    expect(app.url('odd', { constructor: 'x', toString: 'y' })).toBe('/a/x/y')
    nameIn(app, '/b/:__proto__', 'proto')
    expect(() => app.url('proto', {})).toThrow("the parameter '__proto__'")
    const given = JSON.parse('{ "__proto__": "x" }') as object
    if (t.dialect === '5.x') expect(app.url('proto', given)).toBe('/b/x')
    // Express loses this parameter in the other dialects.
    else expect(() => app.url('proto', given)).toThrow('would be read with __proto__')
    class User {
      get id() {
        return 7
      }
    }
    nameIn(app, '/users/:id', 'user')
    expect(app.url('user', new User())).toBe('/users/7')
  })

  it('takes any text for a name', () => {
    const app = appOf()
    for (const name of ['__proto__', 'constructor', 'toString', 'a\nb', ' ']) {
      expect(() => app.url(name)).toThrow('no route has this name')
      nameIn(app, `/${encodeURIComponent(name)}`, name)
      expect(app.url(name)).toBe(`/${encodeURIComponent(name)}`)
    }
    expect(() => app.url('__proto')).toThrow(
      "url('__proto'): no route has this name. Known are '__proto__', 'constructor', 'toString',",
    )
    for (const name of [undefined, 7, null, {}, Symbol('s')]) {
      expect(() => app.url(name as never)).toThrow('the name of a route is a string')
    }
    for (const name of ['', 7, null, {}]) {
      expect(() => nameIn(app, '/x', name as never)).toThrow(
        "route('/x'): the name must be a string that is not empty",
      )
    }
  })

  it('refuses regular expressions, and paths that no client can send', () => {
    const app = appOf()
    nameIn(app, /^\/x/, 'regexp')
    expect(() => app.url('regexp')).toThrow('the path /^\\/x/ is a regular expression')
    nameIn(app, '/caf\u00e9', 'literal')
    expect(() => app.url('literal')).toThrow("Write '%C3%A9'")
    nameIn(app, '/a b', 'space')
    expect(() => app.url('space')).toThrow("no URL has ' '")
    if (t.dialect === '5.x') return
    nameIn(app, '/[ab]', 'class')
    expect(() => app.url('class')).toThrow("'[' in it is a part of a regular expression")
  })

  it('compares values with the patterns of app.param', () => {
    const app = appOf()
    app.param('id', /^\d+$/)
    nameIn(app, '/users/:id', 'user')
    expect(app.url('user', { id: 7 })).toBe('/users/7')
    const message =
      "url('user'): the parameter 'id' of /users/:id is 'ann', which does not fit /^\\d+$/."
    expect(() => app.url('user', { id: 'ann' })).toThrow(message)
    app.param('id', /^.{1,2}$/)
    expect(() => app.url('user', { id: 777 })).toThrow('does not fit /^.{1,2}$/')
  })

  it('tests each value anew, whatever the flags of a pattern', async () => {
    const app = appOf()
    app.param('id', /\d+/y)
    app.param('name', /^[a-c]+$/gi)
    nameIn(app, '/users/:id/:name', 'user')
    const values = { id: '7', name: 'ABC' }
    for (let call = 0; call < 3; call++) {
      expect(app.url('user', values)).toBe('/users/7/ABC')
      expect((await t.request('/users/7/ABC')).json()).toEqual(values)
    }
    expect(() => app.url('user', { id: 'x7', name: 'a' })).toThrow('does not fit /\\d+/y')
  })

  it('takes a query and a mount path as options, and nothing else', () => {
    const app = appOf()
    nameIn(app, '/', 'home')
    const at = (options: unknown) => () => app.url('home', {}, options as never)
    expect(at({ hash: 'x' })).toThrow('the option hash is unknown')
    expect(at('x')).toThrow('takes an object of options')
    expect(at({ mount: 7 })).toThrow('mount is a mount path, got 7')
    expect(at({ query: 'a=1' })).toThrow('the query is')
  })

  it('includes the paths of applications', async () => {
    const [app, blog, admin] = [appOf(), subOf(), subOf()]
    nameIn(admin, '/', 'admin')
    const post = nameIn(blog, '/posts/:id', 'post')
    nameIn(app, '/top', 'top')
    blog.use('/admin', admin)
    app.use('/blog', blog)
    expect(app.url('post', { id: 1 })).toBe('/blog/posts/1')
    expect(blog.url('post', { id: 1 })).toBe('/blog/posts/1')
    expect(post.url({ id: 1 })).toBe('/blog/posts/1')
    expect(app.url('admin')).toBe('/blog/admin')
    expect((await t.request('/blog/admin')).status).toBe(200)
    // A name of an application around it.
    expect(admin.url('top')).toBe('/top')
  })

  it('names the paths if there are several, unless it is told which', () => {
    const [app, shared] = [appOf(), subOf()]
    const post = nameIn(shared, '/posts/:id', 'post')
    app.use('/v1', shared)
    expect(post.url({ id: 1 })).toBe('/v1/posts/1')
    app.use('/v2', shared)
    for (const url of [() => post.url({ id: 1 }), () => app.url('post', { id: 1 })]) {
      expect(url).toThrow(
        "it stands for several paths: /v1/posts/:id, /v2/posts/:id. Choose one with the option mount, such as { mount: '/v1' }.",
      )
    }
    expect(app.url('post', { id: 1 }, { mount: '/v2' })).toBe('/v2/posts/1')
    expect(post.url({ id: 1 }, { mount: '/v1/' })).toBe('/v1/posts/1')
    expect(() => app.url('post', { id: 1 }, { mount: '/v3' })).toThrow(
      "nothing is mounted at '/v3'. Its mount paths are '/v1', '/v2'",
    )
  })

  it('names the routes if several have the name, and prefers those nearby', () => {
    const [app, blog] = [appOf(), subOf()]
    nameIn(app, '/a', 'page')
    nameIn(app, '/b', 'page')
    expect(() => app.url('page')).toThrow(
      "url('page'): several routes have this name: /a, /b. Rename all but one.",
    )
    nameIn(blog, '/c', 'page')
    app.use('/blog', blog)
    expect(blog.url('page')).toBe('/blog/c')
    expect(app.url('page', {}, { mount: '/blog' })).toBe('/blog/c')
  })

  it('follows routes and mounts that are added', () => {
    const [app, blog] = [appOf(), subOf()]
    expect(() => app.url('post')).toThrow("Give it one: app.route('/users/:id', { name: 'user' })")
    app.use('/blog', blog)
    expect(() => app.url('post')).toThrow('no route has this name')
    nameIn(blog, '/post', 'post')
    expect(app.url('post')).toBe('/blog/post')
    app.use('/news', blog)
    expect(() => app.url('post')).toThrow('several paths')
  })

  it('gives way to a property of the program', () => {
    const app = appOf() as unknown as Record<string, unknown>
    expect(Object.keys(app)).not.toContain('url')
    expect(Object.keys(app)).not.toContain('remove')
    app.url = 'https://example.com'
    app.remove = 7
    expect([app.url, app.remove]).toEqual(['https://example.com', 7])
    expect(Object.keys(app)).toEqual(expect.arrayContaining(['url', 'remove']))
  })

  it('is a part of the lists of routes', () => {
    const app = appOf()
    nameIn(app, '/users/:id', 'user')
    app.get('/plain', sendParams)
    const [named, plain] = t.webapp.routes(app)
    expect(named).toMatchObject({ method: 'GET', path: '/users/:id', name: 'user' })
    expect(plain).not.toHaveProperty('name')
    expect(t.webapp.printRoutes(app)).toContain('GET /users/:id [user]  sendParams\n')
  })

  it('is url in views if the setting is on', async () => {
    const app = appOf()
    nameIn(app, '/users/:id', 'user')
    class View {
      readonly path = 'x'
      render(locals: { url?: unknown; id: number }, done: (error: unknown, text?: string) => void) {
        const { url, id } = locals
        done(null, typeof url === 'function' ? String(url('user', { id })) : String(url))
      }
    }
    app.set('view', View)
    app.get('/view', (_req, res) => res.render('x', { id: 7 }))
    app.get('/own', (_req, res) => res.render('x', { url: 'of the program' }))
    const texts = async () => [(await t.request('/view')).text, (await t.request('/own')).text]
    expect(await texts()).toEqual(['undefined', 'of the program'])
    app.enable('url in views')
    expect(await texts()).toEqual(['/users/7', 'of the program'])
  })

  it('serves its URLs over HTTP/2', async () => {
    const app = appOf()
    nameIn(app, '/users/:id', 'user')
    const link = await startHttp2(app)
    expect((await link.ask(app.url('user', { id: 'a/b é' }))).text).toBe('{"id":"a/b é"}')
  })
})

describeDialects('router.url and route.url', ['5.x', '4.x'], (t) => {
  it('include mount paths with parameters', async () => {
    const router = t.webapp.Router({ mergeParams: true })
    const post = router.route('/posts/:post', { name: 'post' }).get(sendParams)
    t.app.use(optional(t.dialect, '/:org', 'lang'), router)
    expect(post.url({ org: 'a b', lang: 'de', post: 1 })).toBe('/a%20b/de/posts/1')
    // Without a language, the mount would take the next segment for it.
    expect(() => post.url({ org: 'a', post: 1 })).toThrow("would not match the URL '/a/posts/1'")
    const url = router.url('post', { org: 'acme', lang: 'en', post: 1 })
    expect((await t.request(url)).json()).toEqual({ org: 'acme', lang: 'en', post: '1' })
    expect(() => post.url({ post: 1 })).toThrow("the parameter 'org' of /:org")
  })

  it('take each path of a mount for a place, and the first path of a route', () => {
    const router = t.webapp.Router()
    router.route(['/posts/:post', '/p/:post'], { name: 'post' })
    t.app.use(['/en', '/de'], router)
    expect(t.app.url('post', { post: 1 }, { mount: '/de' })).toBe('/de/posts/1')
    expect(() => t.app.url('post', { post: 1 })).toThrow('/en/posts/:post, /de/posts/:post')
  })

  it('refuse a mount that is a regular expression', () => {
    const router = t.webapp.Router()
    const post = router.route('/post')
    t.app.use(/^\/x/, router)
    expect(() => post.url()).toThrow('the path /^\\/x/ is a regular expression')
  })

  it('need to be told the path if no application mounts the router', () => {
    const router = t.webapp.Router()
    const post = router.route('/posts/:id', { name: 'post' })
    expect(() => post.url({ id: 1 })).toThrow('its router is not mounted in an application')
    expect(post.url({ id: 1 }, { mount: '/' })).toBe('/posts/1')
    expect(router.url('post', { id: 1 }, { mount: '/api/' })).toBe('/api/posts/1')
    t.app.use('/in', router)
    expect(post.url({ id: 1 })).toBe('/in/posts/1')
  })

  it('need no name, but a router', () => {
    const route = t.app.route('/users/:id')
    expect(route.url({ id: 7 })).toBe('/users/7')
    const lone = new t.webapp.Route('/x')
    expect(() => lone.url()).toThrow(
      "url() of the route '/x': the route was not created by a router",
    )
  })

  it('find the way out of routers that are mounted in each other', () => {
    const [one, two] = [t.webapp.Router(), t.webapp.Router()]
    const x = one.route('/x', { name: 'x' })
    one.use('/two', two)
    two.use('/one', one)
    expect(() => x.url()).toThrow('its router is not mounted in an application')
    t.app.use('/in', one)
    one.use('/itself', one)
    expect(x.url()).toBe('/in/x')
    expect(two.url('x')).toBe('/in/x')
  })

  it('go through the router that is asked', () => {
    const [one, two, shared] = [t.webapp.Router(), t.webapp.Router(), t.webapp.Router()]
    shared.route('/x', { name: 'x' })
    t.app.use('/1', one.use('/in', shared))
    t.app.use('/2', two.use('/in', shared))
    expect(one.url('x')).toBe('/1/in/x')
    expect(two.url('x')).toBe('/2/in/x')
    expect(() => t.app.url('x')).toThrow('several paths')
  })

  it('ignore other arguments of route', () => {
    const odd = [sendParams, 'x', 7, null, [], { other: 1 }, { name: undefined }]
    for (const argument of odd) t.app.route('/x', argument as never).get(sendParams)
    for (const route of t.webapp.routes(t.app)) expect(route).not.toHaveProperty('name')
  })

  it('pass no argument to a replaced router.route that Express would not pass', () => {
    if (t.dialect === '4.x') t.app.use((_req, _res, next) => next())
    const key = t.dialect === '4.x' ? '_router' : 'router'
    const target = (t.app as unknown as Record<string, Record<string, unknown>>)[key]
    if (target === undefined) throw new Error('The application has no router.')
    const seen: unknown[] = []
    const original = target.route as (...args: unknown[]) => unknown
    target.route = function (this: unknown, ...args: unknown[]) {
      seen.push(args)
      return original.apply(this, args)
    }
    t.app.route('/a', sendParams as never)
    t.app.route('/b', { name: 'b' })
    expect(seen).toEqual([['/a'], ['/b', { name: 'b' }]])
  })
})

describe('app.url among dialects', () => {
  it('writes each path in the grammar of its router', async () => {
    const [app, four, three] = [factories['5.x'](), factories['4.x'](), factories['3.x']()]
    nameRoute('4.x', four, '/four/:id(\\d+)/*', 'four')
    nameRoute('3.x', three, '/three/:id?', 'three')
    app.use('/{:lang/}in', four as never)
    four.use('/deep', three as never)
    expect(app.url('four', { id: 7, 0: 'a/b' })).toBe('/in/four/7/a/b')
    expect(app.url('three', { lang: 'en', id: 7 })).toBe('/en/in/deep/three/7')
    expect(three.url('three')).toBe('/in/deep/three')
    expect((await app.inject(three.url('three', { lang: 'de', id: 1 }))).statusCode).toBe(200)
    expect(() => app.url('four', { id: 'x', 0: '' })).toThrow("is 'x', which does not fit (\\d+)")
  })

  it('counts the methods of a path in 3.x once', () => {
    const app = factories['3.x']()
    const user = app.namedRoute('/users/:id', { name: 'user' })
    expect(() => user.url({ id: 7 })).toThrow('the route has no handlers')
    user.get(sendParams as never).all(sendParams as never)
    expect(user.url({ id: 7 })).toBe('/users/7')
    expect(app.url('user', { id: 7 })).toBe('/users/7')
    expect(() => app.namedRoute('', { name: 'x' })).toThrow('namedRoute() requires a path')
  })
})
