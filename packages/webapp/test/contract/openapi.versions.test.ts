// biome-ignore-all lint/suspicious/noExplicitAny: types are tested in test/types, dialects differ.
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, describe as group, it } from 'vitest'
import { z } from 'zod'
import { contract, eventStream, file, form, problemDetails, stream } from '../../src/contract.ts'
import { describe, openapi } from '../../src/openapi.ts'
import { describeDialects, factories } from '../support/dialects.ts'

const info = { title: 'Notes', version: '1.0.0' }
const Note = z.object({ id: z.number() })
const dialects = ['5.x', '4.x', '3.x'] as const
const end = (_req: any, res: any) => res.end()

// Compiles the schemas of OpenAPI once.
const validator = new Validator()

/** The document as JSON, which the validator accepts. */
async function valid(document: object): Promise<any> {
  const json = JSON.stringify(document)
  const result = await validator.validate(JSON.parse(json))
  expect(result.errors ?? result.valid).toBe(true)
  return JSON.parse(json)
}

describeDialects('an OpenAPI 3.2 document', dialects, (t) => {
  const read = () => valid(describe(t.app, { info, version: '3.2.0' }))

  it('has the schema of the items of a stream', async () => {
    const responses = { 200: stream('application/jsonl', Note) }
    t.app.get('/lines', contract({ responses }) as any, end)
    const { paths, openapi: version } = await read()
    expect(version).toBe('3.2.0')
    expect(paths['/lines'].get.responses[200].content).toEqual({
      'application/jsonl': { itemSchema: expect.objectContaining({ type: 'object' }) },
    })
  })

  it('describes the data of events as text, with the schema of its JSON', async () => {
    const responses = { 200: eventStream({ said: z.string(), joined: Note }) }
    t.app.get('/events', contract({ responses }) as any, end)
    const { paths } = await read()
    const { itemSchema } = paths['/events'].get.responses[200].content['text/event-stream']
    const [said, joined] = itemSchema.oneOf.map((each: any) => each.properties)
    expect(said).toEqual({ event: { const: 'said' }, data: { type: 'string' } })
    expect(joined.data).toEqual({
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: expect.objectContaining({ properties: { id: { type: 'number' } } }),
    })
  })

  it('has the operations of all methods', async () => {
    const query = contract({ query: z.object({ q: z.string() }) }) as any
    t.app.search('/notes', query, end)
    t.app.get('/notes', end)
    const { paths } = await read()
    expect(Object.keys(paths['/notes'])).toEqual(['additionalOperations', 'get'])
    const { SEARCH } = paths['/notes'].additionalOperations
    expect(SEARCH).toMatchObject({ operationId: 'searchNotes', parameters: [{ name: 'q' }] })
    const older = await valid(describe(t.app, { info }))
    expect(Object.keys(older.paths['/notes'])).toEqual(['get'])
    expect(older['x-webapp-notes'][0]).toMatch(/^SEARCH \/notes is left out: /)
  })

  it('has QUERY as a method of its own', async () => {
    t.app.search('/notes', contract({ body: Note }) as any, end)
    const [route] = t.webapp.routes(t.app)
    // Node has the method since version 22. A listed route is the same for all methods.
    const method = { value: 'QUERY', enumerable: true }
    const filter = (each: object) => Boolean(Object.defineProperty(each, 'method', method))
    expect(route?.method).toBe('SEARCH')
    const { paths } = await valid(describe(t.app, { info, version: '3.2.0', filter }))
    expect(paths['/notes'].query).toMatchObject({ requestBody: { required: true } })
  })
})

group('the version of OpenAPI', () => {
  it('is 3.1.1 or 3.2.0', () => {
    const app = factories['5.x']()
    expect(describe(app, { info }).openapi).toBe('3.1.1')
    for (const version of ['3.0.0', 3.1, null]) {
      expect(() => openapi(app, { info, version: version as never })).toThrow(
        'openapi: the option version is 3.1.1 or 3.2.0, got ',
      )
    }
  })
})

