import assert from 'node:assert/strict'
import promBundle from 'express-prom-bundle'
import { Registry } from 'prom-client'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-prom-bundle',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    const promRegistry = new Registry()
    const includes = { includeMethod: true, includePath: true, includeUp: false }
    app.use(
      promBundle({ ...includes, promRegistry, normalizePath: [['^/items/.*', '/items/#id']] }),
    )
    app.get('/items/:id', (req, res) => res.send(req.params.id))
    return app
  },

  hide: [/(le="[^"]*"[^}]*}|_sum{[^}]*}) [\d.e-]+/g],

  async visit(client) {
    await client.get('/items/7')
    await client.get('/items/8')
    await client.get('/none')
    const { text } = await client.get('/metrics')
    assert.match(text, /seconds_count{status_code="200",method="GET",path="\/items\/#id"} 2/)
    assert.match(text, /seconds_count{status_code="404",method="GET",path="\/none"} 1/)
  },
}
