import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('app.all(path, ...handlers)', ['5.x', '4.x', '3.x'], (t) => {
  it('answers every method', async () => {
    expect(t.app.all('/', (req, res) => res.set('X-Method', req.method).end())).toBe(t.app)
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'M-SEARCH', 'PROPFIND']) {
      expect((await t.request('/', { method })).headers['x-method']).toBe(method)
    }
  })

  it('runs once for a request', async () => {
    let runs = 0
    t.app.all(/^\/.+/, (_req, _res, next) => next(void runs++))
    await t.request('/x')
    expect(runs).toBe(1)
  })

  it('lets later routes answer', async () => {
    t.app.all(/^\/api\//, (_req, res, next) => next(void res.set('X-Auth', '1')))
    t.app.get('/api/a/b', (_req, res) => res.send('b'))
    const answer = await t.request('/api/a/b')
    expect([answer.text, answer.headers['x-auth']]).toEqual(['b', '1'])
  })
})