describeDialects('refusals in a document', dialects, (t) => {
  const body = form({ photo: file(), name: z.string() })

  const responsesOf = async (path = '/notes') => {
    const { paths, components } = await valid(describe(t.app, { info }))
    return [paths[path].post.responses, components]
  }

  it('have the schema of problem details if the application sends them', async () => {
    t.app.post('/notes', contract({ body, responses: { 409: Note } }) as any, end)
    t.app.post('/form', contract({ body }) as any, end)
    t.app.use(problemDetails() as any)
    const [responses, { schemas }] = await responsesOf()
    const schema = { $ref: '#/components/schemas/ProblemDetails' }
    for (const status of [400, 413, 415]) {
      expect(responses[status].content).toEqual({ 'application/problem+json': { schema } })
    }
    expect(Object.keys(schemas)).toContain('ProblemDetails')
    expect(schemas.ProblemDetails.required).toEqual(['type', 'title', 'status'])
  })

  it('have 413 for every body, and for none without one', async () => {
    t.app.post('/notes', contract({ body: Note }) as any, end)
    t.app.post('/form', contract({ body }) as any, end)
    t.app.post('/query', contract({ query: z.object({ a: z.string() }) }) as any, end)
    const [responses] = await responsesOf()
    expect(responses['413']).toEqual({ description: 'The body is too large' })
    const [ofForm] = await responsesOf('/form')
    expect(ofForm['413']).toEqual({ description: 'The form or a file is too large' })
    const [ofQuery] = await responsesOf('/query')
    expect(Object.keys(ofQuery)).toEqual(['400', 'default'])
  })

  it('fit this schema', async () => {
    t.app.post('/notes', contract({ body: Note, query: z.object({ a: z.string() }) }) as any, end)
    t.app.use(problemDetails({ always: true }) as any)
    const [, { schemas }] = await responsesOf()
    const options = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'a' }
    const other = (await t.request('/notes?a=b', options)).json() as object
    const refused = (await t.request('/notes', { method: 'POST' })).json() as any
    const { properties, required } = schemas.ProblemDetails
    for (const problem of [other, refused]) {
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(problem)))
      expect(Object.keys(problem)).toEqual(expect.arrayContaining(required))
    }
    const { items } = properties.issues
    expect(refused.issues.length).toBeGreaterThan(0)
    for (const issue of refused.issues) {
      expect(Object.keys(issue).sort()).toEqual([...items.required].sort())
      expect(items.properties.location.enum).toContain(issue.location)
    }
  })

  it('are not given to the converter of the program', async () => {
    const seen: unknown[] = []
    const toJSONSchema = (schema: unknown) => void seen.push(schema)
    const responses = { 200: stream('text/csv'), 201: eventStream({ added: Note }) }
    t.app.post('/notes', contract({ body: Note, responses }) as any, end)
    t.app.use(problemDetails() as any)
    const document = await valid(describe(t.app, { info, toJSONSchema }))
    expect(new Set(seen)).toEqual(new Set([Note]))
    expect(document['x-webapp-notes']).toBeUndefined()
  })

  it('find the error handler in what is mounted', async () => {
    const router = (t.webapp as any)()
    router.post('/notes', contract({ body: Note }), end)
    router.use(problemDetails())
    t.app.use('/api', router)
    const [responses] = await responsesOf('/api/notes')
    expect(responses[400].content).toBeDefined()
  })

  it('have no schema without this error handler, and that of the contract if it has one', async () => {
    t.app.post('/notes', contract({ body: Note }) as any, end)
    const [responses] = await responsesOf()
    expect(responses[400]).toEqual({ description: 'The request does not fit the contract' })
    t.app.post('/own', contract({ body: Note, responses: { 400: Note } }) as any, end)
    t.app.use(problemDetails() as any)
    const [own] = await responsesOf('/own')
    expect(Object.keys(own[400].content)).toEqual(['application/json'])
  })

  it('appear in a document that was sent before the error handler was added', async () => {
    t.app.post('/notes', contract({ body: Note }) as any, end)
    t.app.get('/openapi.json', openapi(t.app, { info }) as any)
    expect((await t.request('/openapi.json')).text).not.toContain('ProblemDetails')
    t.app.use(problemDetails() as any)
    expect((await t.request('/openapi.json')).text).toContain('ProblemDetails')
  })

  it('keep another component with this name', async () => {
    t.app.post('/notes', contract({ body: Note.meta({ id: 'ProblemDetails' }) }) as any, end)
    t.app.use(problemDetails() as any)
    const [responses, { schemas }] = await responsesOf()
    expect(Object.keys(schemas)).toEqual(['ProblemDetails', 'ProblemDetails2'])
    const { schema } = responses[400].content['application/problem+json']
    expect(schema.$ref).toBe('#/components/schemas/ProblemDetails2')
  })
})

describeDialects('security in a document', dialects, (t) => {
  const securitySchemes = { token: { type: 'http', scheme: 'bearer' } }

  it('names schemes that are declared once', async () => {
    t.app.get('/mine', contract({ security: [{ token: [] }] }) as any, end)
    t.app.get('/open', contract({ security: [] }) as any, end)
    const options = { info, securitySchemes, security: [{ token: [] }] }
    const document = await valid(describe(t.app, options))
    expect(document.components.securitySchemes).toEqual(securitySchemes)
    expect(document.paths['/mine'].get.security).toEqual([{ token: [] }])
    expect(document.paths['/open'].get.security).toEqual([])
    expect(document['x-webapp-notes']).toBeUndefined()
  })

  it('notes a scheme that is not declared', async () => {
    t.app.get('/mine', contract({ security: [{ tokn: [] }] }) as any, end)
    const document = await valid(describe(t.app, { info, securitySchemes }))
    expect(document['x-webapp-notes']).toEqual([
      'security of getMine: there is no scheme tokn; declare it in the option securitySchemes',
    ])
  })
})
