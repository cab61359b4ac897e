import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('a mounted application', ['5.x', '4.x'], (t) => {
  it("is told of its parent with the 'mount' event", () => {
    const sub = t.webapp()
    const parents: unknown[] = []
    sub.on('mount', (parent) => parents.push(parent, sub.mountpath))
    t.app.use('/sub', sub)
    expect(parents).toEqual([t.app, '/sub'])
    expect(sub.parent).toBe(t.app)
  })

  it('knows the pattern or patterns it is mounted on', () => {
    const [blog, other, many] = [t.webapp(), t.webapp(), t.webapp()]
    expect(blog.mountpath).toBe('/')
    t.app.use('/blog', blog)
    t.app.use(other)
    t.app.use(['/a', '/b/:id'], many)
    expect(blog.mountpath).toBe('/blog')
    expect(other.mountpath).toBe('/')
    expect(many.mountpath).toEqual(['/a', '/b/:id'])
  })

  it('tells its whole path', () => {
    const [blog, admin] = [t.webapp(), t.webapp()]
    t.app.use('/blog', blog)
    blog.use('/admin', admin)
    expect([t.app.path(), blog.path(), admin.path()]).toEqual(['', '/blog', '/blog/admin'])
  })

  it('answers below its path, and lets go of what it has no answer for', async () => {
    const sub = t.webapp()
    sub.get('/in', (req, res) => res.json([req.baseUrl, req.url]))
    t.app.use('/sub', sub)
    t.app.get('/sub/out', (req, res) => res.json([req.baseUrl, req.url]))
    expect((await t.request('/sub/in')).json()).toEqual(['/sub', '/in'])
    expect((await t.request('/sub/out')).json()).toEqual(['', '/sub/out'])
  })

  it('hands its errors to the parent', async () => {
    const sub = t.webapp()
    sub.get('/', () => {
      throw new Error('from below')
    })
    t.app.use('/sub', sub)
    t.app.use((err: Error, req: { app: unknown }, res: Reply, _next: unknown) => {
      res.json([err.message, req.app === t.app])
    })
    expect((await t.request('/sub')).json()).toEqual(['from below', true])
  })

  it('may be mounted on several paths', async () => {
    const sub = t.webapp()
    sub.get('/', (req, res) => res.send(req.baseUrl))
    t.app.use(['/a', '/b'], sub)
    t.app.use('/c', sub)
    for (const path of ['/a', '/b', '/c']) expect((await t.request(path)).text).toBe(path)
  })

  it('is mounted among functions and routers in one call', async () => {
    const sub = t.webapp()
    const router = t.webapp.Router()
    router.get('/router', (_req, res) => res.send('router'))
    sub.get('/app', (_req, res) => res.send('app'))
    t.app.use('/x', (_req, res, next) => next(res.set('X-First', '1') && undefined), [
      router,
      [sub],
    ])
    expect((await t.request('/x/router')).text).toBe('router')
    const answer = await t.request('/x/app')
    expect([answer.text, answer.headers['x-first']]).toEqual(['app', '1'])
  })

  it('is found in the stack as mounted_app', () => {
    t.app.use('/sub', t.webapp())
    const app = t.app as unknown as { _router?: Stacked; router: Stacked }
    const { stack } = app._router ?? app.router
    expect(stack.at(-1)?.name).toBe('mounted_app')
  })

  it('inherits the prototypes of its parent', async () => {
    const sub = t.webapp()
    t.app.use('/sub', sub)
    Object.assign(t.app.response, {
      shout(this: { end(text: string): void }) {
        this.end('HEY')
      },
    })
    sub.get('/', (_req, res) => (res as unknown as { shout(): void }).shout())
    expect((await t.request('/sub')).text).toBe('HEY')
    expect(Object.getPrototypeOf(sub.request)).toBe(t.app.request)
  })

  it('gives the parent its own prototypes back', async () => {
    const sub = t.webapp()
    Object.assign(sub.response, { only: 'below' })
    sub.use((_req, _res, next) => next())
    t.app.use('/sub', sub)
    t.app.use((_req, res) => res.send(String((res as { only?: string }).only)))
    expect((await t.request('/sub')).text).toBe('undefined')
  })

  describe('settings', () => {
    it('without a default are inherited, also when set later', () => {
      const sub = t.webapp()
      t.app.use(sub)
      t.app.set('title', 'parent')
      t.app.set('view engine', 'ejs')
      expect(sub.get('title')).toBe('parent')
      expect(sub.get('view engine')).toBe('ejs')
      sub.set('title', 'own')
      expect([sub.get('title'), t.app.get('title')]).toEqual(['own', 'parent'])
    })

    it('with a default are not', () => {
      const sub = t.webapp()
      t.app.set('etag', 'strong')
      t.app.set('jsonp callback name', 'cb')
      t.app.set('views', '/elsewhere')
      t.app.use(sub)
      expect(sub.get('etag')).toBe('weak')
      expect(sub.get('jsonp callback name')).toBe('callback')
      expect(sub.get('views')).not.toBe('/elsewhere')
    })

    it("but 'trust proxy' is, when nobody set it", () => {
      const sub = t.webapp()
      t.app.enable('trust proxy')
      t.app.use(sub)
      expect(sub.enabled('trust proxy')).toBe(true)
      expect(sub.get('trust proxy fn')).toBe(t.app.get('trust proxy fn'))
    })

    it("and 'trust proxy' is not, when it was set", () => {
      const sub = t.webapp()
      sub.disable('trust proxy')
      t.app.enable('trust proxy')
      t.app.use(sub)
      expect(sub.enabled('trust proxy')).toBe(false)
    })

    it("'view cache' is not inherited in production", () => {
      const sub = t.webapp()
      const before = process.env.NODE_ENV
      process.env.NODE_ENV = 'production'
      const parent = t.webapp()
      process.env.NODE_ENV = before
      parent.use(sub)
      expect(sub.enabled('view cache')).toBe(true)
    })
  })

  it('inherits engines, and keeps its locals to itself', () => {
    const sub = t.webapp()
    const engine = () => {}
    t.app.engine('tpl', engine)
    t.app.locals.name = 'parent'
    t.app.use(sub)
    expect(sub.engines['.tpl']).toBe(engine)
    expect(sub.locals.name).toBeUndefined()
  })

  it('is recognised by handle and set, whoever made it', async () => {
    const foreign = Object.assign(() => {}, {
      handle: (_req: unknown, res: Reply) => res.end('foreign'),
      set: () => {},
      emit: (event: string, parent: unknown) => heard.push(event, parent),
    })
    const heard: unknown[] = []
    t.app.use('/foreign', foreign as never)
    expect((await t.request('/foreign')).text).toBe('foreign')
    expect(heard).toEqual(['mount', t.app])
    expect((foreign as { mountpath?: string }).mountpath).toBe('/foreign')
  })
})

interface Stacked {
  stack: { name: string }[]
}

interface Reply {
  json(body: unknown): unknown
  end(text: string): unknown
}
