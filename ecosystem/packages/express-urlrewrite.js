import assert from 'node:assert/strict'
import rewrite from 'express-urlrewrite'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-urlrewrite',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(rewrite(/^\/i(\w+)/, '/items/$1'))
    app.use(rewrite('/from/:from/to/:to', '/range/:from/:to?sort=up'))
    app.get('/route/:id', rewrite('/items/:id'))
    app.get('/items/:id', (req, res) => res.json([req.params.id, req.url, req.originalUrl]))
    app.get('/range/:from/:to', (req, res) => res.json([req.params.from, req.params.to, req.query]))
    return app
  },

  async visit(client) {
    assert.deepEqual((await client.get('/i7')).json, ['7', '/items/7', '/i7'])
    assert.deepEqual((await client.get('/from/a/to/b')).json, ['a', 'b', { sort: 'up' }])
    assert.equal((await client.get('/route/9')).json[0], '9')
  },
}
