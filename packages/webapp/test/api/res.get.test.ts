import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('res.get(field)', ['5.x', '4.x'], (t) => {
  it('reads a header that was set, in any case of its name', async () => {
    t.app.get('/', (_req, res) => {
      res.set('Content-Type', 'text/x-foo')
      res.send([res.get('Content-Type'), res.get('content-type'), res.get('CONTENT-TYPE')])
    })
    expect((await t.request('/')).json()).toEqual(Array(3).fill('text/x-foo; charset=utf-8'))
  })

  it('is undefined for a header that was not set', async () => {
    t.app.get('/', (_req, res) => res.send(String(res.get('X-Nothing'))))
    expect((await t.request('/')).text).toBe('undefined')
  })

  it('reads what Node was told', async () => {
    t.app.get('/', (_req, res) => {
      res.setHeader('X-Count', 7)
      res.json(res.get('x-count'))
    })
    expect((await t.request('/')).json()).toBe(7)
  })
})
