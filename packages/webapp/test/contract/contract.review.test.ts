import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { contract, problemDetails } from '../../src/contract.ts'
import type { ErrorRequestHandler } from '../../src/types/v5/public.ts'
import { KeptConnection } from '../fixtures/kept-connection.ts'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

const dialects = ['5.x', '4.x', '3.x'] as const
const json = { 'content-type': 'application/json' }

describeDialects('contract over HTTP/2', dialects, (t) => {
  const body = z.object({ name: z.string().min(1) })

  it('validates parameters, query, headers and body, with and without a length', async () => {
    t.app.use(t.webapp.json())
    t.app.post(
      '/orgs/:org',
      contract({
        params: z.object({ org: z.coerce.number() }),
        query: z.object({ page: z.coerce.number() }),
        headers: z.object({ 'x-trace': z.string() }),
        cookies: z.object({ session: z.string() }),
        body,
      }),
      (req, res) => void res.json([{ ...req.params }, req.query, req.body, req.valid]),
    )
    t.app.use(problemDetails())
    const { ask } = await startHttp2(t.app as never)
    const headers = { ...json, 'x-trace': 'a', cookie: 'session=s' }
    const parts = {
      params: { org: 7 },
      query: { page: 2 },
      headers: { 'x-trace': 'a' },
      cookies: { session: 's' },
      body: { name: 'Ada' },
    }
    for (const length of [{}, { 'content-length': 14 }]) {
      const answer = await ask('/orgs/7?page=2', {
        method: 'POST',
        headers: { ...headers, ...length },
        body: '{"name":"Ada"}',
      })
      expect(JSON.parse(answer.text)).toEqual([parts.params, parts.query, parts.body, parts])
    }
    const refused = await ask('/orgs/x', { method: 'POST', headers, body: '{"name":""}' })
    expect([refused.status, refused.headers['content-type']]).toEqual([
      400,
      'application/problem+json',
    ])
    const { issues } = JSON.parse(refused.text)
    expect(issues.map(({ location }: { location: string }) => location)).toEqual([
      'params',
      'query',
      'body',
    ])
  })

  it('tells a missing body from one that has another type', async () => {
    t.app.set('env', 'test')
    t.app.use(t.webapp.json())
    t.app.post('/', contract({ body: body.optional() }), (req, res) => {
      res.send(String(req.body?.name))
    })
    t.app.use(problemDetails())
    const { ask } = await startHttp2(t.app as never)
    expect((await ask('/', { method: 'POST' })).text).toBe('undefined')
    const other = await ask('/', { method: 'POST', body: 'a=b' })
    expect([other.status, other.headers.accept]).toEqual([415, 'application/json'])
    const head = await ask('/', { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([404, ''])
  })

  it('checks and picks responses', async () => {
    t.app.set('env', 'production')
    const User = z.object({ id: z.number() })
    t.app.get('/', contract({ responses: { 200: User }, serialize: true }), (_req, res) => {
      const user = { id: 1, password: 'secret' }
      res.json(user)
    })
    const { ask } = await startHttp2(t.app as never)
    expect((await ask('/')).text).toBe('{"id":1}')
  })
})

describeDialects('contract: more than one', dialects, (t) => {
  it('validates the original parameters in a second contract of the same route', async () => {
    const params = z.object({ n: z.string().transform(Number) })
    const first = contract({ params })
    const second = contract({ params: z.object({ n: z.string().regex(/^\d$/) }) })
    t.app.get('/:n', first, second, (req, res) => void res.json({ n: req.params.n }))
    t.app.get('/sub/:n', first, (_req, _res, next) => next('route'))
    t.app.get('/sub/:n', first, (req, res) => void res.json({ ...req.params }))
    expect((await t.request('/7')).json()).toEqual({ n: '7' })
    expect((await t.request('/sub/8')).json()).toEqual({ n: 8 })
  })

  it('leaves what other middleware keeps in req.valid', async () => {
    t.app.use((req, _res, next) => {
      Object.assign(req, { valid: { headers: 'kept' } })
      next()
    })
    t.app.get('/', contract({ query: z.object({ a: z.string() }) }), (req, res) => {
      res.json(req.valid)
    })
    expect((await t.request('/?a=1')).json()).toEqual({ headers: 'kept', query: { a: '1' } })
  })

  it('does not take the reason of a schema for an instruction to the router', async () => {
    t.app.set('env', 'test')
    const query = {
      '~standard': { version: 1 as const, vendor: 'own', validate: () => Promise.reject('route') },
    }
    t.app.get('/', contract({ query }), (_req, res) => void res.send('no'))
    t.app.get('/', (_req, res) => void res.send('skipped'))
    const answer = await t.request('/')
    expect([answer.status, answer.text]).toEqual([500, expect.stringContaining('rejected with')])
  })

  it('goes on with the connection after a refusal, and under fake timers', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    t.app.use(t.webapp.json())
    t.app.post('/', contract({ body: z.object({ a: z.number() }) }), (_req, res) => {
      res.send('taken')
    })
    t.app.use(((error, _req, res, _next) => {
      res.status(error.status).send('refused')
    }) as ErrorRequestHandler)
    const client = new KeptConnection(await t.port())
    const post = (type: string, body: string) =>
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    expect(await client.ask(post('text/plain', 'x'.repeat(100_000)), 'refused')).toContain(' 415 ')
    expect(await client.ask(post('application/json', '{"a":"b"}'), 'refused')).toContain(' 400 ')
    expect(await client.ask(post('Application/JSON; x=y', '{"a":1}'), 'taken')).toContain(' 200 ')
    client.socket.destroy()
  })

  it('works in app.fetch', async () => {
    t.app.use(t.webapp.json())
    t.app.post('/', contract({ body: z.object({ a: z.number() }) }), (req, res) => {
      res.json(req.body)
    })
    const post = (body: string) =>
      t.app.fetch(new Request('http://a/', { method: 'POST', headers: json, body }))
    expect(await (await post('{"a":1,"b":2}')).json()).toEqual({ a: 1 })
    expect((await post('{"a":"1"}')).status).toBe(400)
  })
})

describeDialects('contract: schemas of TypeBox', dialects, (t) => {
  it('does not change the query and the parameters that the request had', async () => {
    const query = Compile(Type.Object({ n: Type.Number(), list: Type.Array(Type.Number()) }))
    let before: unknown
    t.app.use((req, _res, next) => {
      before = req.query
      next()
    })
    t.app.get('/', contract({ query }), (req, res) => void res.json([before, req.query]))
    expect((await t.request('/?n=1&list=2&list=3')).json()).toEqual([
      { n: '1', list: ['2', '3'] },
      { n: 1, list: [2, 3] },
    ])
  })

  it('asks for no more issues than it reports', async () => {
    let asked = 0
    const schema = {
      Check: () => false,
      *Errors() {
        for (;;) {
          asked++
          yield { message: 'wrong', path: '/a~1b/0' }
        }
      },
      Decode: (value: unknown) => value,
      Encode: (value: unknown) => value,
    }
    t.app.get('/', contract({ query: schema }), (_req, res) => void res.end())
    t.app.use(problemDetails())
    const { issues } = (await t.request('/')).json() as { issues: { path: string[] }[] }
    expect([issues.length, asked, issues[0]?.path]).toEqual([100, 100, ['a/b', '0']])
  })

  it('decodes with a schema of an earlier version', async () => {
    const schema = {
      hasTransform: true,
      Check: () => true,
      Errors: () => [],
      Decode: (value: { n: string }) => ({ n: Number(value.n) }),
      Encode: (value: unknown) => value,
    }
    t.app.get('/', contract({ query: schema as never }), (req, res) => void res.json(req.query))
    expect((await t.request('/?n=5')).json()).toEqual({ n: 5 })
  })
})

describeDialects('contract: serialize with alternatives', dialects, (t) => {
  const Cat = z.object({ kind: z.literal('cat'), lives: z.number() })
  const Dog = z.object({ kind: z.literal('dog'), tricks: z.array(z.object({ name: z.string() })) })
  const cases: [string, z.ZodType, unknown, unknown][] = [
    [
      'the alternative that fits',
      z.union([Cat, Dog]),
      { kind: 'dog', lives: 9, tricks: [{ name: 'sit', x: 1 }], secret: 1 },
      { kind: 'dog', tricks: [{ name: 'sit' }] },
    ],
    [
      'all alternatives that may fit',
      z.union([z.object({ n: z.number().max(5) }), z.object({ n: z.number(), more: z.string() })]),
      { n: 10, more: 'yes', secret: 1 },
      { n: 10, more: 'yes' },
    ],
    ['an object or null', z.object({ a: Cat.nullable() }), { a: null, secret: 1 }, { a: null }],
    [
      'an object that does not fit, without its secrets',
      Cat.nullable(),
      { kind: 'lion', lives: 1, secret: 1 },
      { kind: 'lion', lives: 1 },
    ],
    ['everything of any', z.union([z.any(), Cat]), { kind: 1, other: 2 }, { kind: 1, other: 2 }],
    [
      'a list of alternatives',
      z.array(z.union([Cat, Dog])),
      [
        { kind: 'cat', lives: 1, secret: 1 },
        { kind: 'dog', tricks: [], secret: 1 },
      ],
      [
        { kind: 'cat', lives: 1 },
        { kind: 'dog', tricks: [] },
      ],
    ],
    [
      'alternatives in alternatives',
      z.union([z.union([Cat, Dog]), z.object({ kind: z.literal('none') })]),
      { kind: 'cat', lives: 2, tricks: [], secret: 1 },
      { kind: 'cat', lives: 2 },
    ],
    [
      'dates and other values with toJSON',
      z.object({ at: z.any() }),
      { at: new Date(0), secret: 1 },
      { at: '1970-01-01T00:00:00.000Z' },
    ],
  ]
  for (const [title, schema, body, sent] of cases) {
    it(`sends ${title}`, async () => {
      t.app.set('env', 'production')
      t.app.get('/', contract({ responses: { 200: schema }, serialize: true }), (_req, res) => {
        res.json(body as never)
      })
      // The second response takes what the first one has prepared.
      for (let at = 0; at < 2; at++) expect((await t.request('/')).json()).toEqual(sent)
    })
  }
})
