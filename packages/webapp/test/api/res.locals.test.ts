import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('res.locals, res.app, res.req, res.headersSent', ['5.x', '4.x'], (t) => {
  it('holds variables of one request, in an object without prototype', async () => {
    t.app.use((_req, res, next) => {
      const fresh = Object.keys(res.locals).length === 0
      res.locals.first = fresh && Object.getPrototypeOf(res.locals) === null
      next()
    })
    t.app.get('/', (_req, res) => res.json(res.locals))
    expect((await t.request('/')).json()).toEqual({ first: true })
    expect((await t.request('/')).json()).toEqual({ first: true })
  })

  it('is shared with mounted apps', async () => {
    const sub = t.webapp()
    sub.get('/', (_req, res) => res.json(res.locals))
    t.app.use((_req, res, next) => {
      res.locals.from = 'parent'
      next()
    })
    t.app.use('/sub', sub)
    expect((await t.request('/sub')).json()).toEqual({ from: 'parent' })
  })

  it('keeps what was there before the app was called', async () => {
    t.app.get('/', (_req, res) => res.json(res.locals))
    const answer = await t.requestFrom((req, res) => {
      Object.assign(res, { locals: { early: true } })
      t.app(req, res)
    }, '/')
    expect(answer.json()).toEqual({ early: true })
  })

  it('knows the application and the request', async () => {
    t.app.get('/', (req, res) => {
      res.json([res.app === t.app, req.app === t.app, res.req === req, req.res === res])
    })
    expect((await t.request('/')).json()).toEqual([true, true, true, true])
  })

  it('knows when the headers are sent', async () => {
    t.app.get('/', (_req, res) => {
      const before = res.headersSent
      res.write(`${before} `)
      res.end(String(res.headersSent))
    })
    expect((await t.request('/')).text).toBe('false true')
  })
})
