import assert from 'node:assert/strict'
import hpp from 'hpp'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'hpp',
  dialects: ['4.x', '3.x'],
  leftOut: { '5.x': 'It assigns `req.query`, which is a getter in Express 5.' },

  create(express) {
    const app = express()
    app.use(express.urlencoded({ extended: true }))
    app.use(hpp({ whitelist: ['tags'] }))
    app.all('/', (req, res) => res.json([req.query, req.queryPolluted, req.body, req.bodyPolluted]))
    return app
  },

  async visit(client) {
    assert.deepEqual((await client.get('/?a=1&a=2&tags=x&tags=y')).json, [
      { a: '2', tags: ['x', 'y'] },
      { a: ['1', '2'] },
      {},
      null,
    ])
    const form = 'b=1&b=2&c=3'
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    assert.deepEqual((await client.post('/', { headers, body: form })).json[2], { b: '2', c: '3' })
  },
}
