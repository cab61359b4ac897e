// biome-ignore-all lint/suspicious/noExplicitAny: types are tested in test/types, dialects differ.
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, describe as group, it, vi } from 'vitest'
import { z } from 'zod'
import { type ContractDescription, contract, eventStream, stream } from '../../src/contract.ts'
import { describe } from '../../src/openapi.ts'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

const Note = z.object({ id: z.number(), title: z.string() })
const note = { id: 1, title: 'one' }
const dialects = ['5.x', '4.x', '3.x'] as const

let printed: string[] = []
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void printed.push(args.join(' ')))
})
afterEach(() => vi.restoreAllMocks())

type Bench = Parameters<Parameters<typeof describeDialects<'5.x' | '4.x' | '3.x'>>[2]>[0]

/** The response of a handler behind a contract, with the type and the issues of its failure. */
async function ask(
  t: Bench,
  responses: ContractDescription['responses'],
  handler: (req: any, res: any) => unknown,
  { env = 'development', ...rest }: { env?: string } & ContractDescription = {},
) {
  t.app.set('env', env)
  t.app.get('/', contract({ responses, ...rest }) as any, handler as any)
  t.app.use((err: any, _req: any, res: any, _next: any) => {
    res.statusCode = err.status ?? 500
    res.end(JSON.stringify({ type: err.type, issues: err.issues, message: err.message }))
  })
  return t.request('/')
}

/** The only issue of a response that did not fit. */
function issueOf(answer: { status: number; json(): any }): object {
  expect(answer.status).toBe(500)
  const { type, issues } = answer.json()
  expect([type, issues?.length]).toEqual(['contract.response', 1])
  return issues[0]
}

describeDialects('contract: several media types of a status', dialects, (t) => {
  const responses = { 200: { 'application/json': Note, 'text/csv': z.string() } }

  it('lets each of them pass', async () => {
    const answer = await ask(t, responses, (_req, res) => res.json(note))
    expect(answer.json()).toEqual(note)
    t.app.get('/csv', contract({ responses }) as any, (_req: any, res: any) => {
      res.setHeader('Content-Type', 'text/csv; charset=utf-8')
      res.end('id,title')
    })
    expect((await t.request('/csv')).text).toBe('id,title')
    expect(printed).toEqual([])
  })

  it('checks a body by the schema of its type', async () => {
    const answer = await ask(t, responses, (_req, res) => res.json({ id: 1 }))
    expect(issueOf(answer)).toMatchObject({ path: ['title'] })
  })

  it('refuses a type that the contract does not have', async () => {
    const answer = await ask(t, responses, (_req, res) => {
      res.setHeader('Content-Type', 'application/hal+json')
      res.json(note)
    })
    expect(issueOf(answer)).toMatchObject({
      message:
        'the contract has application/json or text/csv for this status, not application/hal+json',
    })
  })

  it('sends the members of the schema of this type with serialize, in production too', async () => {
    const Short = z.object({ id: z.number() })
    const twofold = { 200: { 'application/json': Note, 'application/hal+json': Short } }
    const secret = { ...note, password: 'x' }
    const rest = { serialize: true, env: 'production' }
    const answer = await ask(t, twofold, (_req, res) => res.json(secret), rest)
    expect(answer.json()).toEqual(note)
    const described = contract({ responses: twofold, serialize: true })
    t.app.get('/short', described as any, (_req: any, res: any) => {
      res.setHeader('Content-Type', 'application/hal+json')
      res.json(secret)
    })
    expect((await t.request('/short')).json()).toEqual({ id: 1 })
  })
})

