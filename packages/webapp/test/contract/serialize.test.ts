// biome-ignore-all lint/suspicious/noExplicitAny: types are tested in test/types, dialects differ.
import { type } from 'arktype'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type ContractResponse, contract } from '../../src/contract.ts'
import { describeDialects } from '../support/dialects.ts'

const dialects = ['5.x', '4.x', '3.x'] as const

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

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

describeDialects(
  'contract: serialize of a library that writes additionalProperties',
  dialects,
  (t) => {
    /** A schema whose parser drops other members, though its JSON Schema allows them. */
    const json = {
      type: 'object',
      properties: { id: { type: 'number' } },
      required: ['id'],
      additionalProperties: true,
    }
    const Vague = {
      '~standard': {
        version: 1 as const,
        vendor: 'own',
        validate: ({ id }: any) => ({ value: { id } }),
        jsonSchema: { input: () => json },
      },
    }
    const List = {
      '~standard': {
        ...Vague['~standard'],
        validate: (list: any) => ({ value: list.map(({ id }: any) => ({ id })) }),
        jsonSchema: { input: () => ({ type: 'array', items: json }) },
      },
    }

    it.each([
      ['production', Vague, { id: 1, secret: 2 }, '{"id":1}'],
      ['test', Vague, { id: 1, secret: 2 }, '{"id":1}'],
      ['production', List, [{ id: 1, secret: 2 }], '[{"id":1}]'],
    ])('asks its parser (%s)', async (env, schema, body, sent) => {
      t.app.set('env', env)
      const described = contract({ responses: { 200: schema }, serialize: true })
      t.app.get('/', described as any, (_req: any, res: any) => res.json(body))
      expect((await t.request('/')).text).toBe(sent)
    })

    it('sends other members where TypeBox allows them', async () => {
      const Open = Compile(Type.Object({ id: Type.Number() }, { additionalProperties: true }))
      const described = contract({ responses: { 200: Open }, serialize: true })
      t.app.get('/', described as any, (_req: any, res: any) => res.json({ id: 1, more: 2 }))
      expect((await t.request('/')).json()).toEqual({ id: 1, more: 2 })
    })
  },
)
