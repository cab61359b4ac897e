import { type } from 'arktype'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import * as v from 'valibot'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import * as mini from 'zod/mini'
import { z as z3 } from 'zod/v3'
import { type ContractDescription, contract } from '../../src/contract.ts'
import { describeDialects } from '../support/dialects.ts'

const dialects = ['5.x', '4.x', '3.x'] as const

/** The same request and response in four libraries. */
const libraries = {
  zod: {
    params: z.object({ org: z.coerce.number() }),
    query: z.object({ page: z.coerce.number().default(1) }),
    headers: z.object({ 'x-trace': z.string().transform((text) => text.toUpperCase()) }),
    cookies: z.object({ session: z.string() }),
    body: z.object({ name: z.string().min(1) }),
  },
  valibot: {
    params: v.object({ org: v.pipe(v.string(), v.transform(Number), v.number()) }),
    query: v.object({ page: v.optional(v.pipe(v.string(), v.transform(Number), v.number()), '1') }),
    headers: v.object({ 'x-trace': v.pipe(v.string(), v.toUpperCase()) }),
    cookies: v.object({ session: v.string() }),
    body: v.object({ name: v.pipe(v.string(), v.minLength(1)) }),
  },
  arktype: {
    params: type({ org: 'string.numeric.parse' }),
    query: type({ page: 'string.numeric.parse = "1"' }),
    headers: type({ 'x-trace': type('string').pipe((text) => text.toUpperCase()) }),
    cookies: type({ session: 'string' }),
    body: type({ name: 'string > 0' }),
  },
  typebox: {
    params: Compile(Type.Object({ org: Type.Number() })),
    query: Compile(Type.Object({ page: Type.Number({ default: 1 }) })),
    headers: Compile(
      Type.Object({
        'x-trace': Type.Decode(Type.String(), (text) => text.toUpperCase()),
      }),
    ),
    cookies: Compile(Type.Object({ session: Type.String() })),
    body: Compile(Type.Object({ name: Type.String({ minLength: 1 }) })),
  },
}

const sent = {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-trace': 'abc', cookie: 'session=s1; a=b' },
  body: '{"name":"Ada"}',
}

