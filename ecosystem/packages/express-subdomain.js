import assert from 'node:assert/strict'
import subdomain from 'express-subdomain'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-subdomain',
  dialects: ['5.x', '4.x'],

  create(express) {
    const app = express()
    const api = express.Router()
    api.get('/', (_req, res) => res.send('api'))
    api.get('/users/:id', (req, res) => res.json([req.params.id, req.subdomains]))
    const any = express.Router()
    any.get('/', (req, res) => res.send(`any ${req.subdomains}`))
    app.use(subdomain('api', api))
    app.use(subdomain('*.v1', any))
    app.get('/', (_req, res) => res.send('root'))
    return app
  },

  async visit(client) {
    const at = (host, path = '/') => client.get(path, { headers: { Host: host } })
    assert.equal((await at('api.a.test')).text, 'api')
    assert.deepEqual((await at('api.a.test', '/users/7')).json, ['7', ['api']])
    assert.match((await at('x.v1.a.test')).text, /^any /)
    assert.equal((await at('a.test')).text, 'root')
  },
}
