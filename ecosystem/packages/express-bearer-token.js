import assert from 'node:assert/strict'
import bearerToken from 'express-bearer-token'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-bearer-token',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(express.json())
    app.use(bearerToken({ bodyKey: 'key', queryKey: 'key' }))
    app.all('/', (req, res) => res.send(req.token ?? 'none'))
    return app
  },

  async visit(client) {
    const header = { headers: { Authorization: 'Bearer abc' } }
    assert.equal((await client.get('/', header)).text, 'abc')
    assert.equal((await client.get('/?key=def')).text, 'def')
    assert.equal((await client.post('/', { json: { key: 'ghi' } })).text, 'ghi')
    assert.equal((await client.get('/?key=def', header)).status, 400)
    assert.equal((await client.get('/')).text, 'none')
  },
}
