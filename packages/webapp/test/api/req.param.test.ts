import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

describeDialects('req.param(name, default)', ['4.x'], (t) => {
  it('looks in params, then in body, then in query', async () => {
    t.app.use(t.webapp.json())
    t.app.post('/:name?', (req, res) => res.json(req.param('name')))
    const ask = async (target: string, body: object) => {
      const headers = { 'Content-Type': 'application/json' }
      const options = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await t.request(target, options)).json()
    }
    expect(await ask('/path?name=query', { name: 'body' })).toBe('path')
    expect(await ask('/?name=query', { name: 'body' })).toBe('body')
    expect(await ask('/?name=query', {})).toBe('query')
    expect(await ask('/?name=query', { name: null })).toBe('query')
    expect(await ask('/?name=query', { name: 0 })).toBe(0)
    expect(await ask('/?name=query', { name: '' })).toBe('')
  })

  it('gives the default when nobody has it', async () => {
    t.app.get('/', (req, res) =>
      res.json([req.param('none', 'default'), req.param('none') ?? null]),
    )
    expect((await t.request('/')).json()).toEqual(['default', null])
  })

  it('gives a parameter that has the name of a member of every object', async () => {
    t.app.get('/:toString', (req, res) => res.json(req.param('toString')))
    expect((await t.request('/x')).json()).toBe('x')
  })

  it('is deprecated', async () => {
    t.app.get('/', (req, res) => {
      req.param('a')
      req.param('a', 'b')
      res.end()
    })
    expect(await noticesOf(() => t.request('/'))).toEqual([
      'req.param(name): Use req.params, req.body, or req.query instead',
      'req.param(name, default): Use req.params, req.body, or req.query instead',
    ])
  })
})
