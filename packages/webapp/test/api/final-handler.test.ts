import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { originals } from '../support/originals.ts'

function failWith(error: unknown) {
  return () => {
    throw error
  }
}

function page(text: string): string {
  return (
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n' +
    `</head>\n<body>\n<pre>${text}</pre>\n</body>\n</html>\n`
  )
}

describeDialects('the final handler', ['5.x', '4.x'], (t) => {
  afterEach(() => void vi.restoreAllMocks())

  describe('without an error', () => {
    it('answers 404 with a page that names method and path', async () => {
      const answer = await t.request('/missing?a=1', { method: 'POST' })
      expect(answer.status).toBe(404)
      expect(answer.statusText).toBe('Not Found')
      expect(answer.text).toBe(page('Cannot POST /missing'))
      expect(answer.headers).toMatchObject({
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
        'content-type': 'text/html; charset=utf-8',
        'content-length': String(answer.body.length),
      })
    })

    it('escapes what the client sent', async () => {
      const bytes = await t.raw('GET /<b>"\' HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
      expect(bytes).toContain('Cannot GET /%3Cb%3E%22&#39;')
    })

    it('names the whole path from within a mount', async () => {
      const sub = t.webapp()
      t.app.use('/a', sub)
      expect((await t.request('/a/b')).text).toContain('Cannot GET /a/b')
    })

    it('sends no body for HEAD, with the length of GET', async () => {
      const head = await t.request('/x', { method: 'HEAD' })
      expect(head.status).toBe(404)
      expect(head.text).toBe('')
      expect(Number(head.headers['content-length'])).toBeGreaterThan(0)
    })

    it('replaces what was prepared: status, message and entity headers', async () => {
      t.app.use((_req, res, next) => {
        res.status(201).statusMessage = 'Prepared'
        res.set({
          'Content-Encoding': 'gzip',
          'Content-Language': 'en',
          'Content-Range': 'bytes 0-1/2',
          'Content-Length': '3',
          'X-Kept': '1',
        })
        next()
      })
      const answer = await t.request('/')
      expect([answer.status, answer.statusText]).toEqual([404, 'Not Found'])
      for (const name of ['content-encoding', 'content-language', 'content-range']) {
        expect(answer.headers[name]).toBeUndefined()
      }
      expect(answer.headers['content-length']).toBe(String(answer.body.length))
      expect(answer.headers['x-kept']).toBe('1')
    })

    it('reads the request to its end, so that the connection can be used again', async () => {
      const body = 'x'.repeat(100_000)
      const bytes = await t.raw(
        `POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}` +
          'GET /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      )
      expect(bytes).toContain('Cannot POST /a')
      expect(bytes).toContain('Cannot GET /b')
    })

    // W-059
    it('answers although something listens for a body that it does not read', async () => {
      t.app.use((req, _res, next) => {
        req.on('readable', () => {})
        const look = () => void (req.complete ? next() : setImmediate(look))
        look()
      })
      const answer = await t.request('/missing', { method: 'POST', body: 'x' })
      expect(answer.status).toBe(404)
    })

    // As adapters for functions in a cloud create them.
    it('answers a request without a real socket', async () => {
      for (const listener of [originals[t.dialect](), t.app] as unknown as RequestListener[]) {
        const socket = { encrypted: true, readable: false, remoteAddress: '127.0.0.1' } as unknown
        const req = new IncomingMessage(socket as Socket)
        Object.assign(req, { method: 'POST', url: '/none', complete: true })
        req.push('x')
        req.push(null)
        req.on('end', () => {})
        const res = new ServerResponse(req)
        const ended = new Promise((resolve) => {
          res.end = (body: unknown) => {
            resolve([res.statusCode, String(body)])
            return res
          }
        })
        listener(req, res)
        expect(await ended).toEqual([404, page('Cannot POST /none')])
      }
    })

    it.each([
      ['no handler responds', '/none', 404],
      ['a handler fails', '/fails', 418],
    ])('has its status when a broken body closes the response, %s', async (_, path, status) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      const closed = new Promise((resolve) => {
        t.app.use((_req, res, next) => {
          res.on('close', () => resolve([res.statusCode, res.writableEnded]))
          next()
        })
      })
      t.app.use('/fails', failWith(Object.assign(new Error('x'), { status: 418 })))
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`
      expect(await t.raw(`${head}not a size\r\n`)).toMatch('HTTP/1.1 400 Bad Request')
      expect(await closed).toEqual([status, true])
    })

    it('reads a request that middleware pipes into something that is stuck', async () => {
      t.app.use((req, _res, next) => {
        req.pipe(new Writable({ write() {} }))
        setImmediate(next)
      })
      const answer = await t.request('/', { method: 'POST', body: 'x'.repeat(300_000) })
      expect(answer.status).toBe(404)
    })
  })

  describe('with an error', () => {
    it('answers 500 and shows the stack outside production', async () => {
      const error = new Error('<boom>')
      error.stack = 'Error: <boom>\n    at line  two'
      t.app.use(failWith(error))
      const answer = await t.request('/')
      expect([answer.status, answer.statusText]).toEqual([500, 'Internal Server Error'])
      expect(answer.text).toBe(page('Error: &lt;boom&gt;<br> &nbsp; &nbsp;at line &nbsp;two'))
      expect(answer.headers['content-security-policy']).toBe("default-src 'none'")
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    })

    it('shows the name of the status alone in production', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      t.app.set('env', 'production')
      t.app.get('/500', failWith(new Error('secret')))
      t.app.get('/404', failWith(Object.assign(new Error('secret'), { status: 404 })))
      expect((await t.request('/500')).text).toBe(page('Internal Server Error'))
      expect((await t.request('/404')).text).toBe(page('Not Found'))
      await new Promise((resolve) => setImmediate(resolve))
    })

    it.each([
      ['status', { status: 418 }, 418],
      ['statusCode', { statusCode: 409 }, 409],
      ['status before statusCode', { status: 410, statusCode: 409 }, 410],
      ['statusCode when status is none', { status: 'x', statusCode: 409 }, 409],
      ['99', { status: 99 }, 500],
      ['200', { status: 200 }, 500],
      ['302', { status: 302 }, 500],
      ['600', { status: 600 }, 500],
      ['a string', { status: '404' }, 500],
    ])('takes its status: %s', async (_what, members, status) => {
      t.app.use(failWith(Object.assign(new Error('x'), members)))
      expect((await t.request('/')).status).toBe(status)
    })

    it('takes the status of the response when the error has none', async () => {
      t.app.get('/:code', (req, res, next) => {
        res.statusCode = Number(req.params.code)
        next(new Error('x'))
      })
      expect((await t.request('/403')).status).toBe(403)
      expect((await t.request('/302')).status).toBe(500)
    })

    it('takes its headers when it has a status', async () => {
      const headers = { 'Retry-After': '5' }
      t.app.get('/with', failWith(Object.assign(new Error('x'), { status: 503, headers })))
      t.app.get('/without', failWith(Object.assign(new Error('x'), { headers })))
      expect((await t.request('/with')).headers['retry-after']).toBe('5')
      expect((await t.request('/without')).headers['retry-after']).toBeUndefined()
    })

    it.each([
      ['a string', 'plain', 'plain'],
      ['a number', 42, '42'],
      ['an object', { a: 1 }, '[object Object]'],
      [
        'an error without stack',
        Object.assign(new Error('no stack'), { stack: '' }),
        'Error: no stack',
      ],
    ])('shows %s', async (_what, error, text) => {
      t.app.use(failWith(error))
      const answer = await t.request('/')
      expect(answer.status).toBe(500)
      expect(answer.text).toBe(page(text))
    })

    it('survives an object that has no text', async () => {
      t.app.use(failWith(Object.create(null)))
      expect((await t.request('/')).status).toBe(500)
    })

    it('survives an error whose members throw', async () => {
      const hostile = new Proxy(new Error('x'), {
        get() {
          throw new Error('do not look')
        },
      })
      t.app.use(failWith(hostile))
      t.app.get('/', (_req, res) => res.send('ok'))
      expect((await t.request('/bad')).status).toBe(500)
    })

    it('drops the headers of the body that was meant', async () => {
      t.app.use((_req, res) => {
        res.set({ 'Content-Encoding': 'gzip', 'Content-Length': '3', 'X-Kept': '1' })
        throw new Error('x')
      })
      const answer = await t.request('/')
      expect(answer.headers['content-encoding']).toBeUndefined()
      expect(answer.headers['content-length']).toBe(String(answer.body.length))
      expect(answer.headers['x-kept']).toBe('1')
    })
  })

  describe('logging', () => {
    async function logged(env: string, error: unknown): Promise<unknown[]> {
      const spy = vi.spyOn(console, 'error').mockImplementation(() => {})
      t.app.set('env', env)
      t.app.use(failWith(error))
      await t.request('/')
      await new Promise((resolve) => setImmediate(resolve))
      return spy.mock.calls.map(([first]) => first)
    }

    it('writes the error once', async () => {
      const error = new Error('boom')
      const written = { '5.x': error, '4.x': error.stack }
      expect(await logged('development', error)).toEqual([written[t.dialect]])
    })

    it('writes what is no error as text', async () => {
      expect(await logged('production', 'plain')).toEqual(['plain'])
    })

    it('is silent in tests', async () => {
      expect(await logged('test', new Error('boom'))).toEqual([])
    })

    it('is silent when an error handler answered', async () => {
      const spy = vi.spyOn(console, 'error').mockImplementation(() => {})
      t.app.set('env', 'development')
      t.app.use(failWith(new Error('boom')))
      t.app.use((_e: unknown, _q: unknown, res: { end(): void }, _n: unknown) => res.end())
      await t.request('/')
      expect(spy).not.toHaveBeenCalled()
    })

    it('writes one line for an error after the head', async () => {
      const spy = vi.spyOn(console, 'error').mockImplementation(() => {})
      t.app.set('env', 'development')
      t.app.use((_req, res) => {
        res.write('x')
        throw new Error('late')
      })
      await expect(t.request('/')).rejects.toThrow()
      expect(spy).toHaveBeenCalledTimes(1)
    })

    // 5.x leaves looking at an error to the console.
    t.only('4.x', () => {
      it('writes that an error cannot be shown, where looking at it throws', async () => {
        const biting = Object.defineProperty(new Error('x'), 'stack', { get: failWith('bitten') })
        expect(await logged('production', biting)).toEqual([
          'A handler threw an error that cannot be displayed.',
        ])
      })
    })
  })

  it.each([{ 'X-A': 'a\r\nb' }, { 'a b': 'c' }, { 'X-A': undefined }])(
    'leaves out headers of the error that cannot be sent: %j',
    async (headers) => {
      t.app.set('env', 'test')
      t.app.use(failWith(Object.assign(new Error('x'), { status: 503, headers })))
      expect((await t.request('/')).status).toBe(503)
    },
  )
})
