import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('req.is(type)', ['5.x', '4.x'], (t) => {
  it.each([
    ['application/json', ['json'], 'json'],
    ['application/json; charset=utf-8', ['application/json'], 'application/json'],
    ['application/json', ['image/jpeg'], false],
    ['application/json', ['*/json'], 'application/json'],
    ['image/png', ['image/*'], 'image/png'],
    ['application/vnd.api+json', ['+json'], 'application/vnd.api+json'],
    ['text/html', ['json', 'html'], 'html'],
    ['text/html', ['text/plain', 'text/*'], 'text/html'],
    ['bogus', ['json'], false],
  ])('for Content-Type %j and %j is %j', async (type, types, expected) => {
    t.app.post('/', (req, res) => res.json(req.is(...types)))
    t.app.post('/list', (req, res) => res.json(req.is(types)))
    const options = { method: 'POST', body: '{}', headers: { 'Content-Type': type } }
    expect((await t.request('/', options)).json()).toBe(expected)
    expect((await t.request('/list', options)).json()).toBe(expected)
  })

  it('is null for a request without body', async () => {
    t.app.get('/', (req, res) => res.json(req.is('json')))
    const answer = await t.request('/', { headers: { 'Content-Type': 'application/json' } })
    expect(answer.json()).toBeNull()
  })

  it('is false for a body without type', async () => {
    t.app.post('/', (req, res) => res.json(req.is('json')))
    expect((await t.request('/', { method: 'POST', body: '{}' })).json()).toBe(false)
  })
})
