import { expect, it, onTestFinished, vi } from 'vitest'
import { contract } from '../../src/contract.ts'
import { describeDialects } from '../support/dialects.ts'

// Schemas by hand, which return what no type allows.
type Any = ReturnType<typeof JSON.parse>

const dialects = ['5.x', '4.x', '3.x'] as const
const LOCATIONS = ['params', 'query', 'headers', 'cookies', 'body'] as const
type Location = (typeof LOCATIONS)[number]

/** A Standard Schema that returns one result for all values. */
function schemaOf(result: unknown): Any {
  return { '~standard': { version: 1, vendor: 'by hand', validate: () => result } }
}

/** The ways in which a schema may give a result. */
const ways: Record<string, (result: unknown) => Any> = {
  'at once': schemaOf,
  'in a promise': (result) => schemaOf(Promise.resolve(result)),
  'in a thenable': (result) =>
    // biome-ignore lint/suspicious/noThenProperty: libraries return thenables of their own.
    schemaOf({ then: (done: (value: unknown) => void) => void done(result) }),
}

const eachWay = Object.entries(ways).flatMap(([way, schema]) =>
  LOCATIONS.map((location) => ({ way, schema, location })),
)

/** A list whose iterator skips everything. */
function withoutIterator(list: readonly object[]): readonly object[] {
  return Object.assign([...list], { [Symbol.iterator]: () => [].values() })
}

/** Failures that do not say why, or not as Standard Schema has it. */
const FAILURES = [
  { issues: [] },
  { issues: [], value: 'a value' },
  { issues: null },
  { issues: null, value: 'a value' },
  { issues: false, value: 'a value' },
  { issues: 0 },
  { issues: '' },
  { issues: {} },
  { issues: [null] },
  { issues: ['text'] },
  { issues: new Array(2), value: 'a value' },
  { issues: [{ message: 'Invalid value' }, null], value: 'a value' },
  { issues: withoutIterator([{ message: 'Invalid value' }]), value: 'a value' },
  { issues: new Set(), value: 1 },
  Object.create({ issues: [] }, { value: { value: 'a value' } }),
]

/** Results of a schema with a mistake. */
const MISTAKES = [
  undefined,
  null,
  {},
  { issues: undefined },
  { success: true },
  true,
  0,
  '',
  'ok',
  [],
]

/** Values that `next` does not take as an error, and one that is an error. */
const THROWN = [undefined, null, 0, '', false, 'route', 'router', new Error('a reason')]

/** The ways in which a schema may throw. */
const throwing: Record<string, (thrown: unknown) => Any> = {
  'a Standard Schema': (thrown) => {
    const validate = () => {
      throw thrown
    }
    return { '~standard': { version: 1, vendor: 'by hand', validate } }
  },
  'a Standard Schema in a promise': (thrown) => ({
    '~standard': { version: 1, vendor: 'by hand', validate: () => Promise.reject(thrown) },
  }),
  'the result of a Standard Schema': (thrown) =>
    schemaOf({
      get issues() {
        throw thrown
      },
    }),
  'an issue': (thrown) =>
    schemaOf({
      issues: [
        {
          get message() {
            throw thrown
          },
        },
      ],
    }),
  'Check of a compiled schema': (thrown) => ({
    ...compiledOf(true, []),
    Check() {
      throw thrown
    },
  }),
  'Errors of a compiled schema': (thrown) => ({
    ...compiledOf(false, []),
    Errors() {
      throw thrown
    },
  }),
  'Decode of a compiled schema': (thrown) => ({
    ...compiledOf(true, []),
    hasCodec: true,
    Decode() {
      throw thrown
    },
  }),
}

const eachThrow = Object.entries(throwing).flatMap(([thrower, schema]) =>
  LOCATIONS.map((location) => ({ thrower, schema, location })),
)

/** The result of a compiled schema. */
function compiledOf(check: unknown, errors: unknown): Any {
  return {
    Check: () => check,
    Errors: () => errors,
    Decode: (value: unknown) => value,
    Encode: (value: unknown) => value,
  }
}

