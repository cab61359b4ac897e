// biome-ignore-all lint/suspicious/noExplicitAny: the schemas of many libraries have one type here.
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'

// The built package, as users have it; the libraries of this folder bring their own types.
const load = createRequire(import.meta.url)
const { contract, problemDetails } = load('webapp/contract') as typeof import('webapp/contract')
const { describe: describeApp } = load('webapp/openapi') as typeof import('webapp/openapi')
const dialects = ['webapp', 'webapp/v4', 'webapp/v3']

/** A name that the compiler does not follow. */
const read = (name: string): Promise<any> => import(/* @vite-ignore */ name)

/** The same schemas in each library. */
interface Library {
  readonly name: string
  /** A page as a number from text, and a size that is 10 by default. */
  readonly query: any
  /** A name of at least one letter, and a list of numbers. */
  readonly body: any
  /** An id and a name, of which others may be left out. */
  readonly user: any
  /** Converts schemas that have no JSON Schema of their own. */
  readonly toJSONSchema?: (schema: any) => object
  /** Whether its schemas have a JSON Schema. */
  readonly isDescribed: boolean
}

/** zod 3 and 4 have the same interface for these. */
function zodOf(z: any): Pick<Library, 'query' | 'body' | 'user'> {
  return {
    query: z.object({ page: z.coerce.number(), size: z.coerce.number().default(10) }),
    body: z.object({ name: z.string().min(1), tags: z.array(z.number()) }),
    user: z.object({ id: z.number(), name: z.string() }),
  }
}

async function readLibraries(): Promise<Library[]> {
  const { z: z3 } = await read('zod3')
  const { z } = await read('zod')
  const v = await read('valibot')
  const { toJsonSchema } = await read('@valibot/to-json-schema')
  const { type } = await read('arktype')
  const { Type } = await read('typebox')
  const { Compile } = await read('typebox/compile')
  const { default: Joi } = await read('joi')
  const { Effect, Schema } = await read('effect')
  const toNumber = v.pipe(v.string(), v.transform(Number), v.number())
  const valibot = {
    query: v.object({ page: toNumber, size: v.optional(toNumber, '10') }),
    body: v.object({ name: v.pipe(v.string(), v.minLength(1)), tags: v.array(v.number()) }),
    user: v.object({ id: v.number(), name: v.string() }),
  }
  // Standard Schema validates, and Standard JSON Schema describes.
  const effect = (schema: any) => {
    return Schema.toStandardJSONSchemaV1(
      Schema.toStandardSchemaV1(schema, { parseOptions: { errors: 'all' } }),
    )
  }
  const all = { abortEarly: false, stripUnknown: true }
  return [
    { name: 'zod 3', ...zodOf(z3), isDescribed: false },
    { name: 'zod 4', ...zodOf(z), isDescribed: true },
    { name: 'valibot', ...valibot, isDescribed: false },
    {
      name: 'valibot with its converter',
      ...valibot,
      toJSONSchema: (schema) =>
        toJsonSchema(schema, { target: 'draft-2020-12', typeMode: 'input' }),
      isDescribed: true,
    },
    {
      name: 'arktype',
      query: type({ page: 'string.numeric.parse', size: 'string.numeric.parse = "10"' }),
      body: type({ name: 'string > 0', tags: 'number[]' }),
      user: type({ id: 'number', name: 'string' }),
      isDescribed: true,
    },
    {
      name: 'TypeBox',
      query: Compile(Type.Object({ page: Type.Number(), size: Type.Number({ default: 10 }) })),
      body: Compile(
        Type.Object({ name: Type.String({ minLength: 1 }), tags: Type.Array(Type.Number()) }),
      ),
      user: Compile(Type.Object({ id: Type.Number(), name: Type.String() })),
      isDescribed: true,
    },
    {
      name: 'joi',
      query: Joi.object({ page: Joi.number().required(), size: Joi.number().default(10) }),
      body: Joi.object({
        name: Joi.string().min(1).required(),
        tags: Joi.array().items(Joi.number()).required(),
      }).prefs(all),
      user: Joi.object({ id: Joi.number().required(), name: Joi.string().required() }).prefs(all),
      isDescribed: true,
    },
    {
      name: 'effect',
      query: effect(
        Schema.Struct({
          page: Schema.FiniteFromString,
          size: Schema.FiniteFromString.pipe(Schema.withDecodingDefault(Effect.succeed('10'))),
        }),
      ),
      body: effect(
        Schema.Struct({ name: Schema.NonEmptyString, tags: Schema.Array(Schema.Number) }),
      ),
      user: effect(Schema.Struct({ id: Schema.Number, name: Schema.String })),
      isDescribed: true,
    },
  ]
}

