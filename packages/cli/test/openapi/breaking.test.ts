// biome-ignore-all lint/suspicious/noExplicitAny: documents are changed at will.
import { describe, expect, it } from 'vitest'
import { findBreakingChanges } from '../../src/openapi/breaking.ts'

type Change = (operation: any) => void

function create(): any {
  return {
    openapi: '3.1.1',
    paths: {
      '/users/{id}': {
        post: {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'sort', in: 'query', schema: { enum: ['up', 'down'] } },
          ],
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/New' } } },
          },
          responses: {
            201: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } },
            },
            404: { description: 'Not found' },
          },
        },
      },
    },
    components: {
      schemas: {
        New: {
          type: 'object',
          properties: { name: { type: 'string', minLength: 1 }, age: { type: ['number', 'null'] } },
          required: ['name'],
        },
        User: {
          type: 'object',
          properties: {
            id: { type: 'number' },
            role: { enum: ['a', 'b'] },
            tags: { type: 'array', items: { type: 'string' } },
            friend: { $ref: '#/components/schemas/User' },
          },
          required: ['id'],
        },
      },
    },
  }
}

function changesBy(change: Change): string[] {
  const newer = create()
  change(newer)
  return findBreakingChanges(create(), newer)
}

const operation = (document: any) => document.paths['/users/{id}'].post

describe('findBreakingChanges', () => {
  it('finds none in the same document, nor in one with more operations and optional members', () => {
    expect(changesBy(() => {})).toEqual([])
    expect(
      changesBy((document) => {
        document.paths['/more'] = { get: { responses: {} } }
        document.components.schemas.New.properties.nick = { type: 'string' }
        document.components.schemas.User.properties.nick = { type: 'string' }
        document.components.schemas.New.properties.name.minLength = 0
        operation(document).parameters.push({ name: 'x', in: 'query', schema: {} })
        operation(document).parameters[1].schema.enum.push('other')
        delete operation(document).responses[404]
      }),
    ).toEqual([])
  })

  it('compares the streams of OpenAPI 3.2 with those of 3.1', () => {
    const response = (items: object) => ({ content: { 'application/jsonl': items } })
    const document = (items: object): any => ({
      openapi: '3.1.1',
      paths: { '/lines': { get: { responses: { 200: response(items) } } } },
    })
    const item = { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] }
    const older = document({ schema: { type: 'string' }, 'x-itemSchema': item })
    expect(findBreakingChanges(older, document({ itemSchema: item }))).toEqual([])
    const { required: _, ...loose } = item
    expect(findBreakingChanges(older, document({ itemSchema: loose }))).toEqual([
      'GET /lines: response 200.id: may now be missing',
    ])
  })

  it('finds removed operations of every method', () => {
    const paths = { '/a': { query: {}, additionalOperations: { PURGE: {} } } } as any
    expect(findBreakingChanges({ paths } as any, { paths: {} } as any)).toEqual([
      'QUERY /a: was removed',
      'PURGE /a: was removed',
    ])
  })

  it('ignores the names of path parameters', () => {
    expect(
      changesBy((document) => {
        document.paths['/users/{user}'] = document.paths['/users/{id}']
        delete document.paths['/users/{id}']
      }),
    ).toEqual([])
  })

  it.each<[string, Change]>([
    ['POST /users/{id}: was removed', (d) => delete d.paths['/users/{id}'].post],
    [
      'POST /users/{id}: query parameter x: is now required',
      (d) => operation(d).parameters.push({ name: 'x', in: 'query', required: true }),
    ],
    [
      'POST /users/{id}: query parameter sort: is now required',
      (d) => (operation(d).parameters[1].required = true),
    ],
    [
      'POST /users/{id}: query parameter sort: no longer accepts down',
      (d) => operation(d).parameters[1].schema.enum.pop(),
    ],
    [
      'POST /users/{id}: path parameter id: no longer accepts string',
      (d) => (operation(d).parameters[0].schema.type = 'number'),
    ],
    ['POST /users/{id}: a body is now required', (d) => (operation(d).requestBody.required = true)],
    [
      'POST /users/{id}: body: application/json is no longer accepted',
      (d) => (operation(d).requestBody.content = { 'text/plain': {} }),
    ],
    [
      'POST /users/{id}: body.age: is now required',
      (d) => d.components.schemas.New.required.push('age'),
    ],
    [
      'POST /users/{id}: body.age: no longer accepts null',
      (d) => (d.components.schemas.New.properties.age.type = 'number'),
    ],
    [
      'POST /users/{id}: body.name: minLength is now 2, was 1',
      (d) => (d.components.schemas.New.properties.name.minLength = 2),
    ],
    [
      'POST /users/{id}: body.name: pattern is now ^a',
      (d) => (d.components.schemas.New.properties.name.pattern = '^a'),
    ],
    [
      'POST /users/{id}: body.age: is no longer accepted',
      (d) => {
        delete d.components.schemas.New.properties.age
        d.components.schemas.New.additionalProperties = false
      },
    ],
    ['POST /users/{id}: response 201: was removed', (d) => delete operation(d).responses[201]],
    [
      'POST /users/{id}: response 201.role: was removed',
      (d) => delete d.components.schemas.User.properties.role,
    ],
    [
      'POST /users/{id}: response 201.id: may now be missing',
      (d) => (d.components.schemas.User.required = []),
    ],
    [
      'POST /users/{id}: response 201.role: may now be c',
      (d) => d.components.schemas.User.properties.role.enum.push('c'),
    ],
    [
      'POST /users/{id}: response 201.id: may now be null',
      (d) => (d.components.schemas.User.properties.id.type = ['number', 'null']),
    ],
    [
      'POST /users/{id}: response 201.tags[]: may now be number',
      (d) => (d.components.schemas.User.properties.tags.items.type = 'number'),
    ],
    ['POST /users/{id}: now requires token', (d) => (d.security = [{ token: [] }])],
  ])('%s', (wanted, change) => {
    expect(changesBy(change)).toContain(wanted)
  })
})

