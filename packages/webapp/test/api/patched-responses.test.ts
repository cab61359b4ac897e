import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Express, Response } from '../../src/types/v5/public.ts'
import { createFolder } from '../fixtures/folder.ts'
import { describeDialects } from '../support/dialects.ts'

const LARGE = 3_000_000
const root = createFolder({
  'folder/index.html': 'index',
  'small.txt': 'small',
  'large.txt': 'x'.repeat(LARGE),
})

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown

/** What on-headers does: runs a listener once, just before the head is written. */
function onHeaders(res: ServerResponse, listener: (this: ServerResponse) => void): void {
  const writeHead = res.writeHead as AnyFunction
  let fired = false
  res.writeHead = function (this: ServerResponse, ...args: unknown[]) {
    if (!fired) {
      fired = true
      listener.call(this)
    }
    return writeHead.apply(this, args)
  } as never
}

/** Every way of answering that leads to a body. */
const answers: [string, (res: Response) => unknown][] = [
  ['send(text)', (res) => res.send('body')],
  ['send(bytes)', (res) => res.send(Buffer.from('body'))],
  ['send(object)', (res) => res.send({ a: 1 })],
  ['send()', (res) => res.send()],
  ['json', (res) => res.json({ a: 1 })],
  ['jsonp', (res) => res.jsonp({ a: 1 })],
  ['sendStatus', (res) => res.sendStatus(200)],
  ['redirect', (res) => res.redirect('/x')],
  ['render', (res) => res.render('x')],
  ['format', (res) => res.format({ text: () => res.send('x') })],
  ['end', (res) => res.end('body')],
  ['write and end', (res) => res.write('bo') && res.end('dy')],
  ['status 204', (res) => res.status(204).send()],
]

function useFakeView(app: Express): void {
  app.set('view', FakeView)
}

class FakeView {
  path = 'x'
  render(_options: object, callback: (error: unknown, html: string) => void) {
    callback(null, 'rendered')
  }
}

