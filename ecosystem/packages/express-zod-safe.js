import assert from 'node:assert/strict'
import validate from 'express-zod-safe'
import { z } from 'zod'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-zod-safe',
  dialects: ['5.x', '4.x'],

  create(express) {
    const app = express()
    app.use(express.json())
    const schema = {
      params: { id: z.coerce.number() },
      query: { page: z.coerce.number().default(1) },
      body: z.object({ name: z.string() }),
    }
    app.post('/users/:id', validate(schema), (req, res) => {
      res.json([req.params, req.query, req.body])
    })
    return app
  },

  async visit(client) {
    const good = await client.post('/users/7?page=2', { json: { name: 'ada', more: 1 } })
    assert.deepEqual(good.json, [{ id: 7 }, { page: 2 }, { name: 'ada' }])
    assert.equal((await client.post('/users/x', { json: { name: 'ada' } })).status, 400)
    assert.equal((await client.post('/users/7', { json: {} })).status, 400)
  },
}
