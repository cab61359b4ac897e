import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('res.attachment(filename)', ['5.x', '4.x'], (t) => {
  it('sets Content-Disposition alone without a name', async () => {
    t.app.get('/', (_req, res) => res.attachment().send('foo'))
    const { headers } = await t.request('/')
    expect(headers['content-disposition']).toBe('attachment')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
  })

  it('names the file and sets its type', async () => {
    t.app.get('/', (_req, res) => res.attachment('/path/to/image.png').send(Buffer.from('x')))
    const { headers } = await t.request('/')
    const named = { '5.x': 'filename=image.png', '4.x': 'filename="image.png"' }
    expect(headers['content-disposition']).toBe(`attachment; ${named[t.dialect]}`)
    expect(headers['content-type']).toBe('image/png')
  })

  it('names a file beyond Latin-1 in both forms', async () => {
    t.app.get('/', (_req, res) => res.attachment('日本語.txt').end())
    const { headers } = await t.request('/')
    expect(headers['content-disposition']).toBe(
      'attachment; filename="???.txt"; filename*=UTF-8\'\'%E6%97%A5%E6%9C%AC%E8%AA%9E.txt',
    )
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  it('sends an unknown extension as bytes', async () => {
    t.app.get('/', (_req, res) => res.attachment('a.rawr').end())
    expect((await t.request('/')).headers['content-type']).toBe('application/octet-stream')
  })

  it('lets no line break out of a name', async () => {
    t.app.get('/', (_req, res) => res.attachment('a\r\nX-Evil: 1.txt').end())
    expect((await t.request('/')).headers['x-evil']).toBeUndefined()
  })

  it('refuses a name that is no string', async () => {
    t.app.get('/', (_req, res) => res.attachment(42 as never).end())
    expect((await t.request('/')).status).toBe(500)
  })
})
