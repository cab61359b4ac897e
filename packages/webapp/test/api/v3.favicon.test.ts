import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFolder } from '../fixtures/folder.ts'
import { describeDialects } from '../support/dialects.ts'

const root = createFolder({ 'icon.ico': 'icon' })
const path = '/favicon.ico'

describeDialects('webapp.favicon(path, options)', ['3.x'], (t) => {
  it('has an icon of its own', async () => {
    t.app.use(t.webapp.favicon())
    const answer = await t.request(path)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/x-icon',
      'cache-control': 'public, max-age=31536000',
      'content-length': String(answer.body.length),
    })
    const { body } = answer
    const [reserved, type, count] = [0, 2, 4].map((at) => body.readUInt16LE(at))
    expect([reserved, type, count, body[6], body[7]]).toEqual([0, 1, 1, 16, 16])
    // One image of the declared size, at the declared place, is the rest of the file.
    expect(body.readUInt32LE(14) + body.readUInt32LE(18)).toBe(body.length)
    expect(body.readUInt32LE(22)).toBe(40)
  })

  it('sends a file or a buffer, with a lifetime', async () => {
    t.app.use('/file', t.webapp.favicon(join(root, 'icon.ico'), { maxAge: '1d' }))
    t.app.use('/buffer', t.webapp.favicon(Buffer.from('bytes'), { maxAge: 1500 }))
    const file = await t.request(`/file${path}?x`)
    expect([file.text, file.headers['cache-control']]).toEqual(['icon', 'public, max-age=86400'])
    const buffer = await t.request(`/buffer${path}`)
    expect([buffer.text, buffer.headers['cache-control']]).toEqual(['bytes', 'public, max-age=1'])
  })

  it('responds to conditional requests and to HEAD', async () => {
    t.app.use(t.webapp.favicon())
    const { etag } = (await t.request(path)).headers
    const known = await t.request(path, { headers: { 'If-None-Match': String(etag) } })
    expect([known.status, known.text, known.headers.etag]).toEqual([304, '', etag])
    const head = await t.request(path, { method: 'HEAD' })
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', etag])
  })

  it('allows GET, HEAD and OPTIONS only', async () => {
    t.app.use(t.webapp.favicon())
    const options = await t.request(path, { method: 'OPTIONS' })
    expect([options.status, options.headers.allow]).toEqual([200, 'GET, HEAD, OPTIONS'])
    const post = await t.request(path, { method: 'POST' })
    expect([post.status, post.headers.allow, post.text]).toEqual([405, 'GET, HEAD, OPTIONS', ''])
  })

  it('passes other paths on', async () => {
    t.app.use(t.webapp.favicon())
    t.app.use((_req, res) => res.send('next'))
    for (const other of ['/', '/Favicon.ico', '/a/favicon.ico']) {
      expect((await t.request(other)).text).toBe('next')
    }
  })

  it('rejects a missing file and invalid options', () => {
    expect(() => t.webapp.favicon(join(root, 'none.ico'))).toThrow('ENOENT')
    expect(() => t.webapp.favicon(5 as never)).toThrow(
      'path to favicon.ico must be string or buffer',
    )
    expect(() => t.webapp.favicon('', { maxAge: 'long' })).toThrow(
      'option maxAge "long" is invalid',
    )
  })
})
