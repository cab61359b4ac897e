import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

describeDialects('webapp.createServer()', ['3.x'], (t) => {
  // Intended difference W-053: the notice of the original has several lines.
  it('makes an application, and says that it is deprecated', async () => {
    let app = t.app
    const notices = await noticesOf(() => {
      app = t.webapp.createServer()
    })
    expect(notices).toEqual([expect.stringMatching(/^createServer\(\) is deprecated; .+$/)])
    app.get('/', (_req, res) => res.send('old'))
    expect((await t.requestFrom(app, '/')).text).toBe('old')
  })
})

describeDialects('app.stack of 3.x', ['3.x'], (t) => {
  // The original ends at a hole.
  it('may have holes', async () => {
    for (let count = 0; count < 20; count++) {
      t.app.use(`/${count}`, (_req, res) => res.send(`${count}`))
    }
    delete t.app.stack[t.app.stack.length - 2]
    expect((await t.request('/19')).text).toBe('19')
    expect((await t.request('/18')).status).toBe(404)
  })
})
