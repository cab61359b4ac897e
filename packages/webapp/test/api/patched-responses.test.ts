import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Express, Response } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'

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