describeDialects('middleware that replaces members of one response', ['5.x', '4.x', '3.x'], (t) => {
  describe.each(answers)('sees %s', (_name, answer) => {
    it('through writeHead, in time to set a header', async () => {
      useFakeView(t.app)
      t.app.use((_req, res, next) => {
        onHeaders(res, function () {
          this.setHeader('X-Late', String(this.statusCode))
        })
        next()
      })
      t.app.get('/', (_req, res) => void answer(res))
      const { headers, status } = await t.request('/')
      expect(headers['x-late']).toBe(String(status))
    })

    it('through end', async () => {
      useFakeView(t.app)
      let ended = 0
      t.app.use((_req, res, next) => {
        const end = res.end as AnyFunction
        res.end = function (this: unknown, ...args: unknown[]) {
          ended++
          return end.apply(this, args)
        } as never
        next()
      })
      t.app.get('/', (_req, res) => void answer(res))
      await t.request('/')
      expect(ended).toBe(1)
    })

    it('through listeners of finish', async () => {
      useFakeView(t.app)
      const status = new Promise<number>((resolve) => {
        t.app.use((_req, res, next) => {
          res.on('finish', () => resolve(res.statusCode))
          next()
        })
      })
      t.app.get('/', (_req, res) => void answer(res))
      expect((await t.request('/')).status).toBe(await status)
    })
  })

  it('see the 404 page and the error page too', async () => {
    t.app.use((_req, res, next) => {
      onHeaders(res, function () {
        this.setHeader('X-Late', String(this.statusCode))
      })
      next()
    })
    t.app.get('/error', () => {
      throw new Error('x')
    })
    expect((await t.request('/none')).headers['x-late']).toBe('404')
    expect((await t.request('/error')).headers['x-late']).toBe('500')
  })

  it('see the answer to OPTIONS', async () => {
    t.app.use((_req, res, next) => {
      onHeaders(res, function () {
        this.setHeader('X-Late', '1')
      })
      next()
    })
    t.app.get('/', (_req, res) => res.end())
    expect((await t.request('/', { method: 'OPTIONS' })).headers['x-late']).toBe('1')
  })

  it('transform the body as compression does: write and end, and drop Content-Length', async () => {
    t.app.use((_req, res, next) => {
      const end = res.end as AnyFunction
      onHeaders(res, function () {
        this.removeHeader('Content-Length')
        this.setHeader('Content-Encoding', 'upper')
      })
      res.end = function (this: unknown, chunk: unknown) {
        return end.call(this, String(chunk).toUpperCase())
      } as never
      next()
    })
    t.app.get('/', (_req, res) => res.send('quiet'))
    const answer = await t.request('/')
    expect(answer.text).toBe('QUIET')
    expect(answer.headers['content-length']).toBeUndefined()
    expect(answer.headers['content-encoding']).toBe('upper')
  })

  describe('drop Content-Length, of a response to which Transfer-Encoding was set before', () => {
    const unsendable = Object.assign(new Error('bad'), { status: 500, headers: { 'X-A': 'a\nb' } })

    it.each([
      ['a path without a handler', '/missing'],
      ['an error', '/error'],
      ['an error with a header that cannot be sent', '/unsendable'],
      ['a folder without its slash', '/folder'],
      ['a small file', '/small.txt'],
      ['a large file', '/large.txt'],
      ['status 205', '/205'],
    ])('%s leaves the connection to the next request', async (_name, path) => {
      t.app.set('env', 'test')
      t.app.use((req, res, next) => {
        onHeaders(res, function () {
          this.removeHeader('Content-Length')
        })
        if (req.url !== '/last') {
          res.setHeader('Transfer-Encoding', 'chunked')
          res.setHeader('Date', new Date().toUTCString())
        }
        next()
      })
      t.app.use(t.webapp.static(root))
      t.app.get('/error', (_req, _res, next) => next(new Error('failed')))
      t.app.get('/unsendable', (_req, _res, next) => next(unsendable))
      t.app.get('/205', (_req, res) => res.status(205).send('body'))
      t.app.get('/last', (_req, res) => res.send('last'))
      const ask = (target: string, more = '') => `GET ${target} HTTP/1.1\r\nHost: a\r\n${more}\r\n`
      const bytes = await t.raw(ask(path) + ask('/last', 'Connection: close\r\n'))
      const [head = ''] = bytes.split('\r\n\r\n')
      expect(head).toMatch(/^(Transfer-Encoding: chunked|Content-Length: 0)$/im)
      expect(head).toMatch(/^Date: /m)
      expect(bytes).toMatch(/\r\n\r\n4\r\nlast\r\n0\r\n\r\n$/)
    })
  })

  it('take a large file by write and drain, and ignore callbacks as compression does', async () => {
    t.app.use((_req, res, next) => {
      const through = new PassThrough()
      const [write, end, on] = [res.write, res.end, res.on] as AnyFunction[]
      res.write = ((chunk: Buffer) => through.write(chunk)) as never
      res.end = (() => through.end()) as never
      res.on = function (this: unknown, name: string, listener: () => void) {
        return name === 'drain' ? through.on(name, listener) : on?.call(this, name, listener)
      } as never
      through.on('data', (chunk) => write?.call(res, chunk)).on('end', () => end?.call(res))
      next()
    })
    t.app.use(t.webapp.static(root))
    expect((await t.request('/large.txt')).body.length).toBe(LARGE)
  })

  it('wrap res.json and see what send makes of an object', async () => {
    t.app.use((_req, res, next) => {
      const json = res.json as AnyFunction
      res.json = function (this: unknown, body: unknown) {
        return json.call(this, { data: body })
      } as never
      next()
    })
    t.app.get('/', (_req, res) => res.send({ a: 1 }))
    expect((await t.request('/')).json()).toEqual({ data: { a: 1 } })
  })

  it('wrap res.send and see JSON as text', async () => {
    const seen: unknown[] = []
    t.app.use((_req, res, next) => {
      const send = res.send as AnyFunction
      res.send = function (this: unknown, body: unknown) {
        seen.push(body)
        return send.call(this, body)
      } as never
      next()
    })
    t.app.get('/', (_req, res) => res.json({ a: 1 }))
    await t.request('/')
    expect(seen).toEqual(['{"a":1}'])
  })

  it('replace members on the prototype of all responses', async () => {
    const { send } = t.webapp.response
    t.webapp.response.send = function (this: Response, body: unknown) {
      return send.call(this, `patched ${body}`) as never
    }
    t.app.get('/', (_req, res) => res.send('x'))
    const answer = await t.request('/')
    t.webapp.response.send = send
    expect(answer.text).toBe('patched x')
  })

  it('set a body parser result, a user and the like on the request', async () => {
    t.app.use((req, _res, next) => {
      req.body = { parsed: true }
      Object.assign(req, { user: 'tj' })
      next()
    })
    t.app.get('/', (req, res) => res.json([req.body, (req as unknown as { user: string }).user]))
    expect((await t.request('/')).json()).toEqual([{ parsed: true }, 'tj'])
  })

  it('leave req.body undefined when nobody parsed one', async () => {
    t.app.post('/', (req, res) => res.json([req.body === undefined, 'body' in req]))
    const answer = await t.request('/', { method: 'POST', body: 'x' })
    expect(answer.json()).toEqual([true, false])
  })
})