const info = { title: 'Users', version: '1.0.0' }

describe.each(await readLibraries())(
  '$name',
  ({ query, body, user, toJSONSchema, isDescribed }) => {
    function create(dialect: string, env: string, sent: object) {
      const app = load(dialect)()
      app.set('env', env)
      app.use(load(dialect).json())
      app.get('/users', contract({ query }), (req: any, res: any) => res.json(req.query))
      app.post('/users', contract({ body }), (req: any, res: any) => res.json(req.body))
      const responses = { 200: user }
      app.get('/user', contract({ responses, serialize: true }), (_req: any, res: any) => {
        res.json(sent)
      })
      app.use(problemDetails({ always: true, log: false }))
      return app
    }

    it.each(dialects)('validates, converts and sets defaults in %s', async (dialect) => {
      const app = create(dialect, 'test', {})
      expect((await app.inject('/users?page=2')).json()).toEqual({ page: 2, size: 10 })
      expect((await app.inject('/users?page=2&size=5')).json()).toEqual({ page: 2, size: 5 })
      const good = { name: 'Ada', tags: [1, 2] }
      const posted = await app.inject({ method: 'POST', url: '/users', body: good })
      expect(posted.json()).toEqual(good)
    })

    it.each(dialects)('says where a request does not fit in %s', async (dialect) => {
      const app = create(dialect, 'test', {})
      const bad = { name: '', tags: [1, 'two'] }
      const refused = await app.inject({ method: 'POST', url: '/users', body: bad })
      expect(refused.statusCode).toBe(400)
      const { issues } = refused.json()
      expect(issues.map(({ location, path }: any) => [location, ...path.map(String)])).toEqual(
        expect.arrayContaining([
          ['body', 'name'],
          ['body', 'tags', '1'],
        ]),
      )
      expect(issues).toHaveLength(2)
      const paged = await app.inject('/users?page=two')
      expect([paged.statusCode, paged.json().issues[0].path]).toEqual([400, ['page']])
    })

    it.each(['production', 'test'])('sends declared members in %s', async (env) => {
      const app = create('webapp', env, { id: 1, name: 'Ada', password: 'secret' })
      expect((await app.inject('/user')).text()).toBe('{"id":1,"name":"Ada"}')
    })

    it('is the schema of a response', async () => {
      const { error } = console
      console.error = () => {} // The report of the response is for developers.
      const answer = await create('webapp', 'test', { id: 1 }).inject('/user')
      console.error = error
      expect([answer.statusCode, answer.json().status]).toEqual([500, 500])
    })

    it('is in the document, or a note says why it is not', async () => {
      const document = describeApp(create('webapp', 'test', {}), { info, toJSONSchema })
      const { get, post } = (document.paths as any)['/users']
      const { schema } = post.requestBody.content['application/json']
      if (isDescribed) {
        expect(get.parameters.map(({ name, required }: any) => [name, required])).toEqual([
          ['page', true],
          ['size', undefined],
        ])
        expect(schema).toMatchObject({ type: 'object', required: ['name', 'tags'] })
        expect(schema.properties.tags.type).toBe('array')
        expect(document['x-webapp-notes']).toBeUndefined()
      } else {
        expect(schema).toEqual({})
        expect(document['x-webapp-notes']).toContain(
          `body of postUsers: its schema cannot be converted, because ${body['~standard'].vendor} ` +
            'gives no JSON Schema; use the option toJSONSchema',
        )
      }
    })
  },
)
