import { describe, expect, it } from 'vitest'
import { tellError } from '../fixtures/tell-error.ts'
import { describeDialects } from '../support/dialects.ts'

describeDialects('webapp.text(options)', ['5.x', '4.x'], (t) => {
  // What 4.x parsers leave where there is nothing to parse.
  const nothing = t.dialect === '4.x' ? { body: {}, undefined: false } : { undefined: true }

  const post = (body: string | Uint8Array, type = 'text/plain') =>
    t.request('/', { method: 'POST', body, headers: { 'content-type': type } })

  function echo(...options: Parameters<typeof t.webapp.text>): void {
    t.app.use(t.webapp.text(...options))
    t.app.all('/', (req, res) => res.json({ body: req.body, undefined: req.body === undefined }))
    t.app.use(tellError)
  }

  it('is middleware named textParser of three parameters', () => {
    const middleware = t.webapp.text()
    expect(middleware.name).toBe('textParser')
    expect(middleware).toHaveLength(3)
  })

  it('gives the body as a string', async () => {
    echo()
    expect((await post('user is étienne 诸葛亮 🚀')).json()).toMatchObject({
      body: 'user is étienne 诸葛亮 🚀',
    })
  })

  it('gives an empty string for an empty body', async () => {
    echo()
    expect((await post('')).json()).toEqual({ body: '', undefined: false })
  })

  it('parses nothing without a body, and for other types', async () => {
    echo()
    expect((await t.request('/')).json()).toEqual(nothing)
    expect((await post('x', 'text/html')).json()).toEqual(nothing)
  })

  it('joins characters that were cut between packets', async () => {
    echo({ limit: '1mb' })
    const text = '诸'.repeat(100_001)
    expect((await post(text)).json()).toMatchObject({ body: text })
  })

  it('drops a byte order mark', async () => {
    echo()
    expect((await post('\ufeffx')).json()).toMatchObject({ body: 'x' })
  })

  describe('the charset', () => {
    it.each([
      ['iso-8859-1', Buffer.from('é', 'latin1')],
      ['windows-1252', Buffer.from([0xe9])],
      ['utf-16le', Buffer.from('é', 'utf16le')],
      ['koi8-r', Buffer.from([0xe9])],
      ['utf8', Buffer.from('é')],
      ['gbk', Buffer.from([0xa8, 0xa6])],
    ])('may be %s', async (charset, body) => {
      echo()
      const expected = charset === 'koi8-r' ? 'И' : 'é'
      const answer = await post(body, `text/plain; charset=${charset}`)
      expect(answer.json()).toMatchObject({ body: expected })
    })

    it.each(['x-bogus', 'utf-99'])('may not be %s, which nobody knows', async (charset) => {
      echo()
      const answer = await post('x', `text/plain; charset=${charset}`)
      expect(answer.status).toBe(415)
      expect(answer.json()).toMatchObject({
        message: `unsupported charset "${charset.toUpperCase()}"`,
        charset,
        type: 'charset.unsupported',
        expose: true,
      })
    })

    it('is that of the option defaultCharset when the request names none', async () => {
      echo({ defaultCharset: 'koi8-r' })
      const body = Buffer.from([0xe9])
      expect((await post(body)).json()).toMatchObject({ body: 'И' })
      expect((await post('é', 'text/plain; charset=utf-8')).json()).toMatchObject({ body: 'é' })
    })

    it('is unsupported when the option defaultCharset is', async () => {
      echo({ defaultCharset: 'x-bogus' })
      expect((await post('x')).status).toBe(415)
    })

    it('is told to verify', async () => {
      const seen: unknown[] = []
      echo({ verify: (_req, _res, _body, encoding) => seen.push(encoding) })
      await post('x')
      await post('x', 'text/plain; charset=ISO-8859-1')
      expect(seen).toEqual(['utf-8', 'iso-8859-1'])
    })
  })
})
