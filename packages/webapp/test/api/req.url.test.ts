import { describe, expect, it } from 'vitest'
import type { Request } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'

function addresses(req: Pick<Request, 'originalUrl' | 'baseUrl' | 'url' | 'path'>) {
  return [req.originalUrl, req.baseUrl, req.url, req.path]
}

describeDialects('req.url, req.originalUrl, req.baseUrl, req.path', ['5.x', '4.x'], (t) => {
  it('are the whole target without a mount', async () => {
    t.app.get('/a', (req, res) => res.json(addresses(req)))
    expect((await t.request('/a?b=c')).json()).toEqual(['/a?b=c', '', '/a?b=c', '/a'])
  })

  it('lose the mount path within it, and have it again after it', async () => {
    const seen: unknown[] = []
    t.app.use('/admin', (req, _res, next) => {
      seen.push(addresses(req))
      next()
    })
    t.app.use((req, res) => {
      seen.push(addresses(req))
      res.end()
    })
    await t.request('/admin/users?x=/y')
    await t.request('/admin?x=1')
    await t.request('/admin/')
    expect(seen).toEqual([
      ['/admin/users?x=/y', '/admin', '/users?x=/y', '/users'],
      ['/admin/users?x=/y', '', '/admin/users?x=/y', '/admin/users'],
      ['/admin?x=1', '/admin', '/?x=1', '/'],
      ['/admin?x=1', '', '/admin?x=1', '/admin'],
      ['/admin/', '/admin', '/', '/'],
      ['/admin/', '', '/admin/', '/admin/'],
    ])
  })

  it('keep the case and the encoding of the matched path', async () => {
    t.app.use('/caf\u00e9', (_req, res) => res.send('decoded'))
    t.app.use('/Foo/:id', (req, res) => res.json([req.baseUrl, req.url, req.params.id]))
    expect((await t.request('/fOO/%20/x')).json()).toEqual(['/fOO/%20', '/x', ' '])
  })

  it('grow through every level of routers', async () => {
    const inner = t.webapp.Router()
    const outer = t.webapp.Router()
    inner.get(/^\/.+/, (req, res) => res.json(addresses(req)))
    outer.use('/:b', inner)
    t.app.use('/a', outer)
    expect((await t.request('/a/b/c/d?e')).json()).toEqual(['/a/b/c/d?e', '/a/b', '/c/d?e', '/c/d'])
  })

  it('follow a middleware that rewrites the URL', async () => {
    t.app.use((req, _res, next) => {
      if (req.url === '/old') req.url = '/new?x=1'
      next()
    })
    t.app.get('/new', (req, res) => res.json([req.originalUrl, req.path]))
    expect((await t.request('/old')).json()).toEqual(['/old', '/new'])
  })

  it('keep a rewrite of the URL within a mount when it is left', async () => {
    t.app.use('/a', (req, _res, next) => {
      req.url = '/c?d=1'
      next()
    })
    t.app.use((req, res) => res.json(addresses(req)))
    expect((await t.request('/a/b')).json()).toEqual(['/a/b', '', '/a/c?d=1', '/a/c'])
  })

  it('end the walk when someone empties them', async () => {
    t.app.use((req, _res, next) => {
      req.url = ''
      next()
    })
    t.app.use((_req, res) => res.send('never'))
    const answer = await t.request('/x')
    expect([answer.status, answer.text.includes('Cannot GET /x')]).toEqual([404, true])
  })

  it('keep an originalUrl that someone set before', async () => {
    t.app.use((req, res) => res.send(req.originalUrl))
    const answer = await t.requestFrom((req, res) => {
      Object.assign(req, { originalUrl: '/before' })
      t.app(req, res)
    }, '/now')
    expect(answer.text).toBe('/before')
  })

  describe('targets of other forms', () => {
    it('route an absolute-form target by its path, and name the host by its header', async () => {
      t.app.get('/echo', (req, res) => res.json([...addresses(req), req.query, req.hostname]))
      const bytes = await t.raw(
        'GET http://evil.com/echo?a=1 HTTP/1.1\r\nHost: ex.com\r\nConnection: close\r\n\r\n',
      )
      expect(JSON.parse(bytes.split('\r\n\r\n')[1] ?? '')).toEqual([
        'http://evil.com/echo?a=1',
        '',
        'http://evil.com/echo?a=1',
        '/echo',
        { a: '1' },
        'ex.com',
      ])
    })

    it('leave the authority in place when a mount takes its path off', async () => {
      t.app.use('/a', (req, res) => res.json(addresses(req)))
      const bytes = await t.raw(
        'GET http://evil.com/a/b HTTP/1.1\r\nHost: ex.com\r\nConnection: close\r\n\r\n',
      )
      expect(JSON.parse(bytes.split('\r\n\r\n')[1] ?? '')).toEqual([
        'http://evil.com/a/b',
        '/a',
        'http://evil.com/b',
        '/b',
      ])
    })

    it.each(['OPTIONS', 'GET'])('answer %s * with 404, and no getter throws', async (method) => {
      let seen: unknown
      t.app.use((req, _res, next) => {
        seen = [req.path, req.query, req.baseUrl]
        next()
      })
      t.app.get('/', (_req, res) => res.send('root'))
      const bytes = await t.raw(`${method} * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
      expect(bytes).toMatch(/^HTTP\/1\.1 404 /)
      expect(seen).toEqual(['*', {}, ''])
    })

    it('do not merge slashes', async () => {
      t.app.get('/admin', (_req, res) => res.send('admin'))
      expect((await t.request('//admin')).status).toBe(404)
    })
  })
})
