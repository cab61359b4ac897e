import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

describeDialects('res.json(body)', ['5.x', '4.x', '3.x'], (t) => {
  it.each([
    ['null', null, 'null'],
    ['a number', 300, '300'],
    ['a string', 'str', '"str"'],
    ['false', false, 'false'],
    ['an array', ['foo', 'bar'], '["foo","bar"]'],
    ['an object', { name: 'tobi' }, '{"name":"tobi"}'],
    ['a Buffer', Buffer.from('a'), '{"type":"Buffer","data":[97]}'],
    ['an object with toJSON', { toJSON: (): string => 'told' }, '"told"'],
  ])('sends %s', async (_what, body, text) => {
    t.app.get('/', (_req, res) => res.json(body))
    const answer = await t.request('/')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.text).toBe(text)
  })

  it('sends an empty body for undefined', async () => {
    t.app.get('/', (_req, res) => res.json(undefined))
    const answer = await t.request('/')
    expect(answer.status).toBe(200)
    expect(answer.text).toBe('')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('keeps a Content-Type that was set', async () => {
    t.app.get('/', (_req, res) => res.type('application/vnd.example+json').json({}))
    expect((await t.request('/')).headers['content-type']).toBe(
      'application/vnd.example+json; charset=utf-8',
    )
  })

  it('answers through res.send', async () => {
    t.app.use((_req, res, next) => {
      res.send = ((text: string) => res.end(`wrapped ${text}`)) as never
      next()
    })
    t.app.get('/', (_req, res) => res.json({ a: 1 }))
    expect((await t.request('/')).text).toBe('wrapped {"a":1}')
  })

  it.each([
    ['a BigInt', () => ({ n: 1n })],
    ['a circle', circle],
    ['a throwing toJSON', () => ({ toJSON: fail })],
    [
      'a throwing getter',
      () => ({
        get bad() {
          return fail()
        },
      }),
    ],
  ])('hands the failure to serialise %s to the error handler, headers clean', async (_w, make) => {
    t.app.get('/', (_req, res) => res.json(make()))
    t.app.use((_err: unknown, _req: unknown, res: Reply, _next: unknown) => {
      res.status(500).send(`type=${res.get('Content-Type')}`)
    })
    const answer = await t.request('/')
    expect(answer.status).toBe(500)
    expect(answer.text).toBe('type=undefined')
  })

  describe("'json escape'", () => {
    it('is off by default', async () => {
      t.app.get('/', (_req, res) => res.json({ '&': '<script>' }))
      expect((await t.request('/')).text).toBe('{"&":"<script>"}')
      expect(t.app.get('json escape')).toBeUndefined()
    })

    it('escapes what HTML could read, to the same JSON', async () => {
      t.app.enable('json escape')
      t.app.get('/', (_req, res) => res.json({ '&': '</script>' }))
      t.app.get('/undefined', (_req, res) => res.json(undefined))
      const answer = await t.request('/')
      expect(answer.text).toBe('{"\\u0026":"\\u003c/script\\u003e"}')
      expect(answer.json()).toEqual({ '&': '</script>' })
      expect((await t.request('/undefined')).text).toBe('')
    })
  })

  describe("'json replacer'", () => {
    it('is given to JSON.stringify', async () => {
      t.app.set('json replacer', (key: string, value: unknown) =>
        key.startsWith('_') ? undefined : value,
      )
      t.app.get('/', (_req, res) => res.json({ name: 'tobi', _id: 1 }))
      expect((await t.request('/')).text).toBe('{"name":"tobi"}')
    })
  })

  describe("'json spaces'", () => {
    it('is unset by default', () => {
      expect(t.app.get('json spaces')).toBeUndefined()
    })

    it('indents', async () => {
      t.app.set('json spaces', 2)
      t.app.get('/', (_req, res) => res.json({ a: [1] }))
      expect((await t.request('/')).text).toBe('{\n  "a": [\n    1\n  ]\n}')
    })
  })
})

describeDialects('res.json(status, body) and res.json(body, status)', ['4.x'], (t) => {
  it.each<[string, unknown[], number, string]>([
    ['status, object', [201, { a: 1 }], 201, '{"a":1}'],
    ['object, status', [{ a: 1 }, 201], 201, '{"a":1}'],
    ['status, text', [400, 'bad'], 400, '"bad"'],
    ['null, status', [null, 400], 400, 'null'],
    ['status, null', [400, null], 400, 'null'],
    ['number, status', [7, 400], 400, '7'],
  ])('takes (%s)', async (_what, args, status, text) => {
    t.app.get('/', (_req, res) => {
      ;(res as unknown as { json(...args: unknown[]): void }).json(...args)
    })
    const answer = await t.request('/')
    expect([answer.status, answer.text]).toEqual([status, text])
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('is deprecated in both orders', async () => {
    t.app.get('/first', (_req, res) => res.json(201, { a: 1 }))
    t.app.get('/last', (_req, res) => res.json({ a: 1 }, 201))
    expect(await noticesOf(() => t.request('/first'))).toEqual([
      'res.json(status, obj): Use res.status(status).json(obj) instead',
    ])
    expect(await noticesOf(() => t.request('/last'))).toEqual([
      'res.json(obj, status): Use res.status(status).json(obj) instead',
    ])
  })

  it('sends a lone number as the body', async () => {
    t.app.get('/', (_req, res) => res.json(404))
    const answer = await t.request('/')
    expect([answer.status, answer.text]).toEqual([200, '404'])
  })
})

interface Reply {
  status(code: number): Reply
  send(body: string): unknown
  get(name: string): unknown
}

function circle() {
  const object: Record<string, unknown> = {}
  object.self = object
  return object
}

function fail(): never {
  throw new Error('no JSON')
}
