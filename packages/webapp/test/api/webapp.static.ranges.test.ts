import { expect, it } from 'vitest'
import type { ErrorRequestHandler } from '../../src/types/v5/public.ts'
import { createFolder, modified } from '../fixtures/folder.ts'
import { describeDialects } from '../support/dialects.ts'

const large = Buffer.alloc(3_000_000)
for (let at = 0; at < large.length; at++) large[at] = (at * 17 + (at >> 10)) % 256

const root = createFolder({ 'nums.txt': '123456789', 'empty.txt': '', 'large.bin': large })

describeDialects('ranges of files', ['5.x', '4.x'], (t) => {
  // The table of 4.x writes the charset in capitals.
  const utf8 = t.dialect === '4.x' ? 'UTF-8' : 'utf-8'

  const get = (range: string, more: Record<string, string> = {}, path = '/nums.txt') => {
    t.app.use(t.webapp.static(root))
    return t.request(path, { headers: { range, ...more } })
  }

  it.each([
    ['bytes=0-0', '1', '0-0'],
    ['bytes=0-4', '12345', '0-4'],
    ['bytes=2-', '3456789', '2-8'],
    ['bytes=-5', '56789', '4-8'],
    ['bytes=8-8', '9', '8-8'],
    ['bytes=5-99999999999999999999', '6789', '5-8'],
    ['bytes=0-1,1-4', '12345', '0-4'],
    ['bytes=0-1,2-3', '1234', '0-3'],
    ['bytes= 0-2', '123', '0-2'],
    ['bytes=0-2, 100-200', '123', '0-2'],
  ])('%s is %s', async (range, text, span) => {
    const answer = await get(range)
    expect([answer.status, answer.text]).toEqual([206, text])
    expect(answer.headers['content-range']).toBe(`bytes ${span}/9`)
    expect(answer.headers['content-length']).toBe(String(text.length))
  })

  it.each([
    'bytes=-0',
    'bytes=-50',
    'bytes=5-2',
    'bytes=9-',
    'bytes=9999-',
    'bytes=9-50',
    'bytes=50-60,70-80',
  ])('%s cannot be satisfied', async (range) => {
    const answer = await get(range)
    expect(answer.status).toBe(416)
    expect(answer.headers['content-range']).toBe('bytes */9')
    expect(answer.text).not.toContain('123456789')
  })

  it.each(['items=0-1', 'bytes', '0-1', 'bytes=0-1,4-5', 'BYTES=0-1', 'bytes:0-1'])(
    '%s is answered with the whole file',
    async (range) => {
      const answer = await get(range)
      expect([answer.status, answer.text]).toEqual([200, '123456789'])
      expect(answer.headers).not.toHaveProperty('content-range')
    },
  )

  it.each(['bytes=', 'bytes=-', 'bytes=a-b'])(
    '%s is answered with the whole file by 5.x, and refused by 4.x',
    async (range) => {
      expect((await get(range)).status).toBe(t.dialect === '4.x' ? 416 : 200)
    },
  )

  it('3000 of them are answered with one span or the whole file, never with parts', async () => {
    const answer = await get(`bytes=${Array(3000).fill('0-0').join(',')}`)
    expect([200, 206]).toContain(answer.status)
    expect(answer.headers['content-type']).toBe(`text/plain; charset=${utf8}`)
    expect(Number(answer.headers['content-length'])).toBeLessThanOrEqual(9)
  })

  it('of an empty file cannot be satisfied', async () => {
    const answer = await get('bytes=0-', {}, '/empty.txt')
    expect([answer.status, answer.headers['content-range']]).toEqual([416, 'bytes */0'])
  })

  it.each([
    [0, 0],
    [0, 2_999_999],
    [1, 65_536],
    [65_535, 65_536],
    [100_000, 1_200_000],
    [2_999_999, 2_999_999],
  ])('of a large file are exact: %i to %i', async (start, end) => {
    const answer = await get(`bytes=${start}-${end}`, {}, '/large.bin')
    expect(answer.status).toBe(206)
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/3000000`)
    expect(answer.body.equals(large.subarray(start, end + 1))).toBe(true)
  })

  it('are told to HEAD as to GET', async () => {
    t.app.use(t.webapp.static(root))
    const answer = await t.request('/nums.txt', { method: 'HEAD', headers: { range: 'bytes=0-1' } })
    expect(answer.status).toBe(206)
    expect(answer.headers).toMatchObject({ 'content-range': 'bytes 0-1/9', 'content-length': '2' })
    expect(answer.body).toHaveLength(0)
  })

  it('are not offered with acceptRanges: false', async () => {
    t.app.use(t.webapp.static(root, { acceptRanges: false }))
    const answer = await t.request('/nums.txt', { headers: { range: 'bytes=0-1' } })
    expect([answer.status, answer.text]).toEqual([200, '123456789'])
    expect(answer.headers).not.toHaveProperty('accept-ranges')
    expect(answer.headers).not.toHaveProperty('content-range')
  })

  it('that fail reach the error handler with their headers', async () => {
    t.app.use(t.webapp.static(root))
    t.app.use(((error, _req, res, _next) => {
      res.status(error.status).json(error.headers)
    }) as ErrorRequestHandler)
    const answer = await t.request('/nums.txt', { headers: { range: 'bytes=50-' } })
    expect(answer.status).toBe(416)
    expect(answer.json()).toEqual({ 'Content-Range': 'bytes */9' })
  })

  it('come after conditions: a fresh copy is 304', async () => {
    const answer = await get('bytes=0-1', { 'if-modified-since': modified.toUTCString() })
    expect(answer.status).toBe(304)
    expect(answer.headers).not.toHaveProperty('content-range')
  })

  const etag = `W/"9-${modified.getTime().toString(16)}"`
  const before = new Date(modified.getTime() - 5000).toUTCString()
  const after = new Date(modified.getTime() + 5000).toUTCString()

  it.each([
    [etag, 206],
    ['"other"', 200],
    ['W/"other"', 200],
    [modified.toUTCString(), 206],
    [after, 206],
    [before, 200],
    ['not a date', 200],
    ['', 206],
  ])('with If-Range: %s are %i', async (condition, status) => {
    const answer = await get('bytes=0-1', { 'if-range': condition })
    expect(answer.status).toBe(status)
  })

  it('with If-Range are the whole file when there is nothing to compare with', async () => {
    t.app.use(t.webapp.static(root, { etag: false, lastModified: false }))
    for (const condition of [etag, after]) {
      const headers = { range: 'bytes=0-1', 'if-range': condition }
      expect((await t.request('/nums.txt', { headers })).status).toBe(200)
    }
  })
})
