import assert from 'node:assert/strict'
import bodyParser from 'body-parser'
import { body, checkExact, matchedData, param, query, validationResult } from 'express-validator'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-validator',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(bodyParser.json())
    const answer = (req, res) => {
      const errors = validationResult(req)
      if (errors.isEmpty()) return res.json(matchedData(req))
      res.statusCode = 400
      res.json({ errors: errors.array() })
    }
    app.post(
      '/users/:id',
      param('id').isInt().toInt(),
      query('page').default('1').toInt(),
      body('email').trim().isEmail().normalizeEmail(),
      body('tags.*').isLength({ max: 3 }),
      checkExact([body('name').optional().escape()]),
      answer,
    )
    return app
  },

  async visit(client) {
    const email = ' Ada@Example.org '
    const good = await client.post('/users/7?page=2', { json: { email, name: '<b>', tags: ['a'] } })
    assert.deepEqual(good.json, {
      id: 7,
      page: 2,
      email: 'ada@example.org',
      tags: ['a'],
      name: '&lt;b&gt;',
    })
    const bad = await client.post('/users/x', { json: { email: 'no', tags: ['long'], more: 1 } })
    assert.equal(bad.status, 400)
    const places = bad.json.errors.map(({ path, type }) => path ?? type)
    assert.deepEqual(places, ['id', 'email', 'tags[0]', 'unknown_fields'])
  },
}
