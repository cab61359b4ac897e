import assert from 'node:assert/strict'
import cookieSession from 'cookie-session'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'cookie-session',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(cookieSession({ name: 'basket', keys: ['new', 'old'] }))
    app.get('/add/:item', (req, res) => {
      req.session.items = [...(req.session.items ?? []), req.params.item]
      res.json(req.session.items)
    })
    app.get('/empty', (req, res) => {
      req.session = null
      res.send('empty')
    })
    app.get('/', (req, res) => res.json({ items: req.session.items, isNew: req.session.isNew }))
    return app
  },

  async visit(client) {
    assert.deepEqual((await client.get('/')).json, { isNew: true })
    assert.deepEqual(
      (await client.get('/add/tea')).cookies.map((line) => line.split('=')[0]),
      ['basket', 'basket.sig'],
    )
    assert.deepEqual((await client.get('/add/milk')).json, ['tea', 'milk'])
    assert.deepEqual((await client.get('/')).json, { items: ['tea', 'milk'], isNew: false })
    await client.get('/empty')
    assert.deepEqual((await client.get('/')).json, { isNew: true })
  },
}
