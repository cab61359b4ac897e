// biome-ignore-all lint/suspicious/noExplicitAny: types are tested in test/types, dialects differ.
import { type } from 'arktype'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type ContractDescription, contract, problemDetails } from '../../src/contract.ts'
import { describeDialects } from '../support/dialects.ts'

const dialects = ['5.x', '4.x', '3.x'] as const
const User = z.object({ id: z.number(), name: z.string() })

let printed: string[] = []
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void printed.push(args.join(' ')))
})
afterEach(() => vi.restoreAllMocks())

describeDialects('contract: responses', dialects, (t) => {
  function answerWith(body: unknown, description: ContractDescription, env = 'development') {
    t.app.set('env', env)
    t.app.get('/', contract(description) as any, (_req: any, res: any) => {
      res.status(200)
      res.json(body)
    })
    // The page of an error of the server is not under test.
    t.app.use((err: any, _req: any, res: any, _next: any) => {
      res.status(err.status)
      res.json({ type: err.type, issues: err.issues, expose: err.expose })
    })
    return t.request('/')
  }

  it('lets a response pass that fits', async () => {
    const answer = await answerWith(
      { id: 1, name: 'Ada', more: true },
      { responses: { 200: User } },
    )
    expect(answer.json()).toEqual({ id: 1, name: 'Ada', more: true })
    expect(printed).toEqual([])
  })

  it('turns a response that does not fit into a 500, with the issues on the console', async () => {
    const answer = await answerWith({ id: '1', name: 'Ada' }, { responses: { 200: User } })
    expect(answer.status).toBe(500)
    expect(answer.json()).toMatchObject({
      type: 'contract.response',
      expose: false,
      issues: [{ location: 'response', path: ['id'] }],
    })
    expect(printed[0]).toMatch(
      /^The response 200 of GET \/ does not fit its contract:\n {2}response\.id: Invalid input/,
    )
  })

  it('does the same for a handler that responds later, and through res.send', async () => {
    t.app.set('env', 'test')
    t.app.get('/', contract({ responses: { '2XX': User } }) as any, (_req: any, res: any) => {
      setImmediate(() => res.send({ id: 'x' }))
    })
    expect((await t.request('/')).status).toBe(500)
    expect(printed.join()).toContain('response.id')
  })

  it('awaits an asynchronous schema', async () => {
    const Later = User.refine(async ({ id }) => id > 0, 'id is not positive')
    const good = await answerWith({ id: 1, name: 'Ada' }, { responses: { 200: Later } })
    expect(good.json()).toEqual({ id: 1, name: 'Ada' })
    t.renew()
    await t.close()
    const bad = await answerWith({ id: -1, name: 'Ada' }, { responses: { 200: Later } })
    expect(bad.status).toBe(500)
  })

  it('does not check in production, nor if checkResponses is off', async () => {
    const wrong = { id: 'x' }
    const description = { responses: { 200: User } }
    expect((await answerWith(wrong, description, 'production')).json()).toEqual(wrong)
    t.renew()
    await t.close()
    const off = { ...description, checkResponses: false }
    expect((await answerWith(wrong, off)).json()).toEqual(wrong)
    t.renew()
    await t.close()
    const on = { ...description, checkResponses: true }
    expect((await answerWith(wrong, on, 'production')).status).toBe(500)
  })

  it('reports a successful status that the contract does not have, but no error status', async () => {
    t.app.set('env', 'test')
    t.app.get('/:code', contract({ responses: { 201: User } }) as any, (req: any, res: any) => {
      res.status(Number(req.params.code))
      res.json({ any: 'thing' })
    })
    expect((await t.request('/404')).status).toBe(404)
    expect((await t.request('/200')).status).toBe(500)
    expect(printed.join()).toContain('the contract has no body for this status')
  })

  it('checks the status form of older dialects', async () => {
    if (t.dialect === '5.x') return
    t.app.set('env', 'test')
    const described = contract({ responses: { 201: User, 200: z.string() } }) as any
    t.app.get('/first', described, (_req: any, res: any) => res.json(201, { id: 1, name: 'a' }))
    t.app.get('/last', described, (_req: any, res: any) => res.json({ id: 1, name: 'a' }, 201))
    t.app.get('/wrong', described, (_req: any, res: any) => res.json(201, 'text'))
    expect((await t.request('/first')).status).toBe(201)
    expect((await t.request('/last')).json()).toEqual({ id: 1, name: 'a' })
    expect((await t.request('/wrong')).status).toBe(500)
  })

  const secret = { id: 1, name: 'Ada', password: 'secret', tags: [{ t: 1, x: 2 }] }
  it.each([
    ['zod', z.object({ id: z.number(), tags: z.array(z.object({ t: z.number() })) })],
    ['valibot', v.object({ id: v.number(), tags: v.array(v.object({ t: v.number() })) })],
    ['arktype', type({ id: 'number', tags: type({ t: 'number' }).array() })],
    [
      'typebox',
      Compile(
        Type.Object({ id: Type.Number(), tags: Type.Array(Type.Object({ t: Type.Number() })) }),
      ),
    ],
  ])('serialize sends only what a schema of %s declares', async (_name, schema) => {
    for (const env of ['development', 'production']) {
      t.renew()
      await t.close()
      const answer = await answerWith(secret, { responses: { 200: schema }, serialize: true }, env)
      expect(answer.json()).toEqual({ id: 1, tags: [{ t: 1 }] })
      expect(answer.headers['content-type']).toMatch(/^application\/json/)
    }
  })

  it('honours the JSON settings of the application with serialize', async () => {
    t.app.set('json spaces', 2)
    const description = { responses: { 200: z.object({ id: z.number() }) }, serialize: true }
    expect((await answerWith(secret, description, 'production')).text).toBe('{\n  "id": 1\n}')
  })
})

