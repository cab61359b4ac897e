import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('res.set(field, value)', ['5.x', '4.x'], (t) => {
  it('is the same function as res.header', () => {
    expect(t.webapp.response.header).toBe(t.webapp.response.set)
  })

  it('sets a header and gives the response back', async () => {
    t.app.get('/', (_req, res) => res.set('X-Foo', 'bar').end())
    expect((await t.request('/')).headers['x-foo']).toBe('bar')
  })

  it('sends the name in the case that was given', async () => {
    t.app.get('/', (_req, res) => res.set('x-FOO', 'bar').end())
    expect((await t.request('/')).rawHeaders).toContain('x-FOO')
  })

  it('makes strings of other values', async () => {
    t.app.get('/', (_req, res) => {
      res.set('X-Number', 123)
      res.set('X-Boolean', true)
      res.set('X-List', [1, 2])
      res.send([typeof res.get('X-Number'), res.get('X-List')])
    })
    const answer = await t.request('/')
    expect(answer.headers['x-number']).toBe('123')
    expect(answer.headers['x-boolean']).toBe('true')
    expect(answer.json()).toEqual(['string', ['1', '2']])
  })

  it('sends a list as one line for each value', async () => {
    t.app.get('/', (_req, res) => res.set('X-List', ['a', 'b']).end())
    const { rawHeaders } = await t.request('/')
    const values = rawHeaders.filter((_text, index) => rawHeaders[index - 1] === 'X-List')
    expect(values).toEqual(['a', 'b'])
  })

  it('sets all fields of an object', async () => {
    t.app.get('/', (_req, res) => res.set({ 'X-Foo': 'bar', 'X-Bar': 'baz' }).end())
    const { headers } = await t.request('/')
    expect(headers['x-foo']).toBe('bar')
    expect(headers['x-bar']).toBe('baz')
  })

  it('does nothing with one name alone', async () => {
    t.app.get('/', (_req, res) => {
      res.set({})
      res.end('ok')
    })
    expect((await t.request('/')).text).toBe('ok')
  })

  describe('Content-Type', () => {
    it('gets the charset of its media type', async () => {
      t.app.get('/', (_req, res) => res.set('content-type', 'text/html').end())
      expect((await t.request('/')).headers['content-type']).toBe('text/html; charset=utf-8')
    })

    it('keeps a charset that is given', async () => {
      t.app.get('/', (_req, res) => res.set('Content-Type', 'text/html; charset=lol').end())
      expect((await t.request('/')).headers['content-type']).toBe('text/html; charset=lol')
    })

    it('gets none for bytes', async () => {
      t.app.get('/', (_req, res) => res.set('Content-Type', 'image/png').end())
      expect((await t.request('/')).headers['content-type']).toBe('image/png')
    })

    it('cannot be a list', async () => {
      t.app.get('/', (_req, res) => res.set('Content-Type', ['text/html']).end())
      const answer = await t.request('/')
      expect(answer.status).toBe(500)
      expect(answer.text).toContain('Content-Type cannot be set to an Array')
    })
  })

  it.each([
    ['CR LF', 'a\r\nX-Evil: 1'],
    ['LF', 'a\nX-Evil: 1'],
    ['CR', 'a\rX-Evil: 1'],
    ['NUL', 'a\0b'],
    ['characters beyond Latin-1', '日本'],
    ['a look-alike of CR LF', 'a\u560d\u560aX-Evil: 1'],
  ])('refuses a value with %s', async (_what, value) => {
    t.app.get('/', (_req, res) => res.set('X-Foo', value).end())
    const answer = await t.request('/')
    expect(answer.status).toBe(500)
    expect(answer.headers['x-evil']).toBeUndefined()
    expect(answer.headers['x-foo']).toBeUndefined()
  })

  it('sends é as the one byte of Latin-1', async () => {
    t.app.get('/', (_req, res) => res.set('X-Foo', 'é').end())
    const bytes = await t.raw('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(bytes).toContain('X-Foo: \xe9\r\n')
  })

  it('sets through res.setHeader', async () => {
    const seen: string[] = []
    t.app.use((_req, res, next) => {
      const { setHeader } = res
      res.setHeader = function (name: string, value: never) {
        seen.push(name)
        return setHeader.call(this, name, value)
      }
      next()
    })
    t.app.get('/', (_req, res) => res.set('X-Foo', 'bar').send('x'))
    await t.request('/')
    expect(seen).toEqual(
      expect.arrayContaining(['X-Foo', 'Content-Type', 'Content-Length', 'ETag']),
    )
  })
})
