import assert from 'node:assert/strict'
import vhost from 'vhost'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'vhost',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const api = express()
    api.get('/', (req, res) => res.json({ host: req.vhost.hostname, first: req.vhost[0] }))
    const app = express()
    app.use(vhost('*.a.test', api))
    app.use(vhost(/^b\d\.test$/, (req, res) => res.end(req.vhost.host)))
    app.use((_req, res) => res.send('no host'))
    return app
  },

  async visit(client) {
    const at = (host) => client.get('/', { headers: { Host: host } })
    assert.deepEqual((await at('x.a.test:80')).json, { host: 'x.a.test', first: 'x' })
    assert.equal((await at('b1.test')).text, 'b1.test')
    assert.equal((await at('c.test')).text, 'no host')
  },
}