describe('findBreakingChanges in schemas', () => {
  const documentWith = (schema: unknown, components: object = {}): any => {
    const content = { 'application/json': { schema } }
    const post = { requestBody: { content }, responses: { 200: { content } } }
    return { openapi: '3.1.1', paths: { '/x': { post } }, components: { schemas: components } }
  }
  const changesOf = (before: unknown, after: unknown) =>
    findBreakingChanges(documentWith(before), documentWith(after))
  const object = (properties: object, more: object = {}) => {
    return { type: 'object', properties, required: Object.keys(properties), ...more }
  }
  const text = { type: 'string' }
  const number = { type: 'number' }
  const cat = object({ kind: { type: 'string', const: 'cat' }, lives: number })
  const dog = object({ kind: { type: 'string', const: 'dog' }, name: text })
  const tuple = (...prefixItems: object[]) => {
    return { type: 'array', prefixItems, items: false, minItems: 0 }
  }
  const record = (value: object, name: object = text) => {
    return { type: 'object', propertyNames: name, additionalProperties: value }
  }
  const inBody = (text: string) => `POST /x: body${text}`
  const inResponse = (text: string) => `POST /x: response 200${text}`

  it.each<[string, before: unknown, after: unknown, wanted: string[]]>([
    [
      'a strict object',
      object({ a: text }),
      object({ a: text }, { additionalProperties: false }),
      [inBody(': undeclared members are no longer accepted')],
    ],
    [
      'a lost alternative',
      { oneOf: [cat, dog] },
      { oneOf: [cat] },
      [inBody(': no longer accepts { kind: "dog" }')],
    ],
    [
      'a new alternative',
      { anyOf: [cat] },
      { anyOf: [cat, dog] },
      [inResponse(': may now be { kind: "dog" }')],
    ],
    [
      'a union instead of one object',
      cat,
      { anyOf: [dog, object({ a: text })] },
      [
        inBody(': no longer accepts { kind: "cat" }'),
        inResponse(': may now be { kind: "dog" }'),
        inResponse(': may now be { a }'),
      ],
    ],
    [
      'an alternative whose member is replaced',
      { anyOf: [cat, object({ a: text })] },
      { anyOf: [cat, object({ b: text })] },
      [inBody('.b: is now required'), inResponse('.a: was removed')],
    ],
    [
      'a member of an object or null',
      { anyOf: [object({ a: text }), { type: 'null' }] },
      { anyOf: [object({ a: number }), { type: 'null' }] },
      [inBody('.a: no longer accepts string'), inResponse('.a: may now be number')],
    ],
    [
      'the values of a record',
      record(number),
      record(text),
      [inBody('[member]: no longer accepts number'), inResponse('[member]: may now be string')],
    ],
    [
      'the names of a record',
      record(number, { enum: ['a', 'b'] }),
      record(number, { enum: ['a'] }),
      [inBody('[name]: no longer accepts b')],
    ],
    [
      'the values of a record of TypeBox',
      { type: 'object', patternProperties: { '^.*$': number } },
      { type: 'object', patternProperties: { '^.*$': text } },
      [inBody('[^.*$]: no longer accepts number'), inResponse('[^.*$]: may now be string')],
    ],
    [
      'an item of a tuple',
      tuple(text, number),
      tuple(text, text),
      [inBody('[1]: no longer accepts number'), inResponse('[1]: may now be string')],
    ],
    [
      'a shorter tuple',
      tuple(text, number),
      tuple(text),
      [inBody('[1]: no longer accepts any value')],
    ],
    [
      'a member that is not possible any more',
      object({ a: text }),
      object({ a: { not: {} } }),
      [inBody('.a: no longer accepts any value')],
    ],
  ])('finds %s', (_title, before, after, wanted) => {
    expect(changesOf(before, after)).toEqual(wanted)
  })

  it.each<[string, before: unknown, after: unknown]>([
    ['the order of alternatives', { anyOf: [cat, dog] }, { oneOf: [dog, cat] }],
    [
      'a list of values as a union',
      { enum: ['a', 'b'] },
      { anyOf: [{ const: 'a' }, { const: 'b' }] },
    ],
    ['several types as a union', { type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }],
    ['a reference', { anyOf: [cat, dog] }, { anyOf: [{ allOf: [cat] }, dog] }],
    ['names that are always text', { type: 'object' }, { type: 'object', propertyNames: text }],
    ['a member that stays impossible', object({ a: { not: {} } }), object({ a: false as never })],
  ])('ignores %s', (_title, before, after) => {
    expect(changesOf(before, after)).toEqual([])
  })

  it('ends with unions that contain themselves many times', () => {
    const names = Array.from({ length: 20 }, (_, at) => `kind${at}`)
    const create = (last: object) => {
      const any = { $ref: '#/components/schemas/Any' }
      const list = { type: 'array', items: any }
      const kinds = names.map((name) => object({ type: { const: name }, a: any, b: any, c: list }))
      return documentWith(any, { Any: { anyOf: [...kinds, last] } })
    }
    expect(findBreakingChanges(create(text), create(text))).toEqual([])
    expect(findBreakingChanges(create(text), create(number))).toEqual([
      inBody(': no longer accepts string'),
      inResponse(': may now be number'),
    ])
  })
})
