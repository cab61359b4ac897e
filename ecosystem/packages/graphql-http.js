import assert from 'node:assert/strict'
import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql'
import { createHandler } from 'graphql-http/lib/use/express'

const resolve = (_source, _args, { user }) => `hello ${user}`
const fields = { hello: { type: GraphQLString, resolve } }
const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields }) })

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'graphql-http',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    const context = (req) => ({ user: req.raw.query.user ?? 'nobody' })
    app.all('/graphql', createHandler({ schema, context }))
    app.use('/parsed', express.json())
    app.all('/parsed', createHandler({ schema, context }))
    return app
  },

  async visit(client) {
    const query = '{ hello }'
    assert.deepEqual((await client.post('/graphql?user=ada', { json: { query } })).json, {
      data: { hello: 'hello ada' },
    })
    assert.equal(
      (await client.post('/parsed', { json: { query } })).json.data.hello,
      'hello nobody',
    )
    assert.equal((await client.get('/graphql?query={hello}')).status, 200)
    assert.equal(
      (await client.post('/graphql', { json: { query: '{ none }' } })).json.errors.length,
      1,
    )
  },
}
