import { expect, it } from 'vitest'
import type { ErrorRequestHandler } from '../../src/types/v5/public.ts'
import { createFolder, modified } from '../fixtures/folder.ts'
import { describeDialects } from '../support/dialects.ts'

const root = createFolder({ 'name.txt': 'tobi' })
const etag = `W/"4-${modified.getTime().toString(16)}"`
const strong = etag.slice(2)
const same = modified.toUTCString()
const before = new Date(modified.getTime() - 5000).toUTCString()
const after = new Date(modified.getTime() + 5000).toUTCString()

describeDialects('conditional requests for files', ['5.x', '4.x'], (t) => {
  it.each([
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': strong }, 304],
    [{ 'if-none-match': `"a", ${etag}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-none-match': '' }, 200],
    [{ 'if-none-match': etag, 'cache-control': 'no-cache' }, 200],
    [{ 'if-modified-since': same }, 304],
    [{ 'if-modified-since': after }, 304],
    [{ 'if-modified-since': before }, 200],
    [{ 'if-modified-since': 'not a date' }, 200],
    [{ 'if-none-match': '"other"', 'if-modified-since': after }, 200],
    [{ 'if-none-match': etag, 'if-modified-since': before }, t.dialect === '4.x' ? 200 : 304],
    [{ 'if-match': etag }, 200],
    [{ 'if-match': strong }, 200],
    [{ 'if-match': `"a", ${etag}` }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': '"other"' }, 412],
    [{ 'if-match': '"a","b"' }, 412],
    [{ 'if-unmodified-since': same }, 200],
    [{ 'if-unmodified-since': after }, 200],
    [{ 'if-unmodified-since': before }, 412],
    [{ 'if-unmodified-since': 'not a date' }, 200],
    [{ 'if-match': etag, 'if-unmodified-since': before }, 200],
    [{ 'if-match': '"other"', 'if-none-match': etag }, 412],
    [{ 'if-match': etag, 'if-none-match': etag }, 304],
  ])('with %j are %i', async (headers, status) => {
    t.app.use(t.webapp.static(root))
    const answer = await t.request('/name.txt', { headers: headers as Record<string, string> })
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.text).toBe('tobi')
    else expect(answer.text).not.toContain('tobi')
  })

  it('have the validators, but nothing about a body, in a 304', async () => {
    t.app.use(t.webapp.static(root))
    const answer = await t.request('/name.txt', { headers: { 'if-none-match': etag } })
    expect(answer.headers).toMatchObject({ etag, 'last-modified': same })
    expect(answer.headers['cache-control']).toBe('public, max-age=0')
    expect(answer.body).toHaveLength(0)
    for (const name of ['content-type', 'content-length', 'content-range', 'content-language']) {
      expect(answer.headers).not.toHaveProperty(name)
    }
  })

  it('may be HEAD', async () => {
    t.app.use(t.webapp.static(root))
    const headers = { 'if-none-match': etag }
    expect((await t.request('/name.txt', { method: 'HEAD', headers })).status).toBe(304)
  })

  it('fail with 412 in the error handler', async () => {
    t.app.use(t.webapp.static(root))
    t.app.use(((error, _req, res, _next) => {
      res.status(error.status).send('handled')
    }) as ErrorRequestHandler)
    const answer = await t.request('/name.txt', { headers: { 'if-match': '"x"' } })
    expect([answer.status, answer.text]).toEqual([412, 'handled'])
  })

  it('cannot match what has no tag', async () => {
    t.app.use(t.webapp.static(root, { etag: false }))
    expect((await t.request('/name.txt', { headers: { 'if-match': '*' } })).status).toBe(412)
  })

  it('cannot be unmodified when the date is not told', async () => {
    t.app.use(t.webapp.static(root, { lastModified: false }))
    const headers = { 'if-unmodified-since': after }
    expect((await t.request('/name.txt', { headers })).status).toBe(412)
  })

  it('are not fresh when the answer has another status', async () => {
    t.app.use((_req, res, next) => {
      res.status(404)
      next()
    })
    t.app.use(t.webapp.static(root))
    const answer = await t.request('/name.txt', { headers: { 'if-none-match': etag } })
    expect([answer.status, answer.text]).toEqual([404, 'tobi'])
  })

  it.each([',', ' ', '"', 'W/', '"a",'])('survive 14 kB of %j', async (piece) => {
    t.app.use(t.webapp.static(root))
    const value = `"${piece.repeat(Math.floor(14_000 / piece.length))}x`
    for (const name of ['if-none-match', 'if-match', 'if-range', 'if-modified-since']) {
      const answer = await t.request('/name.txt', { headers: { [name]: value } })
      expect([200, 412]).toContain(answer.status)
    }
  })
})
