import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('res.type(type) of 4.x', ['4.x'], (t) => {
  it('looks types up in webapp.static.mime, to which they can be added', async () => {
    const { mime } = t.webapp.static
    expect(mime.lookup('a.html')).toBe('text/html')
    mime.define({ 'application/x-tobi': ['tobi'] })
    t.app.get('/', (_req, res) => res.type('tobi').end())
    t.app.get('/attachment', (_req, res) => res.attachment('a.tobi').end())
    expect((await t.request('/')).headers['content-type']).toBe('application/x-tobi')
    expect((await t.request('/attachment')).headers['content-type']).toBe('application/x-tobi')
  })
})
