import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('app.locals', ['5.x', '4.x'], (t) => {
  it('is an object without prototype that holds the settings', () => {
    expect(Object.getPrototypeOf(t.app.locals)).toBeNull()
    expect(Object.keys(t.app.locals)).toEqual(['settings'])
    expect(t.app.locals.settings).toBe(t.app.settings)
  })

  it('is reached from a request, and lives on', async () => {
    t.app.get('/', (req, res) => {
      req.app.locals.count = (req.app.locals.count ?? 0) + 1
      res.json(req.app.locals.count)
    })
    await t.request('/')
    expect((await t.request('/')).json()).toBe(2)
  })
})
