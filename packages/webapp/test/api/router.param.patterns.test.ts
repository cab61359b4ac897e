import { expect, it } from 'vitest'
import { describe as describeApi } from '../../src/openapi.ts'
import type { Express, RequestHandler } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

const sendParams: RequestHandler = (req, res) => {
  res.json({ ...req.params })
}

function sendText(text: string): RequestHandler {
  return (_req, res) => {
    res.end(text)
  }
}

describeDialects('app.param(name, pattern)', ['5.x', '4.x', '3.x'], (t) => {
  function appOf(): Express {
    return t.app as unknown as Express
  }

  it('tries the next route if a value does not fit', async () => {
    const app = appOf()
    expect(app.param('id', /^\d+$/)).toBe(app)
    app.get('/users/:id', sendParams)
    app.get('/users/:name', sendText('name'))
    expect((await t.request('/users/7')).json()).toEqual({ id: '7' })
    expect((await t.request('/users/ann')).text).toBe('name')
    expect((await t.request('/users/7x')).text).toBe('name')
  })

  it('applies to routes that were registered before, and to decoded values', async () => {
    const app = appOf()
    app.get('/:name', sendParams)
    app.param('name', /^a b$/)
    expect((await t.request('/a%20b')).json()).toEqual({ name: 'a b' })
    expect((await t.request('/a%20c')).status).toBe(404)
  })

  it('takes several names, and several patterns for a name', async () => {
    const app = appOf()
    app.param(['from', 'to'], /^\d+$/)
    app.param('to', /^.{1,3}$/)
    app.get('/:from/:to', sendParams)
    expect((await t.request('/1/234')).json()).toEqual({ from: '1', to: '234' })
    for (const path of ['/x/1', '/1/x', '/1/2345']) {
      expect((await t.request(path)).status).toBe(404)
    }
  })

  it('runs no callback for a value that does not fit', async () => {
    const app = appOf()
    const seen: unknown[] = []
    app.param('id', (_req, _res, next, value) => next(void seen.push(value)))
    app.param('id', /^\d+$/)
    app.get('/:id', sendParams)
    await t.request('/x')
    await t.request('/7')
    expect(seen).toEqual(['7'])
  })

  it('tests each value anew, whatever the flags', async () => {
    const app = appOf()
    app.param('id', /^[a-c]+$/giy)
    app.get('/:id', sendParams)
    for (const id of ['abc', 'ABC', 'abc', 'aab']) {
      expect((await t.request(`/${id}`)).json()).toEqual({ id })
    }
    expect((await t.request('/d')).status).toBe(404)
  })

  it('begins at the start of a value with the flag y, as in a path', async () => {
    const app = appOf()
    app.param('id', /\d+/y)
    app.get('/:id', sendParams)
    for (const id of ['7', '77', '7x']) expect((await t.request(`/${id}`)).status).toBe(200)
    expect((await t.request('/x7')).status).toBe(404)
  })

  it('leaves a parameter that is missing alone', async () => {
    const app = appOf()
    app.param('page', /^\d+$/)
    app.get(t.dialect === '5.x' ? '/list{/:page}' : '/list/:page?', sendText('list'))
    expect((await t.request('/list')).text).toBe('list')
    expect((await t.request('/list/2')).text).toBe('list')
    expect((await t.request('/list/x')).status).toBe(404)
  })

  it('leaves other paths out of 405 and OPTIONS', async () => {
    const app = appOf()
    app.enable('method not allowed')
    app.set('env', 'test')
    app.param('id', /^\d+$/)
    app.get('/users/:id', sendParams)
    app.post('/users/:name', sendParams)
    const allowed = async (path: string, method: string) => {
      const { status, headers } = await t.request(path, { method })
      return [status, headers.allow?.split(/, ?/).sort().join()]
    }
    expect(await allowed('/users/7', 'PUT')).toEqual([405, 'GET,HEAD,POST'])
    expect(await allowed('/users/ann', 'PUT')).toEqual([405, 'POST'])
    expect(await allowed('/users/ann', 'OPTIONS')).toEqual([200, 'POST'])
    expect((await t.request('/users/ann')).status).toBe(405)
  })

  it('is a part of the list of routes and of documents', () => {
    const app = appOf()
    app.param('id', /^\d+$/)
    app.param('other', /x/)
    app.get('/users/:id', sendParams)
    app.get('/plain', sendParams)
    const [route, plain] = t.webapp.routes(app)
    expect(route).toMatchObject({ path: '/users/:id', parameters: { id: '/^\\d+$/' } })
    expect(plain).not.toHaveProperty('parameters')
    expect(t.webapp.printRoutes(app)).toContain('GET /users/:id (id: /^\\d+$/)  sendParams')
    const { paths } = describeApi(app, { info: { title: 'A', version: '1' } })
    expect(paths['/users/{id}']?.get?.parameters).toMatchObject([
      { name: 'id', in: 'path', schema: { type: 'string', pattern: '^(?:\\d+)$' } },
    ])
  })

  it('applies over HTTP/2', async () => {
    const app = appOf()
    app.param('id', /^\d+$/)
    app.get('/:id', sendParams)
    const link = await startHttp2(app)
    expect((await link.ask('/7')).text).toBe('{"id":"7"}')
    expect((await link.ask('/x')).status).toBe(404)
  })
})