describeDialects('the result of a schema', dialects, (t) => {
  /** Asks an application with this contract; the response says whether the handler ran. */
  async function ask(description: object, handler?: (req: Any) => unknown) {
    const app = t.app as Any
    let runs = 0
    app.use(t.webapp.json())
    app.post('/:id', contract(description as never), (req: Any, res: Any) => {
      runs++
      res.json(handler?.(req) ?? 'handled')
    })
    app.use((error: Any, _req: Any, res: Any, _next: Any) => {
      res.statusCode = error.status ?? 500
      res.end(JSON.stringify({ message: error.message, issues: error.issues }))
    })
    const headers = { 'content-type': 'application/json', cookie: 'c=cookie' }
    const answer = await t.request('/7?q=query', { method: 'POST', headers, body: '{"b":"body"}' })
    return { status: answer.status, runs, answer: answer.json() as Any }
  }

  it.each(eachWay)('without a reason refuses the request: $location, $way', async (each) => {
    for (const failure of FAILURES) {
      t.renew()
      const { status, runs, answer } = await ask({ [each.location]: each.schema(failure) })
      expect([status, runs]).toEqual([400, 0])
      expect(answer.issues).toEqual([
        { location: each.location, path: [], message: 'Invalid value' },
      ])
    }
  })

  it.each(eachWay)('that is none is a mistake: $location, $way', async ({ schema, location }) => {
    for (const mistake of MISTAKES) {
      t.renew()
      const { status, runs, answer } = await ask({ [location]: schema(mistake) })
      expect([status, runs]).toEqual([500, 0])
      expect(answer.message).toMatch(
        new RegExp(`^contract: the schema of ${location} returned .*, which is not a result`),
      )
    }
  })

  it.each(LOCATIONS)(
    'of a compiled schema without errors refuses the request: %s',
    async (name) => {
      for (const errors of [[], undefined, null, new Set(), [].values()]) {
        t.renew()
        const { status, runs, answer } = await ask({ [name]: compiledOf(false, errors) })
        expect([status, runs]).toEqual([400, 0])
        expect(answer.issues).toEqual([{ location: name, path: [], message: 'Invalid value' }])
      }
      await t.close()
    },
  )

  it.each(LOCATIONS)('of a compiled schema that does not tell is a mistake: %s', async (name) => {
    for (const check of [undefined, null, Promise.resolve(false), Promise.resolve(true), {}, 1]) {
      t.renew()
      const { status, runs, answer } = await ask({ [name]: compiledOf(check, []) })
      expect([status, runs]).toEqual([500, 0])
      expect(answer.message).toContain(`Check of the schema of ${name} returned`)
    }
  })

  it.each(eachThrow)('is missing if $thrower throws, whatever it is: $location', async (each) => {
    for (const thrown of THROWN) {
      t.renew()
      const { status, runs, answer } = await ask({ [each.location]: each.schema(thrown) })
      expect([status, runs]).toEqual([500, 0])
      const { message } = answer
      if (thrown instanceof Error) expect(message).toBe(thrown.message)
      else expect(message).toMatch(/^A schema (?:threw|rejected with) /)
    }
  })

  it('keeps the reasons that a schema names beside one that names none', async () => {
    const named = { issues: [{ message: 'too short', path: ['b', { key: 0 }] }] }
    const { status, answer } = await ask({
      query: schemaOf({ issues: [] }),
      body: ways['in a promise']?.(named),
    })
    expect([status, answer.issues]).toEqual([
      400,
      [
        { location: 'query', path: [], message: 'Invalid value' },
        { location: 'body', path: ['b', 0], message: 'too short' },
      ],
    ])
  })

  /** All choices of parts, each with a value that names it; some of them come later. */
  const choices = Array.from({ length: 2 ** LOCATIONS.length }, (_, bits) =>
    LOCATIONS.filter((_location, at) => bits & (1 << at)),
  )

  it.each(Object.keys(ways))('is the value of its own part, for all choices: %s', async (way) => {
    for (const chosen of choices) {
      t.renew()
      const description = Object.fromEntries(
        chosen.map((name, at) => [
          name,
          // Every second schema has its result at once.
          (at % 2 === 0 ? ways[way] : schemaOf)?.({ value: { from: name } }),
        ]),
      )
      const { status, answer } = await ask(description, ({ params, query, body, valid }) => ({
        parts: { params: { ...params }, query, body },
        valid,
      }))
      expect(status).toBe(200)
      const own = (name: Location) => chosen.includes(name) && { from: name }
      expect(answer.parts).toEqual({
        params: own('params') || { id: '7' },
        query: own('query') || { q: 'query' },
        body: own('body') || { b: 'body' },
      })
      expect(answer.valid).toEqual(Object.fromEntries(chosen.map((name) => [name, { from: name }])))
    }
  })

  it.each(LOCATIONS)('may be undefined, which stays in its part: %s', async (missing) => {
    const description = Object.fromEntries(
      LOCATIONS.map((name, at) => {
        const value = name === missing ? undefined : { from: name }
        return [name, at % 2 === 0 ? schemaOf({ value }) : schemaOf(Promise.resolve({ value }))]
      }),
    )
    const { answer } = await ask(description, ({ valid }) => valid)
    const others = LOCATIONS.filter((name) => name !== missing)
    expect(answer).toEqual(Object.fromEntries(others.map((name) => [name, { from: name }])))
  })

  it('that refuses one part does not let another one take its place', async () => {
    for (const refused of LOCATIONS) {
      t.renew()
      const description = Object.fromEntries(
        LOCATIONS.map((name) => [
          name,
          schemaOf(name === refused ? { issues: [] } : { value: { from: name } }),
        ]),
      )
      const { status, runs, answer } = await ask(description)
      expect([status, runs, answer.issues.length]).toEqual([400, 0, 1])
      expect(answer.issues[0].location).toBe(refused)
    }
  })

  it('may have a member then that is not a function', async () => {
    // biome-ignore lint/suspicious/noThenProperty: it is the subject.
    const result = { value: { from: 'query' }, then: 5 }
    const { status, answer } = await ask({ query: schemaOf(result) }, ({ query }) => query)
    expect([status, answer]).toEqual([200, { from: 'query' }])
  })
})

