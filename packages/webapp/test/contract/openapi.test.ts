// biome-ignore-all lint/suspicious/noExplicitAny: types are tested in test/types, dialects differ.
import { Validator } from '@seriousme/openapi-schema-validator'
import { type } from 'arktype'
import express4 from 'express4'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import * as v from 'valibot'
import { expect, describe as group, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../../src/contract.ts'
import { describe, openapi, reference } from '../../src/openapi.ts'
import { describeDialects, factories } from '../support/dialects.ts'

const dialects = ['5.x', '4.x', '3.x'] as const
const info = { title: 'Users', version: '1.0.0' }

// Compiles the schema of OpenAPI once.
const validator = new Validator()

async function valid(document: object): Promise<any> {
  const copy = JSON.parse(JSON.stringify(document))
  const result = await validator.validate(copy)
  expect(result.errors ?? result.valid).toBe(true)
  return JSON.parse(JSON.stringify(document))
}

const User = z.object({ id: z.number(), name: z.string() })
const Problem = z.object({ title: z.string() })

describeDialects('describe', dialects, (t) => {
  it('writes a valid document with all that a contract says', async () => {
    t.app.post(
      '/orgs/:org/users',
      contract({
        summary: 'Add a user',
        description: 'Adds *one* user.',
        tags: ['users'],
        operationId: 'addUser',
        deprecated: true,
        security: [{ token: [] }],
        externalDocs: { url: 'https://example.com' },
        'x-own': { a: 1 },
        params: z.object({ org: z.coerce.number().describe('The organisation') }),
        query: z.object({
          notify: z.enum(['yes', 'no']).optional(),
          filter: z.object({ a: z.string() }).optional(),
          page: z.string().default('1'),
        }),
        headers: z.object({ 'x-trace': z.string(), authorization: z.string() }),
        cookies: z.object({ session: z.string() }),
        body: z.object({ name: z.string().min(1) }),
        responses: { 201: User, 409: Problem, 404: Problem, 204: { description: 'Nothing new' } },
        examples: {
          params: { org: 7 },
          body: { ada: { summary: 'Ada', value: { name: 'Ada' } } },
          responses: { 201: { ada: { value: { id: 1, name: 'Ada' } } } },
        },
      }) as any,
      (_req: any, res: any) => res.end(),
    )
    t.app.get('/plain/:id', (_req: any, res: any) => res.end())
    const document = await valid(
      describe(t.app, {
        info,
        servers: [{ url: 'https://api.example.com' }],
        tags: [{ name: 'users', description: 'People' }],
        securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
        'x-root': true,
      }),
    )
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document['x-root']).toBe(true)
    expect(document.components.securitySchemes.token.scheme).toBe('bearer')
    const { post } = document.paths['/orgs/{org}/users']
    expect(post).toMatchObject({
      operationId: 'addUser',
      summary: 'Add a user',
      tags: ['users'],
      deprecated: true,
      security: [{ token: [] }],
      'x-own': { a: 1 },
    })
    const parameters = post.parameters.map((each: any) => [each.in, each.name, each.required])
    expect(parameters).toEqual([
      ['path', 'org', true],
      ['query', 'notify', undefined],
      ['query', 'filter', undefined],
      ['query', 'page', undefined],
      ['header', 'x-trace', true],
      ['cookie', 'session', true],
    ])
    expect(post.parameters[0]).toMatchObject({
      description: 'The organisation',
      example: 7,
      schema: { type: 'number' },
    })
    expect(post.parameters[2]).toMatchObject({ style: 'deepObject' })
    expect(post.requestBody).toMatchObject({
      required: true,
      content: {
        'application/json': {
          schema: { properties: { name: { type: 'string', minLength: 1 } } },
          examples: { ada: { value: { name: 'Ada' } } },
        },
      },
    })
    expect(Object.keys(post.responses)).toEqual(['201', '204', '400', '404', '409', '413', '415'])
    expect(post.responses[204]).toEqual({ description: 'Nothing new' })
    // Used twice: a component.
    const { schema } = post.responses[409].content['application/json']
    expect(schema).toEqual(post.responses[404].content['application/json'].schema)
    expect(document.components.schemas[schema.$ref.split('/').pop()].properties.title).toBeDefined()
    expect(document.paths['/plain/{id}'].get).toMatchObject({
      operationId: 'getPlainById',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    })
  })

  it('describes a path whose routes have other names for its parameters', async () => {
    const end = (_req: any, res: any) => res.end()
    const numbers = (name: string) => ({
      params: z.object({ [name]: z.coerce.number() }),
      examples: { params: { [name]: 7 } },
    })
    t.app.get('/orgs/:org/users/:id', contract(numbers('id')) as any, end)
    t.app.put('/orgs/:orgId/users/:userId', contract(numbers('userId')) as any, end)
    const document = await valid(describe(t.app, { info }))
    const path = document.paths['/orgs/{org}/users/{id}']
    for (const method of ['get', 'put']) {
      expect(path[method].parameters).toEqual([
        { name: 'org', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'id', in: 'path', required: true, schema: { type: 'number' }, example: 7 },
      ])
    }
  })

  it('leaves out routes without a contract, hidden ones, and its own handlers', async () => {
    t.app.get('/openapi.json', openapi(t.app, { info }))
    t.app.get('/plain', (_req: any, res: any) => res.end())
    t.app.get('/hidden', contract({ hidden: true }) as any, (_req: any, res: any) => res.end())
    t.app.get('/shown', contract({ summary: 'Shown' }) as any, (_req: any, res: any) => res.end())
    t.app.use('/docs', reference('/openapi.json'))
    const paths = (options: object) => Object.keys(describe(t.app, { info, ...options }).paths)
    expect(paths({})).toEqual(['/plain', '/shown'])
    expect(paths({ only: 'contracts' })).toEqual(['/shown'])
    expect(paths({ filter: ({ path }: any) => path === '/plain' })).toEqual(['/plain'])
  })

  it('sends the document with an entity tag, and writes it again if routes are added', async () => {
    t.app.get('/openapi.json', openapi(t.app, { info }))
    const first = await t.request('/openapi.json')
    expect(first.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/^"/),
    })
    const headers = { 'if-none-match': first.headers.etag as string }
    const again = await t.request('/openapi.json', { headers })
    expect([again.status, again.text]).toEqual([304, ''])
    const head = await t.request('/openapi.json', { method: 'HEAD' })
    expect([head.text, head.headers['content-length']]).toEqual(['', String(first.body.length)])
    t.app.get('/more', (_req: any, res: any) => res.end())
    const later = await t.request('/openapi.json', { headers })
    expect(later.status).toBe(200)
    expect((later.json() as any).paths).toHaveProperty('/more')
  })

  it('adds up the contracts of a route and of the handlers for all methods', () => {
    t.app.all('/x', contract({ headers: z.object({ 'x-a': z.string() }) }) as any)
    t.app.get('/x', contract({ query: z.object({ q: z.string() }) }) as any)
    t.app.all('/all', contract({ summary: 'All' }) as any)
    const { paths } = describe(t.app, { info })
    expect(Object.keys(paths['/x'] ?? {})).toEqual(['get'])
    expect(paths['/x']?.get?.parameters?.map(({ name }) => name)).toEqual(['q', 'x-a'])
    expect(Object.keys(paths['/all'] ?? {})).toEqual(['get', 'put', 'post', 'delete', 'patch'])
  })
})

