import assert from 'node:assert/strict'
import { celebrate, errors, Joi, Segments } from 'celebrate'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'celebrate',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(express.json())
    const schema = {
      [Segments.BODY]: Joi.object({ name: Joi.string().required(), age: Joi.number().default(1) }),
      [Segments.QUERY]: Joi.object({ page: Joi.number().default(1) }),
    }
    app.post('/', celebrate(schema), (req, res) => res.json([req.body, req.query]))
    app.use(errors())
    return app
  },

  async visit(client) {
    const good = await client.post('/?page=2', { json: { name: 'ada' } })
    assert.deepEqual(good.json, [{ name: 'ada', age: 1 }, { page: 2 }])
    const bad = await client.post('/', { json: {} })
    assert.equal(bad.status, 400)
    assert.deepEqual(bad.json.validation.body.keys, ['name'])
  },
}