describeDialects('contract: header fields of responses', dialects, (t) => {
  const headers = { 'X-Total': z.coerce.number().int(), etag: z.string().optional() }
  const responses = { 200: { body: Note, headers }, 302: { headers: { location: z.string() } } }

  it('lets fields pass that fit, and those that may be missing', async () => {
    const answer = await ask(t, responses, (_req, res) => {
      res.setHeader('x-total', 7)
      res.json(note)
    })
    expect([answer.status, answer.headers['x-total']]).toEqual([200, '7'])
    expect(printed).toEqual([])
  })

  it.each([
    ['a missing field', undefined],
    ['a field that does not fit', 'many'],
  ])('responds with 500 to %s', async (_title, value) => {
    const answer = await ask(t, responses, (_req, res) => {
      if (value) res.setHeader('X-Total', value)
      res.json(note)
    })
    expect(issueOf(answer)).toMatchObject({ path: ['headers', 'X-Total'] })
    expect(printed).toHaveLength(1)
  })

  it('reports them for every other way to respond', async () => {
    const answer = await ask(t, responses, (_req, res) => {
      res.statusCode = 302
      res.end()
    })
    expect(answer.status).toBe(302)
    expect(printed[0]).toMatch(
      /^The response 302 of GET \/ does not fit its contract:\n {2}response\.headers\.location: /,
    )
  })

  it.each([
    ['an object', { Location: '/there' }],
    ['a list', ['Location', '/there']],
  ])('sees the fields that writeHead gets as %s', async (_title, given) => {
    const answer = await ask(t, responses, (_req, res) => res.writeHead(302, given).end())
    expect(answer.headers.location).toBe('/there')
    expect(printed).toEqual([])
  })

  it('requires what a Header Object requires', async () => {
    const described = { 200: { body: Note, headers: { 'x-a': { required: true }, 'x-b': {} } } }
    const answer = await ask(t, described, (_req, res) => res.json(note))
    expect(issueOf(answer)).toMatchObject({ path: ['headers', 'x-a'] })
  })

  it('checks none in production', async () => {
    const rest = { env: 'production' }
    const answer = await ask(t, responses, (_req, res) => res.json(note), rest)
    expect([answer.status, printed]).toEqual([200, []])
  })

  it('works over HTTP/2', async () => {
    t.app.set('env', 'development')
    t.app.get('/', contract({ responses }) as any, (_req: any, res: any) => {
      res.statusCode = 302
      res.end()
    })
    const { ask: ask2 } = await startHttp2(t.app as never)
    expect((await ask2('/')).status).toBe(302)
    expect(printed[0]).toContain('response.headers.location')
  })
})

