import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('req.route, req.app, req.res, req.next, req.method', ['5.x', '4.x'], (t) => {
  it('is the route that runs, with its path, stack and methods', async () => {
    t.app.get('/user/:id', (req, res) => {
      const { path, methods, stack } = req.route
      res.json([path, methods, stack.map((layer: { method: string }) => layer.method)])
    })
    expect((await t.request('/user/1')).json()).toEqual(['/user/:id', { get: true }, ['get']])
  })

  it('is undefined before a route', async () => {
    t.app.use((req, res) => res.send(String(req.route)))
    expect((await t.request('/')).text).toBe('undefined')
  })

  it('stays that of the last route that was tried', async () => {
    t.app.get('/:id', (_req, _res, next) => next())
    t.app.use((req, res) => res.send(req.route.path))
    expect((await t.request('/1')).text).toBe('/:id')
  })

  it('gives the application, within a mounted one that one', async () => {
    const sub = t.webapp()
    sub.get('/', (req, _res, next) => {
      ;(req as { apps?: boolean[] }).apps = [req.app === sub]
      next()
    })
    t.app.use('/sub', sub)
    t.app.use((req, res) => {
      res.json([...((req as { apps?: boolean[] }).apps ?? []), req.app === t.app])
    })
    expect((await t.request('/sub')).json()).toEqual([true, true])
  })

  it('gives the response', async () => {
    t.app.use((req, res) => res.json(req.res === res))
    expect((await t.request('/')).json()).toBe(true)
  })

  it('goes on with req.next', async () => {
    t.app.use((req) => req.next?.())
    t.app.use((_req, res) => res.send('next'))
    expect((await t.request('/')).text).toBe('next')
  })

  it('routes by a method that middleware wrote', async () => {
    t.app.use((req, _res, next) => {
      req.method = 'DELETE'
      next()
    })
    t.app.delete('/', (req, res) => res.send(req.method))
    expect((await t.request('/', { method: 'POST' })).text).toBe('DELETE')
  })
})
