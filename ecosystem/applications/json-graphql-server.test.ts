import { expect, it } from 'vitest'
import { askAll, type Question, type Step } from './answer.ts'
import { type Place, type Program, runTwoWays } from './two-ways.ts'
import { writeFiles } from './write-files.ts'

const data = {
  posts: [
    { id: 1, title: 'first', views: 254, user_id: 123 },
    { id: 2, title: 'second', views: 65, user_id: 456 },
  ],
  users: [
    { id: 123, name: 'ada' },
    { id: 456, name: 'grace' },
  ],
}

function prepare({ folder, port }: Place): Program {
  writeFiles(folder, { 'data.json': JSON.stringify(data) })
  return {
    script: 'json-graphql-server/bin/json-graphql-server.cjs',
    args: ['data.json', '--port', `${port}`, '--host', '127.0.0.1'],
    ready: `http://127.0.0.1:${port}/`,
  }
}

const query = (text: string, variables: object = {}): Question => ({
  method: 'POST',
  json: { query: text, variables },
})

const steps: readonly Step[] = [
  ['/', query('{ Post(id: 1) { title User { name } } }')],
  ['/', query('{ allPosts(filter: { views_gte: 100 }) { id } _allPostsMeta { count } }')],
  [
    '/',
    query('query ($n: String) { allUsers(filter: { q: $n }) { name Posts { title } } }', {
      n: 'ada',
    }),
  ],
  ['/', query('mutation { createPost(title: "third", views: 1, user_id: 123) { id } }')],
  [
    '/',
    query('mutation { updatePost(id: 1, title: "changed", views: 2, user_id: 123) { title } }'),
  ],
  ['/', query('mutation { removePost(id: 2) { id } }')],
  ['/', query('{ allPosts { title } }')],
  ['/', query('{ nothing }')],
  ['/', query('{')],
  ['/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }],
  [`/?query=${encodeURIComponent('{ allUsers { id } }')}`],
  ['/', { headers: { accept: 'text/html' } }],
  [
    '/',
    {
      method: 'OPTIONS',
      headers: { origin: 'http://other.test', 'access-control-request-method': 'POST' },
    },
  ],
  ['/nothing', { method: 'PUT' }],
]

it('json-graphql-server, on Express 5, gives the same answers', async () => {
  const { original, ours, redirected } = await runTwoWays(prepare, ({ origin }) =>
    askAll(origin, steps),
  )
  expect(ours).toEqual(original)
  expect(original[0]?.body).toContain('"User":{"name":"ada"}')
  expect(original[6]?.body).toContain('changed')
  expect(redirected).toEqual(['json-graphql-server: webapp/v5'])
})