describeDialects('router.param(name, pattern)', ['5.x', '4.x'], (t) => {
  it('applies to its router alone, and to mounts and middleware in it', async () => {
    const [router, inner] = [t.webapp.Router(), t.webapp.Router({ mergeParams: true })]
    router.param('org', /^[a-z]+$/)
    inner.param('id', /^\d+$/)
    inner.get('/:id', sendParams)
    router.use('/:org', inner)
    router.use('/:org/x', sendText('middleware'))
    t.app.use('/in', router)
    t.app.get('/out/:org/:id', sendParams)
    expect((await t.request('/in/acme/7')).json()).toEqual({ org: 'acme', id: '7' })
    expect((await t.request('/in/ACME/7')).status).toBe(404)
    expect((await t.request('/in/acme/x')).text).toBe('middleware')
    expect((await t.request('/in/1/x')).status).toBe(404)
    expect((await t.request('/out/1/x')).json()).toEqual({ org: '1', id: 'x' })
  })

  it('lists the patterns of all routers', () => {
    const [router, inner] = [t.webapp.Router(), t.webapp.Router()]
    router.param('org', /^[a-z]+$/)
    inner.param('id', /^(?:a|b)$/i)
    inner.get('/:id', sendParams)
    router.use('/:org', inner)
    t.app.use(router)
    expect(t.webapp.routes(t.app)).toMatchObject([
      { path: '/:org/:id', parameters: { org: '/^[a-z]+$/', id: '/^(?:a|b)$/i' } },
    ])
    expect(t.webapp.printRoutes(t.app)).toContain('/:org (org: /^[a-z]+$/) (router')
    const { paths } = describeApi(t.app, { info: { title: 'A', version: '1' } })
    const [org, id] = paths['/{org}/{id}']?.get?.parameters ?? []
    expect(org).toMatchObject({ schema: { pattern: '^(?:[a-z]+)$' } })
    // A document has no flags, and clients would refuse 'A'.
    expect(id?.schema).not.toHaveProperty('pattern')
  })

  it('describes values that may begin or end with anything', () => {
    const patternOf = (pattern: RegExp) => {
      const app = t.webapp()
      app.param('id', pattern)
      app.get('/:id', sendParams as never)
      const { paths } = describeApi(app, { info: { title: 'A', version: '1' } })
      const schema = paths['/{id}']?.get?.parameters?.[0] as { schema: { pattern?: string } }
      return schema.schema.pattern
    }
    expect(patternOf(/\d/)).toBe('^(?:.*(?:\\d).*)$')
    expect(patternOf(/\d/y)).toBe('^(?:(?:\\d).*)$')
    expect(patternOf(/^\d$/m)).toBeUndefined()
  })

  it('does not let a file server evade a guard', async () => {
    const router = t.webapp.Router()
    router.param('area', /^admin$/)
    router.use('/:area', (_req, res) => void res.status(401).end())
    router.use(t.webapp.static(import.meta.dirname) as never)
    t.app.use(router)
    expect((await t.request('/admin/x')).status).toBe(401)
    expect((await t.request('/%61dmin/x')).status).toBe(401)
    expect((await t.request('//router.param.test.ts')).status).toBe(200)
  })
})

describeDialects('app.param(name, pattern) of 5.x', ['5.x'], (t) => {
  it('compares a wildcard with its segments, joined by slashes', async () => {
    t.app.param('path', /^(?:[a-z]+\/)*[a-z]+\.txt$/)
    t.app.get('/*path', sendParams)
    expect((await t.request('/a/b/c.txt')).json()).toEqual({ path: ['a', 'b', 'c.txt'] })
    expect((await t.request('/a/1/c.txt')).status).toBe(404)
  })
})

describeDialects('app.param(fn) and a pattern', ['4.x', '3.x'], (t) => {
  it('lets an adapter of the program make a callback of it, as in Express', async () => {
    const app = t.app as unknown as {
      param(...args: unknown[]): unknown
      get(path: string, handler: RequestHandler): void
    }
    app.param((name: string, option: unknown) => {
      if (!(option instanceof RegExp)) return undefined
      return (req: { params: object }, _res: unknown, next: () => void, value: string) => {
        Object.assign(req.params, { [name]: option.exec(value)?.[1] ?? 'none' })
        next()
      }
    })
    app.param('id', /^(\d)/)
    app.get('/:id', sendParams)
    expect((await t.request('/72')).json()).toEqual({ id: '7' })
    expect((await t.request('/x')).json()).toEqual({ id: 'none' })
  })
})
