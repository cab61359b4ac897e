// biome-ignore-all lint/suspicious/noExplicitAny: types are tested in test/types, dialects differ.
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { contract } from '../../src/contract.ts'
import type { ErrorRequestHandler } from '../../src/types/v5/public.ts'
import { KeptConnection } from '../fixtures/kept-connection.ts'
import { describeDialects } from '../support/dialects.ts'

const dialects = ['5.x', '4.x', '3.x'] as const
const json = { 'content-type': 'application/json' }

let printed: string[] = []
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void printed.push(args.join(' ')))
})
afterEach(() => vi.restoreAllMocks())

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

describeDialects('contract: responses of several contracts', dialects, (t) => {
  const Problem = z.object({ title: z.string() })
  const Good = z.object({ a: z.number() })
  const responses: Record<string, [status: number, body: unknown]> = {
    good: [200, { a: 1, more: 2 }],
    wrong: [200, { a: 'x' }],
    refused: [401, { title: 'no', more: 2 }],
    untitled: [401, { title: 1 }],
    created: [201, { a: 1 }],
  }
  const respond = (req: any, res: any) => {
    const [status, body] = responses[req.query.as] as [number, unknown]
    res.status(status)
    res.json(body)
  }

  async function ask(name: string): Promise<[number, unknown]> {
    const answer = await t.request(`/?as=${name}`)
    return [answer.status, answer.status === 500 ? undefined : answer.json()]
  }

  it('add up, those of use() and of the route', async () => {
    t.app.set('env', 'test')
    t.app.use(contract({ responses: { 401: Problem } }) as any)
    t.app.get('/', contract({ responses: { 200: Good } }) as any, respond)
    expect(await ask('good')).toEqual([200, { a: 1, more: 2 }])
    expect(await ask('refused')).toEqual([401, { title: 'no', more: 2 }])
    expect(await ask('wrong')).toEqual([500, undefined])
    expect(await ask('untitled')).toEqual([500, undefined])
    expect(await ask('created')).toEqual([500, undefined])
    expect(printed.filter((text) => text.startsWith('The response'))).toHaveLength(3)
  })

  it('let the nearest decide, with its own options', async () => {
    t.app.set('env', 'test')
    const outer = contract({ responses: { 200: z.string(), default: Problem }, serialize: true })
    t.app.get('/', outer as any, contract({ responses: { 200: Good } }) as any, respond)
    expect(await ask('good')).toEqual([200, { a: 1, more: 2 }])
    expect(await ask('refused')).toEqual([401, { title: 'no' }])
    expect(await ask('wrong')).toEqual([500, undefined])
  })

  it('require nothing of routes if they describe errors alone', async () => {
    t.app.set('env', 'test')
    t.app.use(contract({ responses: { 401: Problem } }) as any)
    t.app.get('/', respond)
    expect(await ask('created')).toEqual([201, { a: 1 }])
    expect(await ask('untitled')).toEqual([500, undefined])
  })

  it('does not take the reason of a response schema for an instruction to the router', async () => {
    t.app.set('env', 'test')
    const validate = () => Promise.reject('route')
    const Rejecting = { '~standard': { version: 1 as const, vendor: 'own', validate } }
    t.app.get('/', contract({ responses: { 200: Rejecting } }) as any, respond)
    t.app.get('/', (_req: any, res: any) => res.end('next route'))
    expect(await ask('good')).toEqual([500, undefined])
  })

  it('give every handler req.valid with the parts that are described', async () => {
    const query = z.object({ as: z.string() })
    const list = (req: any, res: any) => res.json(Object.keys(req.valid))
    t.app.get('/', contract({ summary: 'Nothing to validate' }), (req: any, _res: any, next) => {
      expect(Object.keys(req.valid)).toEqual([])
      next()
    })
    t.app.get('/', contract({ query }) as any, contract({ headers: z.looseObject({}) }), list)
    expect(await ask('good')).toEqual([200, ['query', 'headers']])
  })
})
