import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

describeDialects('res.send(body)', ['5.x', '4.x'], (t) => {
  describe('with a string', () => {
    it('sends HTML in UTF-8 with its length in bytes', async () => {
      t.app.get('/', (_req, res) => res.send('<p>é</p>'))
      const answer = await t.request('/')
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['content-length']).toBe('9')
      expect(answer.text).toBe('<p>é</p>')
    })

    it('keeps a Content-Type that was set, and declares UTF-8 in it', async () => {
      t.app.get('/', (_req, res) => res.set('Content-Type', 'text/plain').send('hi'))
      t.app.get('/charset', (_req, res) => {
        res.set('Content-Type', 'text/plain; charset=iso-8859-1').send('hi')
      })
      expect((await t.request('/')).headers['content-type']).toBe('text/plain; charset=utf-8')
      expect((await t.request('/charset')).headers['content-type']).toBe(
        'text/plain; charset=utf-8',
      )
    })

    it('keeps the other parameters of a Content-Type', async () => {
      t.app.get('/', (_req, res) => {
        res.set('Content-Type', 'text/plain; format=flowed; charset=latin1').send('hi')
      })
      const type = {
        '5.x': 'text/plain; format=flowed; charset=utf-8',
        '4.x': 'text/plain; charset=utf-8; format=flowed',
      }
      expect((await t.request('/')).headers['content-type']).toBe(type[t.dialect])
    })

    it('sends an empty string as an empty page', async () => {
      t.app.get('/', (_req, res) => res.send(''))
      const answer = await t.request('/')
      expect(answer.status).toBe(200)
      expect(answer.headers['content-length']).toBe('0')
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    })
  })

  describe('with bytes', () => {
    it('sends a Buffer as an octet stream', async () => {
      t.app.get('/', (_req, res) => res.send(Buffer.from('tobi')))
      const answer = await t.request('/')
      expect(answer.headers['content-type']).toBe('application/octet-stream')
      expect(answer.headers['content-length']).toBe('4')
    })

    it('sends a Buffer byte for byte', async () => {
      const body = Buffer.from([0, 255, 128, 10])
      t.app.get('/', (_req, res) => res.send(body))
      expect((await t.request('/')).body).toEqual(body)
    })

    it('keeps a Content-Type that was set, as it is', async () => {
      t.app.get('/', (_req, res) => res.set('Content-Type', 'text/plain').send(Buffer.from('hi')))
      expect((await t.request('/')).headers['content-type']).toBe('text/plain; charset=utf-8')
    })
  })

  describe('with other values', () => {
    it.each([
      ['an object', { name: 'tobi' }, '{"name":"tobi"}'],
      ['an array', ['foo', 1], '["foo",1]'],
      ['true', true, 'true'],
      ['false', false, 'false'],
      ['an ArrayBuffer', new ArrayBuffer(4), '{}'],
      ['a Date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ])('sends %s as JSON', async (_what, body, text) => {
      t.app.get('/', (_req, res) => res.send(body))
      const answer = await t.request('/')
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.text).toBe(text)
    })

    it('sends nothing for null, with a length', async () => {
      t.app.get('/', (_req, res) => res.send(null))
      const answer = await t.request('/')
      expect(answer.text).toBe('')
      expect(answer.headers['content-length']).toBe('0')
      expect(answer.headers['content-type']).toBeUndefined()
    })

    it('sends nothing for undefined and for no argument, without an ETag', async () => {
      t.app.get('/undefined', (_req, res) => res.send(undefined))
      t.app.get('/none', (_req, res) => res.send())
      for (const path of ['/undefined', '/none']) {
        const answer = await t.request(path)
        expect(answer.status).toBe(200)
        expect(answer.text).toBe('')
        expect(answer.headers.etag).toBeUndefined()
      }
    })

    it('sends an object with hostile keys of its own', async () => {
      t.app.get('/', (req, res) => res.send(req.query))
      const answer = await t.request('/?hasOwnProperty=x&toString=y&length=9&then=1&toJSON=2')
      expect(answer.text).toBe(
        '{"hasOwnProperty":"x","toString":"y","length":"9","then":"1","toJSON":"2"}',
      )
    })
  })

  it('gives the response back', async () => {
    t.app.get('/', (_req, res) => {
      const same = res.send('x') === res
      if (!same) res.destroy()
    })
    expect((await t.request('/')).text).toBe('x')
  })

  it('replaces a Content-Length that was set wrongly', async () => {
    t.app.get('/', (_req, res) => res.set('Content-Length', '3').send('longer'))
    const answer = await t.request('/')
    expect(answer.headers['content-length']).toBe('6')
    expect(answer.text).toBe('longer')
  })

  describe('entity tags', () => {
    it('adds a weak ETag of length and SHA-1', async () => {
      t.app.get('/', (_req, res) => res.send('kajdslfkasdf'))
      const digest = createHash('sha1').update('kajdslfkasdf').digest('base64').slice(0, 27)
      expect((await t.request('/')).headers.etag).toBe(`W/"c-${digest}"`)
    })

    it('adds the same ETag for text and for its bytes', async () => {
      t.app.get('/text', (_req, res) => res.send('é'))
      t.app.get('/bytes', (_req, res) => res.send(Buffer.from('é')))
      const [text, bytes] = [await t.request('/text'), await t.request('/bytes')]
      expect(text.headers.etag).toBe(bytes.headers.etag)
    })

    it('keeps an ETag that was set', async () => {
      t.app.get('/', (_req, res) => res.set('ETag', '"asdf"').send('hello'))
      expect((await t.request('/')).headers.etag).toBe('"asdf"')
    })

    it('adds none when the setting is off', async () => {
      t.app.disable('etag')
      t.app.get('/', (_req, res) => res.send('hello'))
      expect((await t.request('/')).headers.etag).toBeUndefined()
    })

    it('adds a strong one when the setting says so', async () => {
      t.app.set('etag', 'strong')
      t.app.get('/', (_req, res) => res.send('hello'))
      expect((await t.request('/')).headers.etag).toMatch(/^"5-/)
    })

    it('lets a function make it of the bytes and the encoding', async () => {
      t.app.set('etag', (body: Buffer, encoding: string) => `"${body.toString()}-${encoding}"`)
      t.app.get('/', (_req, res) => res.send('hello'))
      expect((await t.request('/')).headers.etag).toBe('"hello-undefined"')
    })

    it('adds none when the function returns nothing', async () => {
      t.app.set('etag', () => undefined)
      t.app.get('/', (_req, res) => res.send('hello'))
      expect((await t.request('/')).headers.etag).toBeUndefined()
    })

    it('adds one to answers of every method', async () => {
      t.app.all('/', (_req, res) => res.send('hello'))
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        expect((await t.request('/', { method })).headers.etag).toMatch(/^W\/"5-/)
      }
    })
  })

  describe('freshness', () => {
    it('answers 304 without body when the client has the same entity', async () => {
      t.app.get('/', (_req, res) => res.send('hello'))
      const etag = (await t.request('/')).headers.etag
      const answer = await t.request('/', { headers: { 'If-None-Match': etag } })
      expect(answer.status).toBe(304)
      expect(answer.text).toBe('')
      expect(answer.headers.etag).toBe(etag)
      expect(answer.headers['content-type']).toBeUndefined()
      expect(answer.headers['content-length']).toBeUndefined()
    })

    it('answers 304 when Last-Modified is not newer than the client has', async () => {
      const date = 'Sun, 06 Nov 1994 08:49:37 GMT'
      t.app.get('/', (_req, res) => res.set('Last-Modified', date).send('hello'))
      expect((await t.request('/', { headers: { 'If-Modified-Since': date } })).status).toBe(304)
    })

    it('sends the whole answer when the client demands it', async () => {
      t.app.get('/', (_req, res) => res.set('ETag', '"a"').send('hello'))
      const headers = { 'If-None-Match': '"a"', 'Cache-Control': 'no-cache' }
      expect((await t.request('/', { headers })).status).toBe(200)
    })

    it.each(['POST', 'PUT', 'DELETE'])('does not look at it for %s', async (method) => {
      t.app.all('/', (_req, res) => res.set('ETag', '"a"').send('hello'))
      const answer = await t.request('/', { method, headers: { 'If-None-Match': '"a"' } })
      expect(answer.status).toBe(200)
    })

    it('does not look at it for an error', async () => {
      t.app.get('/', (_req, res) => res.status(404).set('ETag', '"a"').send('hello'))
      const answer = await t.request('/', { headers: { 'If-None-Match': '"a"' } })
      expect(answer.status).toBe(404)
      expect(answer.text).toBe('hello')
    })
  })

  describe('answers without a body', () => {
    it('sends the headers of GET for HEAD', async () => {
      t.app.get('/', (_req, res) => res.send('yay'))
      const [head, get] = [await t.request('/', { method: 'HEAD' }), await t.request('/')]
      expect(head.text).toBe('')
      expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
    })

    it.each([204, 304])('strips the headers of a body from %i', async (code) => {
      t.app.get('/', (_req, res) => {
        res.status(code).set('Transfer-Encoding', 'chunked').send('foo')
      })
      const answer = await t.request('/')
      expect(answer.status).toBe(code)
      expect(answer.text).toBe('')
      for (const name of ['content-type', 'content-length', 'transfer-encoding']) {
        expect(answer.headers[name]).toBeUndefined()
      }
    })

    it('sends 205 with a length of zero', async () => {
      t.app.get('/', (_req, res) => {
        res.status(205).set('Transfer-Encoding', 'chunked').send('foo')
      })
      const answer = await t.request('/')
      expect(answer.status).toBe(205)
      expect(answer.text).toBe('')
      expect(answer.headers['content-length']).toBe('0')
      expect(answer.headers['transfer-encoding']).toBeUndefined()
    })
  })

  it('throws at a second send, and leaves the first answer intact', async () => {
    let message = ''
    t.app.get('/', (_req, res) => {
      res.send('first')
      try {
        res.send('second')
      } catch (error) {
        message = (error as Error).message
      }
    })
    expect((await t.request('/')).text).toBe('first')
    expect(message).toContain('Cannot set headers after they are sent')
  })

  it('works in a handler of OPTIONS and of methods that few use', async () => {
    t.app.options('/', (_req, res) => res.send('options'))
    t.app.propfind('/', (_req, res) => res.send('propfind'))
    expect((await t.request('/', { method: 'OPTIONS' })).text).toBe('options')
    expect((await t.request('/', { method: 'PROPFIND' })).text).toBe('propfind')
  })
})

