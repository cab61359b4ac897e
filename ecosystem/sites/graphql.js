import assert from 'node:assert/strict'
import { ApolloServer } from '@apollo/server'

const typeDefs = `
  type Book { id: ID!, title: String! }
  type Query { book(id: ID!): Book, caller: String }
  type Mutation { add(title: String!): Book }
`

const resolvers = {
  Query: {
    book: (_parent, { id }) => ({ id, title: `book ${id}` }),
    caller: (_parent, _args, { caller }) => caller,
  },
  Mutation: { add: (_parent, { title }) => ({ id: '1', title }) },
}

/** An application around either of Apollo's integrations. */
export async function createGraphqlSite(express, expressMiddleware) {
  const server = new ApolloServer({ typeDefs, resolvers, introspection: false })
  await server.start()
  const context = async ({ req }) => ({ caller: req.get('x-caller') })
  const app = express()
  app.use('/graphql', express.json(), expressMiddleware(server, { context }))
  return app
}

export async function visitGraphqlSite(client) {
  const ask = (query, headers = {}) => client.post('/graphql', { json: { query }, headers })
  const book = await ask('{ book(id: 7) { id title } }')
  assert.deepEqual(book.json, { data: { book: { id: '7', title: 'book 7' } } })
  const caller = await ask('{ caller }', { 'X-Caller': 'ada' })
  assert.deepEqual(caller.json, { data: { caller: 'ada' } })
  const added = await ask('mutation { add(title: "new") { title } }')
  assert.deepEqual(added.json, { data: { add: { title: 'new' } } })
  assert.equal((await ask('{ none }')).status, 400)
  const fetched = await client.get('/graphql?query={caller}', {
    headers: { 'Apollo-Require-Preflight': 'yes' },
  })
  assert.deepEqual(fetched.json, { data: { caller: null } })
  assert.equal((await client.get('/graphql?query={caller}')).status, 400)
}
