import assert from 'node:assert/strict'
import 'express-group-routes'

/** @type {import('../../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-group-routes',
  dialects: ['4.x'],

  create(express) {
    const app = express()
    app.group('/api', (api) => {
      api.get('/a', (_req, res) => res.send('a'))
      api.group('/deep', (deep) => {
        deep.get('/b/:id', (req, res) => res.json([req.params.id, req.baseUrl]))
      })
    })
    return app
  },

  async visit(client) {
    assert.equal((await client.get('/api/a')).text, 'a')
    assert.deepEqual((await client.get('/api/deep/b/7')).json, ['7', '/api/deep'])
  },
}
