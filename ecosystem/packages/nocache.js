import assert from 'node:assert/strict'
import nocache from 'nocache'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'nocache',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(nocache())
    app.get('/', (_req, res) => res.send('fresh'))
    return app
  },

  async visit(client) {
    const page = await client.get('/')
    assert.match(page.headers['cache-control'], /no-store/)
    assert.equal(page.headers.expires, '0')
  },
}