describeDialects('contract: returned Responses', ['5.x'], (t) => {
  const responses = {
    200: Note,
    204: {},
    404: { body: Note, contentType: 'application/problem+json' },
  }

  it('lets one pass that fits, with the bytes that it has', async () => {
    const text = '{ "id": 1,\n"title": "é", "more": true }'
    const init = { headers: { 'content-type': 'application/json', 'x-own': 'a' } }
    const answer = await ask(t, responses, () => new Response(text, init))
    expect([answer.status, answer.text, answer.headers['x-own']]).toEqual([200, text, 'a'])
    expect(printed).toEqual([])
  })

  it.each([
    ['a body that does not fit', () => Response.json({ id: 1 }), ['title']],
    ['a promised one', async () => Response.json({ ...note, id: '1' }), ['id']],
    ['a status without a description', () => Response.json(note, { status: 201 }), []],
    ['text', () => new Response('one'), []],
    ['no body', () => new Response(null), []],
    [
      'JSON that is none',
      () => new Response('{', { headers: { 'content-type': 'application/json' } }),
      [],
    ],
    ['a body where none is described', () => new Response('a', { status: 200 }), []],
  ])('responds with 500 to %s', async (_title, handler, path) => {
    expect(issueOf(await ask(t, responses, handler))).toMatchObject({ path })
  })

  it('takes any type of JSON for another, and a status without a body', async () => {
    const answer = await ask(t, responses, () => Response.json(note, { status: 404 }))
    expect(answer.status).toBe(404)
    t.app.get('/none', contract({ responses }), () => new Response(null, { status: 204 }))
    expect((await t.request('/none')).status).toBe(204)
    expect(printed).toEqual([])
  })

  it('responds to HEAD without a body', async () => {
    await ask(t, responses, ({ method }) =>
      method === 'HEAD' ? new Response() : Response.json(note),
    )
    expect((await t.request('/', { method: 'HEAD' })).status).toBe(200)
  })

  it('checks the type and header fields of a stream, and does not read it', async () => {
    const headers = { 'x-rows': z.string() }
    const described = { 200: { ...stream('text/csv'), headers } }
    let isRead = false
    const pull = () => {
      isRead = true
    }
    const body = () => new ReadableStream({ pull }, { highWaterMark: 0 })
    const init = { headers: { 'content-type': 'text/csv' } }
    const answer = await ask(t, described, () => new Response(body(), init))
    expect(issueOf(answer)).toMatchObject({ path: ['headers', 'x-rows'] })
    expect(isRead).toBe(false)
    t.app.get('/rows', contract({ responses: described }), () => {
      return new Response('a,b', { headers: { ...init.headers, 'x-rows': '1' } })
    })
    expect((await t.request('/rows')).text).toBe('a,b')
  })

  it('does not read an encoded body, and does not send one with serialize', async () => {
    const init = { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } }
    const bytes = gzipSync(JSON.stringify(note))
    const answer = await ask(t, responses, () => new Response(bytes, init))
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'gzip'])
    expect(JSON.parse(gunzipSync(answer.body).toString())).toEqual(note)
    const headers = { ...init.headers, 'content-encoding': 'identity' }
    t.app.get('/plain', contract({ responses }), () => Response.json({}, { headers }))
    expect((await t.request('/plain')).status).toBe(500)
    const serialized = contract({ responses, serialize: true })
    t.app.get('/serialized', serialized, () => new Response(bytes, init))
    for (const env of ['development', 'production']) {
      t.app.set('env', env)
      const refused = await t.request('/serialized')
      expect([refused.status, refused.headers['content-encoding']]).toEqual([500, undefined])
    }
    expect(printed.join()).toContain('serialize cannot read it')
  })

  it('sends the declared members with serialize, in production too', async () => {
    const rest = { serialize: true, env: 'production' }
    const secret = { ...note, password: 'x' }
    const answer = await ask(t, responses, () => Response.json(secret), rest)
    expect(answer.json()).toEqual(note)
    expect(answer.headers['content-length']).toBe(String(JSON.stringify(note).length))
  })

  it('does not check in production', async () => {
    const answer = await ask(t, responses, () => Response.json({}), { env: 'production' })
    expect([answer.status, answer.json()]).toEqual([200, {}])
  })

  it('passes the failure of a body to the error handlers', async () => {
    const body = () =>
      new ReadableStream({
        start: (controller) => controller.error(new Error('the source is gone')),
      })
    const init = { headers: { 'content-type': 'application/json' } }
    const answer = await ask(t, responses, () => new Response(body(), init))
    expect([answer.status, (answer.json() as any).message]).toEqual([500, 'the source is gone'])
  })

  it('leaves a Response alone whose body was read, for the message of the dispatcher', async () => {
    const answer = await ask(t, responses, async () => {
      const response = Response.json(note)
      await response.text()
      return response
    })
    expect((answer.json() as any).message).toBe(
      'A handler returned a Response whose body was already read',
    )
  })
})

describeDialects('stream() and eventStream()', dialects, (t) => {
  const Person = z.object({ name: z.string() })
  const end = (_req: any, res: any) => res.end()

  function contentOf(responses: ContractDescription['responses'], schemas = {}) {
    t.app.get('/', contract({ responses, operationId: 'read' }), end)
    const info = { title: 'Streams', version: '1.0.0' }
    const { paths, components } = JSON.parse(JSON.stringify(describe(t.app, { info, schemas })))
    return { ...paths['/'].get.responses[200], components }
  }

  it('describe text and bytes', () => {
    const { content } = contentOf({ 200: stream('text/csv') })
    expect(content).toEqual({ 'text/csv': { schema: { type: 'string' } } })
    t.app.get('/pdf', contract({ responses: { 200: stream('application/pdf') } }), end)
    const { paths } = describe(t.app, { info: { title: 'Streams', version: '1.0.0' } })
    expect(paths['/pdf']?.get?.responses['200']?.content).toEqual({
      'application/pdf': { schema: { type: 'string', format: 'binary' } },
    })
  })

  it('describe each event by its name', () => {
    const { content, components } = contentOf(
      { 200: eventStream({ joined: Person, left: z.number() }) },
      { Person },
    )
    const event = (name: string, data: object) => ({
      type: 'object',
      properties: { event: { const: name }, data },
      required: ['event', 'data'],
    })
    expect(content['text/event-stream']['x-itemSchema']).toEqual({
      oneOf: [
        event('joined', { $ref: '#/components/schemas/Person' }),
        event('left', { type: 'number' }),
      ],
    })
    expect(Object.keys(components.schemas)).toEqual(['Person'])
  })

  it('describe items beside a body that is sent at once', () => {
    const list = { 'application/json': z.array(Note), 'application/jsonl': { items: Note } }
    const { content } = contentOf({ 200: list }, { Note })
    expect(content['application/jsonl']['x-itemSchema']).toEqual({
      $ref: '#/components/schemas/Note',
    })
    expect(content['application/json'].schema.type).toBe('array')
  })

  it('describe header fields by their schemas', () => {
    const headers = { 'x-total': z.number(), etag: z.string().optional(), 'x-own': { schema: {} } }
    expect(contentOf({ 200: { headers } }).headers).toEqual({
      'x-total': { required: true, schema: { type: 'number' } },
      etag: { schema: { type: 'string' } },
      'x-own': { schema: {} },
    })
  })

  it('let a handler stream its response', async () => {
    const answer = await ask(t, { 200: stream('text/csv') }, (_req, res) => {
      res.setHeader('Content-Type', 'text/csv')
      res.write('a,')
      res.end('b')
    })
    expect([answer.text, printed]).toEqual(['a,b', []])
  })

  it('refuse res.json where a stream is described', async () => {
    const responses = { 200: eventStream({ left: z.number() }) }
    const answer = await ask(t, responses, (_req, res) => res.json(1))
    expect(issueOf(answer)).toMatchObject({
      message: 'the contract has no body for this status',
    })
  })
})

