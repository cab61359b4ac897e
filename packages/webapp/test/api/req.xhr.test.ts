import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('req.xhr', ['5.x', '4.x', '3.x'], (t) => {
  it.each([
    ['XMLHttpRequest', true],
    ['xmlhttprequest', true],
    ['XMLHttpRequests', false],
    ['', false],
    [undefined, false],
  ])('for X-Requested-With %j is %j', async (value, xhr) => {
    t.app.get('/', (req, res) => res.json(req.xhr))
    const headers = value === undefined ? {} : { 'X-Requested-With': value }
    expect((await t.request('/', { headers })).json()).toBe(xhr)
  })
})
