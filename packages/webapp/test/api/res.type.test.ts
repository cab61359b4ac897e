import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('res.type(type)', ['5.x', '4.x'], (t) => {
  it('is the same function as res.contentType', () => {
    expect(t.webapp.response.contentType).toBe(t.webapp.response.type)
  })

  it.each([
    ['.html', 'text/html; charset=utf-8'],
    ['json', 'application/json; charset=utf-8'],
    ['png', 'image/png'],
    ['rawr', 'application/octet-stream'],
    ['application/vnd.amazon.ebook', 'application/vnd.amazon.ebook'],
    ['text/html; charset=latin1', 'text/html; charset=latin1'],
    ['text/plain', 'text/plain; charset=utf-8'],
    ['image/png', 'image/png'],
  ])('makes of %j the Content-Type %j', async (type, expected) => {
    t.app.get('/', (_req, res) => res.type(type).end())
    expect((await t.request('/')).headers['content-type']).toBe(expected)
  })

  it('refuses a type with a line break', async () => {
    t.app.get('/', (_req, res) => res.type('text/html\r\nX-Evil: 1').end())
    const answer = await t.request('/')
    expect(answer.status).toBe(500)
    expect(answer.headers['x-evil']).toBeUndefined()
  })
})

describeDialects('res.type(type) of 5.x', ['5.x'], (t) => {
  it('knows scripts as text', async () => {
    t.app.get('/', (_req, res) => res.type('js').end())
    expect((await t.request('/')).headers['content-type']).toBe('text/javascript; charset=utf-8')
  })
})

describeDialects('res.type(type) of 4.x', ['4.x'], (t) => {
  it('knows scripts as applications', async () => {
    t.app.get('/', (_req, res) => res.type('js').end())
    expect((await t.request('/')).headers['content-type']).toBe(
      'application/javascript; charset=utf-8',
    )
  })

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