describeDialects('the result of a schema for a response', dialects, (t) => {
  async function send(description: object) {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const app = t.app as Any
    app.get('/', contract(description as never), (_req: Any, res: Any) => {
      res.json({ secret: 'not checked' })
    })
    app.use((error: Any, _req: Any, res: Any, _next: Any) => {
      res.statusCode = error.status ?? 500
      res.end(error.message)
    })
    const answer = await t.request('/')
    return { status: answer.status, text: answer.text }
  }

  const modes = [
    { checkResponses: true },
    { checkResponses: true, serialize: true },
    { checkResponses: false, serialize: true },
  ]

  it.each(Object.entries(ways))('without a reason is not sent: %s', async (_way, schema) => {
    for (const mode of modes) {
      for (const failure of FAILURES) {
        t.renew()
        const { status, text } = await send({ ...mode, responses: { 200: schema(failure) } })
        expect([status, text]).toEqual([500, 'The response 200 of GET / does not fit its contract'])
      }
    }
  })

  it.each(Object.entries(ways))('that is none is not sent: %s', async (_way, schema) => {
    for (const mode of modes) {
      for (const mistake of MISTAKES) {
        t.renew()
        const { status, text } = await send({ ...mode, responses: { 200: schema(mistake) } })
        expect(status).toBe(500)
        expect(text).toContain('the schema of responses[200] returned')
      }
    }
  })

  it.each(Object.entries(throwing))('is missing if %s throws: a 500', async (_thrower, schema) => {
    for (const mode of modes) {
      for (const thrown of THROWN) {
        t.renew()
        const { status, text } = await send({ ...mode, responses: { 200: schema(thrown) } })
        expect(status).toBe(500)
        expect(text).toMatch(/^A schema (?:threw|rejected with) |^a reason$/)
      }
    }
  })

  it('of a compiled schema without errors is not sent', async () => {
    for (const mode of modes) {
      for (const errors of [[], undefined, null]) {
        t.renew()
        const { status, text } = await send({
          ...mode,
          responses: { 200: compiledOf(false, errors) },
        })
        expect([status, text]).toEqual([500, 'The response 200 of GET / does not fit its contract'])
      }
    }
  })
})
