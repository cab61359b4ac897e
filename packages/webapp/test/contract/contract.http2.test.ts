import { expect, it } from 'vitest'
import { z } from 'zod'
import { contract, problemDetails } from '../../src/contract.ts'
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
