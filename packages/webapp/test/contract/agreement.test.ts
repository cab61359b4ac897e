// biome-ignore-all lint/suspicious/noExplicitAny: documents and values are generated.
import fc from 'fast-check'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../../src/contract.ts'
import { describe as describeApp } from '../../src/openapi.ts'
import { describeDialects } from '../support/dialects.ts'
import { runs } from '../support/runs.ts'

/** A schema that is written twice, in two libraries. */
interface Twin {
  readonly zod: z.ZodType
  readonly typebox: any
}

const leaf: fc.Arbitrary<Twin> = fc.oneof(
  fc.constant({ zod: z.string(), typebox: Type.String() }),
  fc.nat(5).map((n) => ({ zod: z.string().min(n), typebox: Type.String({ minLength: n }) })),
  fc.constant({ zod: z.number(), typebox: Type.Number() }),
  fc.integer({ min: -9, max: 9 }).map((n) => ({
    zod: z
      .number()
      .min(n)
      .max(n + 9),
    typebox: Type.Number({ minimum: n, maximum: n + 9 }),
  })),
  fc.constant({ zod: z.boolean(), typebox: Type.Boolean() }),
  fc.constant({ zod: z.null(), typebox: Type.Null() }),
  fc.constantFrom('a', 'b').map((text) => ({ zod: z.literal(text), typebox: Type.Literal(text) })),
)

const { twin } = fc.letrec<{ twin: Twin }>((tie) => ({
  twin: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('twin').map((item) => ({ zod: z.array(item.zod), typebox: Type.Array(item.typebox) })),
    fc
      .dictionary(fc.constantFrom('a', 'b', 'c'), fc.tuple(tie('twin'), fc.boolean()), {
        maxKeys: 3,
      })
      .map((members) => {
        const each = Object.entries(members)
        return {
          zod: z.object(
            Object.fromEntries(each.map(([k, [m, o]]) => [k, o ? m.zod.optional() : m.zod])),
          ),
          typebox: Type.Object(
            Object.fromEntries(
              each.map(([k, [m, o]]) => [k, o ? Type.Optional(m.typebox) : m.typebox]),
            ),
          ),
        }
      }),
    fc.tuple(tie('twin'), tie('twin')).map(([a, b]) => ({
      zod: z.union([a.zod, b.zod]),
      typebox: Type.Union([a.typebox, b.typebox]),
    })),
  ),
}))

/** Values that a JSON Schema admits, and values near them. */
function valuesOf(schema: any): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.type === 'string') return fc.string({ minLength: schema.minLength ?? 0 })
  if (schema.type === 'number') {
    return fc.integer({ min: schema.minimum ?? -99, max: schema.maximum ?? 99 })
  }
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'array') return fc.array(valuesOf(schema.items), { maxLength: 3 })
  const members = Object.entries(schema.properties ?? {}).map(([name, each]) => {
    return [name, valuesOf(each)] as const
  })
  return fc.record(Object.fromEntries(members), { requiredKeys: (schema.required ?? []) as any })
}

describeDialects(
  'the document and the behaviour of a contract agree',
  ['5.x', '4.x', '3.x'],
  (t) => {
    it('accepts what the document admits, and refuses what it does not', async () => {
      await fc.assert(
        fc.asyncProperty(twin, fc.jsonValue(), async (each, other) => {
          t.renew()
          t.app.set('env', 'test')
          t.app.use(t.webapp.json({ strict: false }))
          const compiled = Compile(each.typebox) as any
          t.app.post('/zod', contract({ body: each.zod }) as any, (_q: any, r: any) => r.end())
          t.app.post('/typebox', contract({ body: compiled }) as any, (_q: any, r: any) => r.end())
          const document = describeApp(t.app, { info: { title: 'T', version: '1' } }) as any
          for (const name of ['zod', 'typebox']) {
            const { schema } =
              document.paths[`/${name}`].post.requestBody.content['application/json']
            // The compiler of TypeBox takes any JSON Schema, so it is the judge of both documents.
            const judge = Compile(schema)
            const values = [other, ...fc.sample(valuesOf(schema), { numRuns: 2, seed: 1 })]
            for (const value of values) {
              const answer = await t.app.inject({
                method: 'POST',
                url: `/${name}`,
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify(value),
              })
              const wanted = judge.Check(value) ? 200 : 400
              expect([name, value, answer.statusCode]).toEqual([name, value, wanted])
            }
          }
        }),
        { numRuns: runs(60), seed: 7 },
      )
    })
  },
)
