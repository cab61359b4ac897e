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
