import assert from 'node:assert/strict'
import favicon from 'serve-favicon'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'serve-favicon',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(favicon(Buffer.from('icon'), { maxAge: '1d' }))
    app.get('/', (_req, res) => res.send('page'))
    return app
  },

  async visit(client) {
    const icon = await client.get('/favicon.ico')
    assert.equal(icon.headers['content-type'], 'image/x-icon')
    assert.equal(icon.headers['cache-control'], 'public, max-age=86400')
    assert.equal(icon.text, 'icon')
    const known = { headers: { 'If-None-Match': icon.headers.etag } }
    assert.equal((await client.get('/favicon.ico', known)).status, 304)
    assert.equal((await client.post('/favicon.ico')).headers.allow, 'GET, HEAD, OPTIONS')
    assert.equal((await client.get('/')).text, 'page')
  },
}
