import assert from 'node:assert/strict'
import methodOverride from 'method-override'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'method-override',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(methodOverride('_method'))
    app.use(methodOverride('X-HTTP-Method-Override'))
    const show = (req, res) => res.json({ now: req.method, before: req.originalMethod })
    app.get('/item', show)
    app.post('/item', show)
    app.put('/item', show)
    app.delete('/item', show)
    return app
  },

  async visit(client) {
    assert.deepEqual((await client.post('/item?_method=DELETE')).json, {
      now: 'DELETE',
      before: 'POST',
    })
    const put = await client.post('/item', { headers: { 'X-HTTP-Method-Override': 'PUT' } })
    assert.equal(put.json.now, 'PUT')
    assert.equal(put.headers.vary, 'X-HTTP-Method-Override')
    assert.equal((await client.post('/item?_method=NONSENSE')).json.now, 'POST')
    assert.equal((await client.get('/item?_method=DELETE')).json.now, 'GET')
  },
}