describeDialects('problemDetails', dialects, (t) => {
  beforeEach(() => {
    t.app.set('env', 'test')
    t.app.use(t.webapp.json())
    const body = z.strictObject({ name: z.string() })
    t.app.post('/', contract({ body }) as any, (_req: any, res: any) => res.end())
    t.app.get('/broken', () => {
      throw new Error('the database password is hunter2')
    })
    t.app.use(problemDetails())
  })
  const post = (accept: string | undefined, body: string) =>
    t.request('/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(accept && { accept }) },
      body,
    })

  it.each([undefined, '*/*', 'application/json', 'application/problem+json'])(
    'answers with application/problem+json for Accept: %s',
    async (accept) => {
      const answer = await post(accept, '{"name":1}')
      expect(answer.status).toBe(400)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/problem+json',
        'x-content-type-options': 'nosniff',
        vary: 'Accept',
      })
      expect(answer.json()).toMatchObject({
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        code: 'contract.refused',
        issues: [{ location: 'body', path: ['name'] }],
      })
    },
  )

  it.each(['text/html,application/xhtml+xml,*/*;q=0.8', 'image/png'])(
    'leaves the error to the final handler for Accept: %s',
    async (accept) => {
      const answer = await post(accept, '{"name":1}')
      expect(answer.status).toBe(400)
      expect(answer.headers['content-type']).not.toContain('problem')
      expect(answer.headers.vary).toBe('Accept')
      expect(answer.text).toContain('body.name')
    },
  )

  it('repeats nothing of the request that could be markup', async () => {
    const attack = '{"name":"a","<img src=x onerror=alert(1)>":1,"</pre><script>":2}'
    for (const accept of ['*/*', 'text/html']) {
      const { text, status } = await post(accept, attack)
      expect(status).toBe(400)
      expect(text).not.toMatch(/<img|<script|<\/pre><s/)
    }
  })

  it('describes errors of body parsers, and hides messages of server errors', async () => {
    expect((await post('*/*', '{bad')).json()).toMatchObject({
      status: 400,
      code: 'entity.parse.failed',
    })
    const broken = await t.request('/broken')
    expect(broken.json()).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
    })
    const head = await t.request('/broken', { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([500, ''])
    expect(head.headers['content-length']).toBe(String(broken.body.length))
  })

  it('takes the headers of an error, adds members, and logs server errors', async () => {
    const logged: unknown[] = []
    const app = t.webapp()
    app.get('/', (() => {
      throw Object.assign(new Error('later'), { status: 503, headers: { 'Retry-After': '5' } })
    }) as any)
    app.get('/text', (() => {
      throw 'text'
    }) as any)
    app.use(
      problemDetails({
        extend: (_error, { status }) => ({ type: `/problems/${status}`, instance: '/1' }),
        log: (error, req) => logged.push(`${req.url} ${error}`),
      }) as any,
    )
    const answer = await t.requestFrom(app as any, '/')
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toMatchObject({ type: '/problems/503', instance: '/1' })
    expect(logged).toEqual(['/ Error: later'])
    expect((await t.requestFrom(app as any, '/text')).status).toBe(500)
  })

  it.each([true, false])('answers a browser with a page unless always is %s', async (always) => {
    const app = t.webapp().set('env', 'test')
    app.get('/', (() => {
      throw Object.assign(new Error('missing'), { status: 404 })
    }) as any)
    app.use(problemDetails({ always }) as any)
    const headers = { accept: 'text/html,*/*;q=0.8' }
    const { headers: sent } = await t.requestFrom(app as any, '/', { headers })
    expect(sent['content-type']?.includes('problem+json')).toBe(always)
  })
})

describe('contract: responses that are not schemas', () => {
  it.each([
    ['a schema of TypeBox that is not compiled', Type.Object({ a: Type.String() })],
    ['the name of a schema', 'User'],
    ['an unknown field', { answer: z.string() }],
    ['null', null],
  ])('refuses %s', (_title, given) => {
    expect(() => contract({ responses: { 200: given as never } })).toThrow(
      /^contract: responses\[200\] is neither a schema nor an object with description, body, .*got/,
    )
  })

  it('names the field that was meant', () => {
    const responses = { 200: { boby: z.string() } as never }
    expect(() => contract({ responses })).toThrow(
      'contract: responses[200] has no field "boby". Did you mean "body"?',
    )
  })

  it('takes details without a body', () => {
    const details = { description: 'Gone', headers: {}, 'x-own': 1 }
    expect(() => contract({ responses: { 204: details, 200: undefined } })).not.toThrow()
  })
})
