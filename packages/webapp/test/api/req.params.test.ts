import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('req.params', ['5.x', '4.x'], (t) => {
  it('is kept by the request after the answer', async () => {
    let logged: unknown
    t.app.use((req, res, next) => {
      res.on('finish', () => {
        logged = [req.baseUrl, req.route.path, { ...req.params }]
      })
      next()
    })
    t.app.get('/user/:id', (_req, res) => res.send('x'))
    await t.request('/user/7')
    expect(logged).toEqual(['', '/user/:id', { id: '7' }])
  })
})

describeDialects('req.params of 5.x', ['5.x'], (t) => {
  it('has no prototype, and takes hostile names and values', async () => {
    t.app.get('/a/:__proto__/:constructor', (req, res) => {
      res.json([Object.entries(req.params), Object.getPrototypeOf(req.params)])
    })
    expect((await t.request('/a/__proto__/x')).json()).toEqual([
      [
        ['__proto__', '__proto__'],
        ['constructor', 'x'],
      ],
      null,
    ])
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })
})

describeDialects('req.params of 4.x', ['4.x'], (t) => {
  async function paramsOf(path: string | RegExp, target: string) {
    const app = t.webapp()
    app.get(path, (req, res) => res.json(req.params))
    return (await t.requestFrom(app, target)).json()
  }

  it('numbers what has no name, from 0', async () => {
    expect(await paramsOf('/a/*', '/a/b/c')).toEqual({ 0: 'b/c' })
    expect(await paramsOf('/*/x/*', '/1/x/2')).toEqual({ 0: '1', 1: '2' })
    expect(await paramsOf('/a-(\\d+)-(\\w+)', '/a-1-b')).toEqual({ 0: '1', 1: 'b' })
    expect(await paramsOf('/:id/*', '/7/a%20b')).toEqual({ id: '7', 0: 'a b' })
    expect(await paramsOf('*', '/any/where')).toEqual({ 0: '/any/where' })
    expect(await paramsOf(/^\/(\w+)\/(?<name>\w+)$/, '/a/b')).toEqual({ 0: 'a', name: 'b' })
  })

  it('has an own member for an optional parameter that is missing', async () => {
    t.app.get('/user/:id?', (req, res) => {
      res.json([Object.keys(req.params), req.params.id === undefined])
    })
    expect((await t.request('/user')).json()).toEqual([['id'], true])
    expect((await t.request('/user/7')).json()).toEqual([['id'], false])
  })

  it('keeps the first of two parameters of one name when the second is missing', async () => {
    expect(await paramsOf('/:id/:id?', '/1')).toEqual({ id: '1' })
    expect(await paramsOf('/:id/:id?', '/1/2')).toEqual({ id: '2' })
  })

  it('takes hostile names and values, and pollutes nothing', async () => {
    t.app.get('/a/:__proto__/:constructor/:toString', (req, res) => res.json(req.params))
    const answer = await t.request('/a/__proto__/x/y')
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({ constructor: 'x', toString: 'y' })
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })
})
