import assert from 'node:assert/strict'
import mongoSanitize from 'express-mongo-sanitize'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-mongo-sanitize',
  dialects: ['4.x'],
  leftOut: { '5.x': 'It assigns `req.query`, which is a getter in Express 5.' },

  create(express, { note }) {
    const app = express()
    app.use(express.json())
    app.use(mongoSanitize({ replaceWith: '_', onSanitize: ({ key }) => note(key) }))
    app.post('/:id', (req, res) => res.json([req.body, req.query, req.params]))
    return app
  },

  async visit(client, { notes }) {
    const answer = await client.post('/7?a[$gt]=1', { json: { name: { $ne: null }, ok: 1 } })
    assert.deepEqual(answer.json, [
      { name: { _ne: null }, ok: 1 },
      { a: { _gt: '1' } },
      { id: '7' },
    ])
    assert.deepEqual(notes, ['body', 'query'])
  },
}
