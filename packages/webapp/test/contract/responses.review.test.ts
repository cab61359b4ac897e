// biome-ignore-all lint/suspicious/noExplicitAny: types are tested in test/types, dialects differ.
import { type } from 'arktype'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type ContractResponse, contract } from '../../src/contract.ts'
import { describeDialects } from '../support/dialects.ts'

const dialects = ['5.x', '4.x', '3.x'] as const

let printed: string[] = []
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void printed.push(args.join(' ')))
})
afterEach(() => vi.restoreAllMocks())

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

  it('gives every handler behind a contract req.valid', async () => {
    t.app.get('/', contract({ summary: 'Nothing to validate' }), (req: any, res: any) => {
      res.json(Object.keys(req.valid))
    })
    expect(await ask('good')).toEqual([200, ['params', 'query', 'headers', 'cookies', 'body']])
  })
})

describeDialects('contract: serialize a body that does not fit', dialects, (t) => {
  const User = z.object({ name: z.string(), age: z.number().optional() })
  const secret = { secret: 1 }
  const cases: [string, z.ZodType, body: unknown, sent: unknown][] = [
    ['an object for text', User, { name: secret, age: [secret] }, {}],
    ['an object for text or null', z.object({ a: z.string().nullable() }), { a: secret }, {}],
    ['an object for one of several texts', z.object({ a: z.enum(['x']) }), { a: secret }, {}],
    ['an object for a constant', z.object({ a: z.literal(1) }), { a: secret }, {}],
    [
      'an object for text or a number',
      z.object({ a: z.union([z.string(), z.number()]) }),
      { a: secret },
      {},
    ],
    ['objects in a list of texts', z.array(z.string()), ['a', secret], ['a', null]],
    ['a list for an object', User, [secret], null],
    ['an object for a list', z.array(User), secret, null],
    ['an object for text as a whole', z.string(), secret, null],
    ['a list for an object or text', z.union([User, z.string()]), [secret], null],
    ['a number for text', User, { name: 1 }, { name: 1 }],
    ['a date for text', User, { name: new Date(0) }, { name: '1970-01-01T00:00:00.000Z' }],
    ['an object for anything', z.object({ a: z.unknown() }), { a: secret }, { a: secret }],
  ]
  for (const [title, schema, body, sent] of cases) {
    it(`leaves out undeclared members: ${title}`, async () => {
      t.app.set('env', 'production')
      t.app.get('/', contract({ responses: { 200: schema }, serialize: true }), (_req, res) => {
        res.json(body as never)
      })
      expect((await t.request('/')).json()).toEqual(sent)
    })
  }
})

describeDialects('contract: serialize tuples and records', dialects, (t) => {
  const Member = z.object({ m: z.number() })
  const given = { m: 1, secret: 1 }
  const TypeBoxMember = Type.Object({ m: Type.Number() })
  const cases: [string, ContractResponse['body'], body: unknown, sent: unknown][] = [
    ['a tuple', z.tuple([Member, z.string()]), [given, 's', given], [{ m: 1 }, 's']],
    ['an empty tuple', z.tuple([]), [given], []],
    ['a tuple with a rest', z.tuple([z.string()]).rest(Member), [given, given], [null, { m: 1 }]],
    ['a tuple in an object', z.object({ t: z.tuple([Member]) }), { t: [given] }, { t: [{ m: 1 }] }],
    ['a tuple of arktype', type([{ m: 'number' }, 'string']), [given, 's', 1], [{ m: 1 }, 's']],
    ['a tuple of TypeBox', Compile(Type.Tuple([TypeBoxMember])), [given, given], [{ m: 1 }]],
    [
      'the tuple that fits',
      z.union([z.tuple([z.literal('a'), z.any()]), z.tuple([z.literal('b'), Member])]),
      ['b', given],
      ['b', { m: 1 }],
    ],
    [
      'a record of known names',
      z.record(z.enum(['a']), Member),
      { a: given, b: given },
      { a: { m: 1 } },
    ],
    [
      'a record of alternative names',
      z.partialRecord(z.union([z.literal('a'), z.string().regex(/^x/)]), Member),
      { a: given, x1: given, b: given },
      { a: { m: 1 }, x1: { m: 1 } },
    ],
    [
      'a record whose names need the older syntax of patterns',
      z.record(z.string().regex(/^_/), Member),
      { _a: given, b: given },
      { _a: { m: 1 } },
    ],
  ]
  for (const [title, schema, body, sent] of cases) {
    it(`leaves out undeclared members and items: ${title}`, async () => {
      t.app.set('env', 'production')
      const responses = { 200: { body: schema as z.ZodType } }
      t.app.get('/', contract({ responses, serialize: true }), (_req, res) => {
        res.json(body as never)
      })
      expect((await t.request('/')).json()).toEqual(sent)
    })
  }
})

describe('contract: responses that are not schemas', () => {
  it.each([
    ['a schema of TypeBox that is not compiled', Type.Object({ a: Type.String() })],
    ['the name of a schema', 'User'],
    ['a misspelled field', { boby: z.string() }],
    ['null', null],
  ])('refuses %s', (_title, given) => {
    expect(() => contract({ responses: { 200: given as never } })).toThrow(
      /^contract: responses\[200\] is neither a schema nor an object with description, body, .*got/,
    )
  })

  it('takes details without a body', () => {
    const details = { description: 'Gone', headers: {}, 'x-own': 1 }
    expect(() => contract({ responses: { 204: details, 200: undefined } })).not.toThrow()
  })
})
