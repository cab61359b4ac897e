import assert from 'node:assert/strict'
import bodyParser from 'body-parser'
import { middleware } from 'express-openapi-validator'

const pet = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0 } },
}

const content = { 'application/json': { schema: pet } }

const apiSpec = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1.0.0' },
  servers: [{ url: '/v1' }],
  paths: {
    '/pets': {
      post: {
        requestBody: { required: true, content },
        responses: { 200: { description: 'the pet', content } },
      },
    },
    '/pets/{id}': {
      get: {
        parameters: [
          { in: 'path', name: 'id', required: true, schema: { type: 'integer' } },
          { in: 'query', name: 'deep', schema: { type: 'boolean' } },
        ],
        responses: { 200: { description: 'the pet', content } },
      },
    },
  },
}

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-openapi-validator',
  dialects: ['5.x', '4.x'],

  create(express) {
    const app = express()
    app.use(bodyParser.json())
    app.use(middleware({ apiSpec, validateRequests: true, validateResponses: true }))
    app.post('/v1/pets', (req, res) => res.json(req.body))
    app.get('/v1/pets/:id', (req, res) => {
      if (req.query.deep === true) return res.json({ name: req.params.id + 1 })
      res.json({ name: String(req.params.id), age: typeof req.params.id })
    })
    app.use((error, _req, res, _next) => {
      res.status(error.status ?? 500).json({ message: error.message, errors: error.errors })
    })
    return app
  },

  async visit(client) {
    assert.deepEqual((await client.post('/v1/pets', { json: { name: 'rex' } })).json, {
      name: 'rex',
    })
    const bad = await client.post('/v1/pets', { json: { name: 'rex', age: -1 } })
    assert.equal(bad.status, 400)
    assert.deepEqual(
      bad.json.errors.map(({ path }) => path),
      ['/body/age'],
    )
    assert.equal((await client.get('/v1/pets/x')).status, 400)
    assert.equal((await client.get('/v1/pets/7')).status, 500)
    assert.equal((await client.get('/v1/pets/7?deep=true')).status, 500)
    assert.equal((await client.get('/v1/none')).status, 404)
    assert.equal((await client.request('DELETE', '/v1/pets')).status, 405)
  },
}
