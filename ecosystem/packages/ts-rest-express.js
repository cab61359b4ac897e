import assert from 'node:assert/strict'
import { initContract } from '@ts-rest/core'
import { createExpressEndpoints, initServer } from '@ts-rest/express'
import bodyParser from 'body-parser'

const c = initContract()
const contract = c.router({
  one: { method: 'GET', path: '/posts/:id', responses: { 200: c.type() } },
  make: { method: 'POST', path: '/posts', body: c.type(), responses: { 201: c.type() } },
})

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: '@ts-rest/express',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const router = initServer().router(contract, {
      one: async ({ params, query }) => ({ status: 200, body: { ...params, query } }),
      make: async ({ body, req }) => ({ status: 201, body: { ...body, path: req.path } }),
    })
    const app = express()
    app.use(bodyParser.json())
    createExpressEndpoints(contract, router, app)
    return app
  },

  async visit(client) {
    assert.deepEqual((await client.get('/posts/7?q=1')).json, { id: '7', query: { q: '1' } })
    const made = await client.post('/posts', { json: { title: 'new' } })
    assert.deepEqual([made.status, made.json], [201, { title: 'new', path: '/posts' }])
  },
}
