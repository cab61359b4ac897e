import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

describeDialects('res.jsonp(body)', ['5.x', '4.x', '3.x'], (t) => {
  it('sends JSON when no callback is named, and forbids sniffing', async () => {
    t.app.get('/', (_req, res) => res.jsonp({ count: 1 }))
    const answer = await t.request('/')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.text).toBe('{"count":1}')
  })

  it('calls the function that the query names', async () => {
    t.app.get('/', (_req, res) => res.jsonp({ count: 1 }))
    const answer = await t.request('/?callback=something')
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.text).toBe('/**/ typeof something === \'function\' && something({"count":1});')
  })

  it('takes the first of several callbacks', async () => {
    t.app.get('/', (_req, res) => res.jsonp({}))
    expect((await t.request('/?callback=a&callback=b')).text).toContain('typeof a ===')
  })

  it('ignores an empty callback and one that is an object', async () => {
    t.app.set('query parser', 'extended')
    t.app.get('/', (_req, res) => res.jsonp({}))
    expect((await t.request('/?callback=')).text).toBe('{}')
    expect((await t.request('/?callback[a]=something')).text).toBe('{}')
  })

  it('takes the name of the parameter from the setting', async () => {
    t.app.set('jsonp callback name', 'clb')
    t.app.get('/', (_req, res) => res.jsonp({}))
    expect((await t.request('/?clb=cb')).text).toContain('cb({})')
    expect((await t.request('/?callback=cb')).text).toBe('{}')
  })

  it('allows names of members and indexes', async () => {
    t.app.get('/', (_req, res) => res.jsonp({}))
    expect((await t.request('/?callback=a.b[0].$c_')).text).toBe(
      "/**/ typeof a.b[0].$c_ === 'function' && a.b[0].$c_({});",
    )
  })

  it.each([
    ['<script>alert(1)</script>', 'scriptalert1script'],
    ['cb;alert(1)//', 'cbalert1'],
    ['alert`1`', 'alert1'],
    ['a\u2028b', 'ab'],
  ])('removes from the callback %j what a name cannot hold', async (callback, name) => {
    t.app.get('/', (_req, res) => res.jsonp(1))
    const answer = await t.request(`/?callback=${encodeURIComponent(callback)}`)
    expect(answer.text).toBe(`/**/ typeof ${name} === 'function' && ${name}(1);`)
  })

  it('escapes the line separators that JSON has and JavaScript had not', async () => {
    t.app.get('/', (_req, res) => res.jsonp({ text: '\u2028\u2029' }))
    expect((await t.request('/?callback=cb')).text).toContain('cb({"text":"\\u2028\\u2029"})')
  })

  it('calls with nothing for undefined', async () => {
    t.app.get('/', (_req, res) => res.jsonp(undefined))
    expect((await t.request('/?callback=cb')).text).toBe("/**/ typeof cb === 'function' && cb();")
  })

  it('keeps a Content-Type that was set when there is no callback, and not when there is', async () => {
    t.app.get('/', (_req, res) => res.type('application/vnd.example+json').jsonp({}))
    expect((await t.request('/')).headers['content-type']).toBe(
      'application/vnd.example+json; charset=utf-8',
    )
    expect((await t.request('/?callback=cb')).headers['content-type']).toBe(
      'text/javascript; charset=utf-8',
    )
  })

  it('follows the settings of JSON', async () => {
    t.app.set('json spaces', 1)
    t.app.enable('json escape')
    t.app.set('json replacer', (_key: string, value: unknown) => (value === 1 ? '<' : value))
    t.app.get('/', (_req, res) => res.jsonp({ a: 1 }))
    expect((await t.request('/?callback=cb')).text).toContain('cb({\n "a": "\\u003c"\n})')
  })

  it('answers through res.send', async () => {
    t.app.use((_req, res, next) => {
      res.send = ((text: string) => res.end(`wrapped ${text}`)) as never
      next()
    })
    t.app.get('/', (_req, res) => res.jsonp({}))
    expect((await t.request('/')).text).toBe('wrapped {}')
  })
})

describeDialects('res.jsonp(status, body) and res.jsonp(body, status)', ['4.x'], (t) => {
  it.each<[string, unknown[], number, string]>([
    ['status, object', [201, { a: 1 }], 201, '{"a":1}'],
    ['object, status', [{ a: 1 }, 201], 201, '{"a":1}'],
    ['status, text', [400, 'bad'], 400, '"bad"'],
    ['null, status', [null, 400], 400, 'null'],
    ['status, null', [400, null], 400, 'null'],
    ['number, status', [7, 400], 400, '7'],
  ])('takes (%s)', async (_what, args, status, text) => {
    t.app.get('/', (_req, res) => {
      ;(res as unknown as { jsonp(...args: unknown[]): void }).jsonp(...args)
    })
    const answer = await t.request('/')
    expect([answer.status, answer.text]).toEqual([status, text])
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('is deprecated in both orders', async () => {
    t.app.get('/first', (_req, res) => res.jsonp(201, { a: 1 }))
    t.app.get('/last', (_req, res) => res.jsonp({ a: 1 }, 201))
    expect(await noticesOf(() => t.request('/first'))).toEqual([
      'res.jsonp(status, obj): Use res.status(status).jsonp(obj) instead',
    ])
    expect(await noticesOf(() => t.request('/last'))).toEqual([
      'res.jsonp(obj, status): Use res.status(status).jsonp(obj) instead',
    ])
  })

  it('sends a lone number as the body', async () => {
    t.app.get('/', (_req, res) => res.jsonp(404))
    const answer = await t.request('/')
    expect([answer.status, answer.text]).toEqual([200, '404'])
  })
})

describeDialects('the callback of res.jsonp(status, body)', ['4.x'], (t) => {
  it('is called', async () => {
    t.app.get('/', (_req, res) => res.jsonp(201, { a: 1 }))
    const answer = await t.request('/?callback=cb')
    expect([answer.status, answer.text]).toEqual([
      201,
      '/**/ typeof cb === \'function\' && cb({"a":1});',
    ])
  })
})