describeDialects('res.send(body) of 5.x', ['5.x'], (t) => {
  it('sends a Uint8Array as an octet stream', async () => {
    t.app.get('/', (_req, res) => res.send(new TextEncoder().encode('tobi')))
    const answer = await t.request('/')
    expect(answer.headers['content-type']).toBe('application/octet-stream')
    expect(answer.headers['content-length']).toBe('4')
  })

  it('sends a number as JSON', async () => {
    t.app.get('/', (_req, res) => res.send(404))
    const answer = await t.request('/')
    expect([answer.status, answer.text]).toEqual([200, '404'])
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })
})

describeDialects('res.send(status, body) and its family', ['4.x'], (t) => {
  it.each([
    [404, 'Not Found'],
    [201, 'Created'],
    [599, ''],
  ])('sends the status %i with its name', async (status, text) => {
    t.app.get('/', (_req, res) => res.send(status))
    const answer = await t.request('/')
    expect([answer.status, answer.text]).toEqual([status, text])
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  it('keeps the Content-Type that was set for the name of a status', async () => {
    t.app.get('/', (_req, res) => res.type('html').send(404 as never))
    expect((await t.request('/')).headers['content-type']).toBe('text/html; charset=utf-8')
  })

  it.each<[string, unknown[], number, string]>([
    ['status, text', [201, 'Created :)'], 201, 'Created :)'],
    ['text, status', ['Bad!', 400], 400, 'Bad!'],
    ['status, object', [403, { a: 1 }], 403, '{"a":1}'],
    ['object, status', [{ a: 1 }, 403], 403, '{"a":1}'],
    ['null, status', [null, 400], 400, ''],
    ['status, number', [400, 7], 400, '7'],
    ['status, undefined', [400, undefined], 400, ''],
  ])('takes (%s)', async (_what, args, status, text) => {
    t.app.get('/', (_req, res) => {
      ;(res as unknown as { send(...args: unknown[]): void }).send(...args)
    })
    const answer = await t.request('/')
    expect([answer.status, answer.text]).toEqual([status, text])
  })

  it('is deprecated in all its forms', async () => {
    t.app.get('/status', (_req, res) => res.send(404))
    t.app.get('/first', (_req, res) => res.send(404, 'none'))
    t.app.get('/last', (_req, res) => res.send('none', 404))
    expect(await noticesOf(() => t.request('/status'))).toEqual([
      'res.send(status): Use res.sendStatus(status) instead',
    ])
    expect(await noticesOf(() => t.request('/first'))).toEqual([
      'res.send(status, body): Use res.status(status).send(body) instead',
    ])
    expect(await noticesOf(() => t.request('/last'))).toEqual([
      'res.send(body, status): Use res.status(status).send(body) instead',
    ])
  })

  it('sends a Uint8Array as JSON, for only a Buffer is bytes', async () => {
    t.app.get('/', (_req, res) => res.send(new TextEncoder().encode('ab')))
    const answer = await t.request('/')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toEqual({ 0: 97, 1: 98 })
  })
})
