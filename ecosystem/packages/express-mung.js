import assert from 'node:assert/strict'
import mung from 'express-mung'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-mung',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(mung.json((body, req) => ({ ...body, seen: req.path })))
    app.use(mung.jsonAsync(async (body) => ({ ...body, later: true })))
    app.use(mung.headers((_req, res) => void res.setHeader('X-Munged', 'yes')))
    app.use(mung.write((chunk) => (typeof chunk === 'string' ? chunk.toUpperCase() : chunk)))
    app.get('/json', (_req, res) => res.status(201).json({ a: 1 }))
    app.get('/parts', (_req, res) => {
      res.write('a')
      res.write('b')
      res.end()
    })
    app.get('/nothing', (_req, res) => res.json(null))
    return app
  },

  async visit(client) {
    const answer = await client.get('/json')
    assert.deepEqual(answer.json, { a: 1, seen: '/json', later: true })
    assert.equal(answer.headers['x-munged'], 'yes')
    assert.equal((await client.get('/parts')).text, 'AB')
    await client.get('/nothing')
  },
}