describeDialects('contract', dialects, (t) => {
  for (const [name, schemas] of Object.entries<ContractDescription>(libraries)) {
    it(`hands the parsed values of ${name} to the handler`, async () => {
      t.app.use(t.webapp.json())
      // biome-ignore lint/suspicious/noExplicitAny: the libraries differ in their types.
      t.app.post('/orgs/:org/users', contract(schemas), (req: any, res: any) => {
        const { params, query, body, valid } = req
        res.json({
          params: { ...params },
          query: { ...query },
          body,
          trace: valid.headers['x-trace'],
          session: valid.cookies.session,
          same: [valid.params === params, valid.query === query, valid.body === body],
        })
      })
      const answer = await t.request('/orgs/7/users?page=3', sent)
      expect(answer.json()).toEqual({
        params: { org: 7 },
        query: { page: 3 },
        body: { name: 'Ada' },
        trace: 'ABC',
        session: 's1',
        same: [true, true, true],
      })
      const first = (await t.request('/orgs/7/users', sent)).json() as { query: unknown }
      expect(first.query).toEqual({ page: 1 })
    })

    it(`refuses a request that ${name} refuses, with the issues of all parts`, async () => {
      let seen: unknown
      t.app.use(t.webapp.json())
      t.app.post('/orgs/:org/users', contract(schemas), () => {})
      // biome-ignore lint/suspicious/noExplicitAny: an error has any type.
      t.app.use((err: any, _req: any, res: any, _next: any) => {
        seen = err
        res.statusCode = err.status
        res.end()
      })
      const { status } = await t.request('/orgs/x/users?page=y', {
        ...sent,
        headers: { 'content-type': 'application/json' },
        body: '{"name":""}',
      })
      expect(status).toBe(400)
      expect(seen).toMatchObject({ type: 'contract.refused', status: 400, expose: true })
      const { issues } = seen as { issues: { location: string; message: string; path: unknown }[] }
      const places = issues.map(({ location, path }) => [location, path])
      expect(places).toContainEqual(['params', ['org']])
      expect(places).toContainEqual(['query', ['page']])
      expect(places).toContainEqual(['body', ['name']])
      expect(places.map(([location]) => location)).toContain('headers')
      expect(places.map(([location]) => location)).toContain('cookies')
      for (const { message } of issues) expect(message).toMatch(/\w/)
    })
  }

  it('shows a refusal as the final handler shows errors', async () => {
    t.app.set('env', 'test')
    t.app.get('/', contract({ query: z.object({ page: z.string() }) }), () => {})
    const { status, text } = await t.request('/')
    expect(status).toBe(400)
    expect(text).toContain('The request does not fit its contract: query.page: Invalid input')
  })

  it('awaits a schema that validates asynchronously, and keeps the order of the handlers', async () => {
    const order: string[] = []
    const later = z.string().refine(async (text) => {
      await new Promise((resolve) => setImmediate(resolve))
      order.push('schema')
      return text !== 'taken'
    }, 'taken')
    t.app.get(
      '/:name',
      contract({ params: z.object({ name: later }), query: z.object({ a: later.optional() }) }),
      // biome-ignore lint/suspicious/noExplicitAny: typed in test/types.
      (req: any, res: any) => {
        order.push('handler')
        res.json(req.params)
      },
    )
    expect((await t.request('/free')).json()).toEqual({ name: 'free' })
    expect(order.at(-1)).toBe('handler')
    expect(order.indexOf('handler')).toBeGreaterThan(0)
    expect((await t.request('/taken')).status).toBe(400)
    expect((await t.request('/taken?a=taken')).text).toContain('query.a: taken')
  })

  it('passes an error of a schema on, thrown or rejected', async () => {
    const failing = (fail: () => never | Promise<never>) => ({
      '~standard': { version: 1 as const, vendor: 'own', validate: fail },
    })
    const thrown = failing(() => {
      throw new Error('schema broke')
    })
    t.app.get('/sync', contract({ query: thrown }), () => {})
    t.app.get('/async', contract({ query: failing(async () => thrown['~standard'].validate()) }))
    t.app.set('env', 'test')
    for (const path of ['/sync', '/async']) {
      const { status, text } = await t.request(path)
      expect([path, status]).toEqual([path, 500])
      expect(text).toContain('schema broke')
    }
  })

  const zods = { zod: z, 'zod/mini': mini, 'zod 3': z3 }
  it.each(Object.keys(zods))('handles a rejected check of %s', async (name) => {
    // The same calls exist in all of them.
    const own = zods[name as keyof typeof zods] as unknown as typeof z3
    const failing = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      throw new Error('database is down')
    }
    const check = name === 'zod/mini' ? mini.string().check(mini.refine(failing)) : undefined
    const refined = (check as never) ?? own.string().refine(() => failing())
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    t.app.set('env', 'test')
    const schemas = [
      own.object({ a: refined }),
      own.object({ a: own.union([own.number(), own.lazy(() => refined)]) }),
    ]
    for (const [at, query] of schemas.entries()) {
      t.app.get(`/${at}`, contract({ query: query as never }), () => {})
      const { status, text } = await t.request(`/${at}?a=x`)
      expect([at, status]).toEqual([at, 500])
      expect(text).toContain('database is down')
    }
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).not.toHaveBeenCalled()
  })

  it('keeps checks of zod synchronous, and calls them once', async () => {
    const check = vi.fn((text: string) => text !== 'no')
    const query = z.object({ a: z.string().refine(check, 'refused') })
    let isSync = false
    t.app.get('/', (req, res, next) => {
      let isDone = false
      contract({ query })(req as never, res as never, (error?: unknown) => {
        isSync = !isDone
        next(error)
      })
      isDone = true
    })
    t.app.get('/', (_req, res) => void res.end())
    expect([(await t.request('/?a=x')).status, isSync, check.mock.calls.length]).toEqual([
      200,
      true,
      1,
    ])
    expect((await t.request('/?a=no')).text).toContain('query.a: refused')
    expect((await t.request('/')).text).toContain('query.a: Invalid input: expected string')
  })

  it('validates the original query and body in a second contract of the same request', async () => {
    const schema = z.object({ n: z.string().transform(Number) })
    t.app.use(t.webapp.json())
    t.app.post('/', contract({ query: schema, body: schema }), (_req, _res, next) => next('route'))
    // biome-ignore lint/suspicious/noExplicitAny: typed in test/types.
    t.app.post('/', contract({ query: schema, body: schema }), (req: any, res: any) => {
      res.json([req.query, req.body])
    })
    const headers = { 'content-type': 'application/json' }
    const answer = await t.request('/?n=1', { method: 'POST', headers, body: '{"n":"2"}' })
    expect(answer.json()).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('uses cookies that middleware has parsed', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: middleware writes to the request.
    t.app.use((req: any, _res: any, next: any) => {
      req.cookies = { session: 'verified' }
      next()
    })
    const cookies = z.object({ session: z.string() })
    // biome-ignore lint/suspicious/noExplicitAny: typed in test/types.
    t.app.get('/', contract({ cookies }), (req: any, res: any) => res.json(req.valid.cookies))
    const answer = await t.request('/', { headers: { cookie: 'session=forged' } })
    expect(answer.json()).toEqual({ session: 'verified' })
  })

  it('answers 415 to a body of another media type, without repeating it', async () => {
    t.app.use(t.webapp.json())
    t.app.use(t.webapp.urlencoded({ extended: false }))
    t.app.post('/', contract({ body: z.object({}) }), (_req, res) => res.end('reached'))
    t.app.set('env', 'test')
    for (const type of ['application/x-www-form-urlencoded', 'text/<script>', '']) {
      const headers = type === '' ? {} : { 'content-type': type }
      const answer = await t.request('/', { method: 'POST', headers, body: 'a=b' })
      expect([type, answer.status]).toEqual([type, 415])
      expect(answer.text).toContain('must have the media type application/json')
      expect(answer.text).not.toContain('script')
      expect(answer.headers.accept).toBe('application/json')
    }
  })

  it('takes the media types that the contract names', async () => {
    t.app.use(t.webapp.urlencoded({ extended: false }))
    const contentType = ['application/x-www-form-urlencoded', 'text/*']
    t.app.post('/', contract({ body: z.object({ a: z.string() }), contentType }), (req, res) => {
      res.json(req.body)
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    const answer = await t.request('/', { method: 'POST', headers, body: 'a=b' })
    expect(answer.json()).toEqual({ a: 'b' })
    const json = { 'content-type': 'application/json' }
    expect((await t.request('/', { method: 'POST', headers: json, body: '{}' })).status).toBe(415)
  })

  it('takes a range of media types by their suffix', async () => {
    t.app.set('env', 'test')
    t.app.use(t.webapp.json({ type: () => true }))
    const contentType = 'application/*+json'
    t.app.post('/', contract({ body: z.object({ a: z.string() }), contentType }), (req, res) => {
      res.json(req.body)
    })
    const send = async (type: string) => {
      const headers = { 'content-type': type }
      return (await t.request('/', { method: 'POST', headers, body: '{"a":"b"}' })).status
    }
    expect(await send('application/problem+json; charset=utf-8')).toBe(200)
    expect(await send('application/problem+xml')).toBe(415)
    expect(await send('image/svg+json')).toBe(415)
  })

  it.each([
    ['application/json', 'webapp.json()'],
    ['application/x-www-form-urlencoded', 'webapp.urlencoded()'],
    ['text/plain', 'webapp.text()'],
    ['multipart/form-data', 'multipart() of webapp/multipart'],
    ['application/merge-patch+json', 'webapp.json({ type })'],
    ['image/png', 'webapp.raw({ type })'],
  ])('says which parser is missing for %s', async (contentType, parser) => {
    t.app.set('env', 'test')
    // Another parser is there, and sets an empty body in older dialects.
    t.app.use(contentType === 'text/plain' ? t.webapp.json() : t.webapp.urlencoded({ type: 'x/y' }))
    t.app.post('/', contract({ body: z.looseObject({}), contentType }), (_req, res) => res.end())
    const headers = { 'content-type': contentType }
    const answer = await t.request('/', { method: 'POST', headers, body: '{"a":1}' })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(parser)
  })

  it('treats a request without a body alike in all dialects', async () => {
    t.app.use(t.webapp.json())
    const body = z.object({ a: z.string().optional() })
    t.app.post('/needed', contract({ body }), (_req, res) => res.end())
    t.app.post('/optional', contract({ body: body.optional() }), (req, res) => {
      res.end(String(req.body))
    })
    const headers = { 'content-type': 'application/json' }
    expect((await t.request('/needed', { method: 'POST' })).status).toBe(400)
    expect((await t.request('/needed', { method: 'POST', headers, body: '' })).status).toBe(400)
    expect((await t.request('/optional', { method: 'POST' })).text).toBe('undefined')
    expect((await t.request('/needed', { method: 'POST', headers, body: '{}' })).status).toBe(200)
  })

  it('works through mounts, route(), arrays and HEAD', async () => {
    const query = z.object({ n: z.coerce.number() })
    // biome-ignore lint/suspicious/noExplicitAny: typed in test/types.
    const show = (req: any, res: any) => res.json(req.query)
    const sub = t.webapp()
    sub.get('/list', [[contract({ query })]], show)
    t.app.use('/sub', sub)
    t.app.get('/direct', contract({ query }), show)
    expect((await t.request('/sub/list?n=1')).json()).toEqual({ n: 1 })
    const head = await t.request('/direct?n=1', { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
    expect((await t.request('/direct?n=x', { method: 'HEAD' })).status).toBe(400)
    expect((await t.request('/sub/list?n=x')).status).toBe(400)
    const injected = await t.app.inject('/direct?n=5')
    expect(injected.json()).toEqual({ n: 5 })
  })

  it('refuses a description that cannot work', () => {
    expect(() => contract(undefined as never)).toThrow('contract takes an object')
    expect(() => contract({ boby: z.string() } as never)).toThrow(
      'there is no field "boby". Did you mean "body"? The fields are params, query,',
    )
    expect(() => contract({ ContentType: 'text/plain' } as never)).toThrow('mean "contentType"?')
    expect(() => contract({ title: 'Users' } as never)).toThrow('"title". The fields are')
    expect(() => contract({ body: Type.Object({}) as never })).toThrow(
      /body is not a schema.*Compile\(schema\) of typebox\/compile/,
    )
    expect(() => contract({ contentType: 'json' })).toThrow('got "json"')
    expect(() => contract({ responses: { ok: z.string() } as never })).toThrow('got "ok"')
    expect(() => contract({ responses: { 200: { body: 1 as never } } })).toThrow(
      'responses[200] is not a schema',
    )
  })
})

describeDialects('contract in use()', ['5.x', '4.x'], (t) => {
  it('keeps the parsed values for later calls, except the parameters of other paths', async () => {
    const org = z.object({ org: z.coerce.number() })
    t.app.use('/:org', contract({ params: org, query: z.object({ q: z.coerce.number() }) }))
    // biome-ignore lint/suspicious/noExplicitAny: typed in test/types.
    t.app.get('/:org/x', (req: any, res) => {
      res.json([req.params, req.query, req.valid.params])
    })
    expect((await t.request('/7/x?q=1')).json()).toEqual([{ org: '7' }, { q: 1 }, { org: 7 }])
  })
})