group('describe: path patterns', () => {
  const cases: Record<keyof typeof factories, [string, string[]][]> = {
    '5.x': [
      ['/', ['/']],
      ['/users{/:id}', ['/users', '/users/{id}']],
      ['/a{b{/:c}}', ['/a', '/ab', '/ab/{c}']],
      ['/files/*path', ['/files/{path}']],
      ['/{*rest}', ['/', '/{rest}']],
      ['/:"odd name"-:to.:ext', ['/{odd name}-{to}.{ext}']],
      ['/escaped\\:colon\\{', ['/escaped:colon%7B']],
      ['/:größe', ['/{größe}']],
    ],
    '4.x': [
      ['/users/:id?', ['/users', '/users/{id}']],
      ['/page.:format?', ['/page', '/page.{format}']],
      ['/:id(\\d+)', ['/{id}']],
      ['/files/*', ['/files/{0}']],
      ['/:from-:to', ['/{from}-{to}']],
      ['/ab?cd', ['/acd', '/abcd']],
      ['/a(bc)?d', ['/ad', '/abcd']],
      ['/:path*', ['/{path}']],
      ['/files/:path(*)', ['/files/{path}']],
      ['*', ['/{0}']],
      ['/v(\\d+)/x', ['/v{0}/x']],
      ['/ab+cd', []],
      ['/[ab]', []],
    ],
    '3.x': [
      ['/users/:id?', ['/users', '/users/{id}']],
      ['/:id([0-9]+)', ['/{id}']],
      ['/files/*', ['/files/{0}']],
    ],
  }
  for (const [dialect, patterns] of Object.entries(cases)) {
    it.each(patterns)(`${dialect}: %s`, async (pattern, wanted) => {
      const webapp = factories[dialect as '5.x']
      const app = webapp()
      app.get(pattern as string, (_req, res) => void res.end())
      const document = await valid(describe(app, { info }))
      expect(Object.keys(document.paths)).toEqual(wanted)
      if (wanted.length === 0) expect(document['x-webapp-notes'][0]).toContain(pattern)
    })
  }

  it('keeps the pattern of a parameter and marks wildcards', () => {
    const app = factories['4.x']()
    app.get('/:id(\\d+)/*', (_req, res) => void res.end())
    expect(describe(app, { info }).paths['/{id}/{0}']?.get?.parameters).toMatchObject([
      { name: 'id', schema: { pattern: '^(?:\\d+)$' } },
      { name: '0', 'x-wildcard': true, description: expect.stringContaining('slashes') },
    ])
  })

  it('does not mix routes for other requests into the operation of a path', async () => {
    const summaries: Record<'5.x' | '4.x', [first: string, second: string, isSame: boolean][]> = {
      '5.x': [
        ['/files/:id', '/files/*path', false],
        // Requests of the second route meet the first one, too.
        ['/files/*path', '/files/:id', true],
        ['/files/:id', '/files/:name', true],
      ],
      '4.x': [
        ['/:id(\\d+)', '/:p(*)', false],
        ['/:id(\\d+)', '/:name([a-z]+)', false],
        ['/:id', '/:name(\\d+)', true],
      ],
    }
    for (const dialect of ['5.x', '4.x'] as const) {
      for (const [first, second, isSame] of summaries[dialect]) {
        const app = factories[dialect]() as any
        app.get(first, contract({ query: z.object({ a: z.string() }) }), () => {})
        app.get(second, contract({ query: z.object({ b: z.string() }) }), () => {})
        app.put(second, contract({ query: z.object({ c: z.string() }) }), () => {})
        const document = await valid(describe(app, { info }))
        const [item] = Object.values(document.paths) as any[]
        const names = (operation: any) =>
          operation.parameters
            .filter((each: any) => each.in === 'query')
            .map((each: any) => each.name)
        expect([second, names(item.get)]).toEqual([second, isSame ? ['a', 'b'] : ['a']])
        expect(names(item.put)).toEqual(['c'])
        expect(document['x-webapp-notes']).toEqual(
          isSame
            ? undefined
            : [`GET ${second} is left out: GET ${first} has the same path in OpenAPI`],
        )
      }
    }
  })

  it('marks a parameter for any text as a wildcard', () => {
    for (const dialect of ['4.x', '3.x'] as const) {
      const app = factories[dialect]() as any
      app.get('/files/:path(*)', (_req: any, res: any) => res.end())
      app.get('/more/:path(.*)', (_req: any, res: any) => res.end())
      const { paths } = describe(app, { info })
      for (const path of ['/files/{path}', '/more/{path}']) {
        expect(paths[path]?.get?.parameters).toMatchObject([
          { name: 'path', schema: { type: 'string' }, 'x-wildcard': true },
        ])
        expect(JSON.stringify(paths[path])).not.toContain('"pattern"')
      }
    }
  })

  it('reads each pattern in the grammar of its own dialect, through all mounts', async () => {
    const [five, four, three] = [factories['5.x'](), factories['4.x'](), factories['3.x']()]
    three.get('/page.:format?', (_req: any, res: any) => res.end())
    four.use('/old/:v(\\d)?', three as any)
    five.use('/api{/:zone}', four as any)
    const router = factories['5.x'].Router()
    router.get('/:id', (_req, res) => void res.end())
    five.use('/things/:id/', router)
    five.get(/^\/re$/, (_req, res) => void res.end())
    const foreign = express4.Router()
    foreign.get('/x/:y?', (_req: any, res: any) => res.end())
    five.use('/foreign', foreign as any)
    five.propfind('/dav', (_req, res) => void res.end())
    const document = await valid(describe(five, { info }))
    expect(Object.keys(document.paths)).toEqual([
      '/api/old/page',
      '/api/old/page.{format}',
      '/api/old/{v}/page',
      '/api/old/{v}/page.{format}',
      '/api/{zone}/old/page',
      '/api/{zone}/old/page.{format}',
      '/api/{zone}/old/{v}/page',
      '/api/{zone}/old/{v}/page.{format}',
      '/things/{id2}/{id}',
      '/foreign/x',
      '/foreign/x/{y}',
    ])
    expect(document['x-webapp-notes']).toEqual([
      'GET /^\\/re$/ is left out: a regular expression has no path in OpenAPI',
      'PROPFIND /dav is left out: OpenAPI has no such method',
    ])
  })
})