group('schemas of streams', () => {
  const validate = (response: any, value: unknown) =>
    (response.items ?? response.body)['~standard'].validate(value)

  it('validate events by name', async () => {
    const Late = z.number().refine(async (value) => value > 0)
    const events = eventStream({ left: z.number(), message: z.string(), late: Late })
    expect(validate(events, { event: 'left', data: 1 })).toEqual({
      value: { event: 'left', data: 1 },
    })
    expect(validate(events, { data: 'a' })).toEqual({ value: { event: 'message', data: 'a' } })
    expect(validate(events, { event: 'left', data: '1' })).toMatchObject({
      issues: [{ path: ['data'] }],
    })
    for (const wrong of [{ event: 'other', data: 1 }, { event: 7 }, null]) {
      expect(validate(events, wrong).issues).toHaveLength(1)
    }
    await expect(validate(events, { event: 'late', data: 0 })).resolves.toMatchObject({
      issues: [{ path: ['data'] }],
    })
  })

  it('take text and bytes', () => {
    expect(validate(stream('text/csv'), 'a')).toEqual({ value: 'a' })
    expect(validate(stream('image/png'), Buffer.from('a')).issues).toBeUndefined()
    expect(validate(stream('image/png'), 7)).toEqual({
      issues: [{ message: 'Invalid input: expected bytes' }],
    })
  })

  // As from JavaScript: the compiler reports these, too.
  const [anyStream, anyEvents] = [stream, eventStream] as unknown as ((...args: any[]) => object)[]

  it.each([
    [() => anyStream?.(7), "stream() takes a media type such as 'text/csv', got 7"],
    [() => anyStream?.('csv'), "stream() takes a media type such as 'text/csv', got 'csv'"],
    [() => anyStream?.('application/json'), "stream('application/json') needs the schema of its"],
    [() => anyStream?.('text/event-stream'), "stream('text/event-stream') needs the schema"],
    [() => anyStream?.('text/csv', Note), "stream('text/csv', items): items are for text/event-"],
    [() => anyStream?.('application/jsonl', {}), 'items is not a schema, got {}'],
    [() => anyEvents?.(Note), 'eventStream() takes an object such as { joined: schema }, got '],
    [() => anyEvents?.({ joined: 7 }), 'contract: the event joined is not a schema, got 7'],
  ])('refuse mistakes: %s', (make, message) => {
    expect(make).toThrow(message)
  })

  it.each([
    [{ 'application/json': 7 }, "responses[200]['application/json'] is neither a schema nor {"],
    [{ 'application/json': Note, body: Note }, 'responses[200] has media types, so body, items'],
  ])('refuse a response that cannot work: %s', (given, message) => {
    expect(() => contract({ responses: { 200: given as never } })).toThrow(message)
  })
})
