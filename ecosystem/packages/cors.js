import assert from 'node:assert/strict'
import cors from 'cors'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'cors',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    const known = cors({ origin: ['http://a.test', /\.b\.test$/], credentials: true, maxAge: 600 })
    app.options('/items/:id', known)
    app.get('/items/:id', known, (req, res) => res.json({ id: req.params.id }))
    app.get('/open', cors(), (_req, res) => res.send('open'))
    app.get('/refused', cors({ origin: (_origin, done) => done(new Error('not you')) }))
    return app
  },

  async visit(client) {
    const asking = (origin) => ({
      headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
    })
    const preflight = await client.request('OPTIONS', '/items/7', asking('http://a.test'))
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers['access-control-allow-origin'], 'http://a.test')
    assert.equal(preflight.headers['access-control-max-age'], '600')
    const item = await client.get('/items/7', asking('http://x.b.test'))
    assert.equal(item.headers['access-control-allow-origin'], 'http://x.b.test')
    assert.deepEqual(item.json, { id: '7' })
    const stranger = await client.get('/items/7', asking('http://c.test'))
    assert.equal(stranger.headers['access-control-allow-origin'], undefined)
    assert.equal((await client.get('/open')).headers['access-control-allow-origin'], '*')
    assert.equal((await client.get('/refused')).status, 500)
  },
}