group('describe: schemas', () => {
  const documentOf = (description: object, options: object = {}) => {
    const app = factories['5.x']()
    app.post('/x', contract(description as any), (_req, res) => void res.end())
    return valid(describe(app, { info, ...options }))
  }
  const bodyOf = (document: any) =>
    document.paths['/x'].post.requestBody.content['application/json'].schema

  it('takes Standard JSON Schema of zod and arktype, and the schemas of TypeBox', async () => {
    const wanted = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
    const schemas = [
      z.object({ n: z.number() }),
      type({ n: 'number' }),
      Compile(Type.Object({ n: Type.Number() })),
    ]
    for (const body of schemas) expect(bodyOf(await documentOf({ body }))).toMatchObject(wanted)
  })

  it('asks a hook for libraries without it, and notes schemas that cannot be converted', async () => {
    const body = v.object({ n: v.number() })
    const without = await documentOf({ body })
    expect(bodyOf(without)).toEqual({})
    expect(without['x-webapp-notes'][0]).toContain('use the option toJSONSchema')
    const toJSONSchema = (schema: any) => (schema === body ? { type: 'object' } : undefined)
    expect(bodyOf(await documentOf({ body }, { toJSONSchema }))).toEqual({ type: 'object' })
    const unrepresentable = await documentOf({ body: z.object({ d: z.date() }) })
    expect(unrepresentable['x-webapp-notes'][0]).toContain('cannot be converted')
  })

  it('describes the other members of a schema with one that cannot be converted', async () => {
    const query = z.object({ since: z.coerce.date(), limit: z.coerce.number().max(9).optional() })
    const body = z.object({ at: z.date(), name: z.string() })
    const document = await documentOf({ query, body })
    expect(document.paths['/x'].post.parameters).toMatchObject([
      { name: 'since', in: 'query', schema: {} },
      { name: 'limit', in: 'query', schema: { type: 'number', maximum: 9 } },
    ])
    expect(bodyOf(document).properties).toEqual({ at: {}, name: { type: 'string' } })
    expect(document['x-webapp-notes'].join()).toContain('a part of its schema cannot be converted')
  })

  it('writes tuples of earlier drafts as 2020-12 does', async () => {
    const tuple = [{ type: 'string' }, { type: 'number' }]
    const pair = Compile(Type.Object({ pair: Type.Tuple([Type.String(), Type.Number()]) }))
    const written = bodyOf(await documentOf({ body: pair }))
    expect(written.properties.pair).toMatchObject({ prefixItems: tuple, items: false })
    const toJSONSchema = () => ({ type: 'array', items: tuple })
    const converted = await documentOf({ body: v.any() }, { toJSONSchema })
    expect(bodyOf(converted)).toEqual({ type: 'array', prefixItems: tuple })
  })

  it('notes types that JSON Schema does not have', async () => {
    const big = Type.Optional(Type.BigInt())
    // The name of a member and the values of an enumeration are not types.
    const other = Type.Object({ type: Type.Literal('bigint'), big })
    const body = Compile(Type.Object({ big, other, list: Type.Array(Type.Undefined()) }))
    const document = await documentOf({ body })
    const { properties } = bodyOf(document)
    expect([properties.big, properties.list.items]).toEqual([{}, {}])
    expect(properties.other.properties).toEqual({
      type: { type: 'string', const: 'bigint' },
      big: {},
    })
    const text = 'body of postX: a part of its schema cannot be converted: JSON Schema has no type'
    expect(document['x-webapp-notes']).toEqual([`${text} bigint`, `${text} undefined`])
  })

  it('does not require a parameter with a default', async () => {
    const query = Compile(
      Type.Object({ sort: Type.String({ default: 'up' }), page: Type.Number() }),
    )
    const [sort, page] = (await documentOf({ query })).paths['/x'].post.parameters
    expect([sort.required, page.required]).toEqual([undefined, true])
  })

  it('names components as members of all objects are named', async () => {
    for (const id of ['constructor', '__proto__']) {
      const a = z.object({ a: z.string() }).meta({ id })
      const document = await documentOf({ body: z.object({ a }) })
      expect(bodyOf(document).properties.a).toEqual({ $ref: `#/components/schemas/${id}` })
      expect(Object.keys(document.components.schemas)).toEqual([id])
    }
  })

  it('names the operation in notes about parameters', async () => {
    const document = await documentOf({ query: z.object({ at: z.date() }) })
    expect(document['x-webapp-notes'][0]).toMatch(/^query of postX: a part of its schema cannot/)
  })

  it('moves definitions to the components, also of schemas that contain themselves', async () => {
    const Node = z.object({
      value: z.string(),
      get next() {
        return Node.optional()
      },
    })
    const Named = z.object({ a: z.string() }).meta({ id: 'Named' })
    const document = await documentOf({
      body: Node,
      responses: { 200: z.object({ one: Named, two: Named }), 201: Named },
    })
    const { schemas } = document.components
    const name = bodyOf(document).$ref.split('/').pop()
    expect(JSON.stringify(schemas[name])).toContain(`#/components/schemas/${name}`)
    expect(Object.keys(schemas)).toContain('Named')
    expect(JSON.stringify(document)).not.toContain('$defs')
  })

  it('names components as the option schemas does', async () => {
    const document = await documentOf({ body: User }, { schemas: { User } })
    expect(bodyOf(document)).toEqual({ $ref: '#/components/schemas/User' })
  })

  it('says whether a body is needed, and its media types', async () => {
    const { requestBody } = (
      await documentOf({ body: z.string().optional(), contentType: ['text/plain', 'text/csv'] })
    ).paths['/x'].post
    expect(requestBody.required).toBe(false)
    expect(Object.keys(requestBody.content)).toEqual(['text/plain', 'text/csv'])
  })

  it('refuses options without a title and a version', () => {
    const app = factories['5.x']()
    expect(() => openapi(app, {} as any)).toThrow(/info.*got undefined/)
    expect(() => describe('app' as any, { info })).toThrow('takes an application or a router')
  })
})
