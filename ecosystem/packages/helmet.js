import assert from 'node:assert/strict'
import helmet from 'helmet'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'helmet',
  dialects: ['5.x', '4.x', '3.x'],
  differs: { '3.x': 'the policy of our error pages replaces that of the application (W-055)' },

  create(express) {
    const app = express()
    app.use(
      helmet({ contentSecurityPolicy: { directives: { scriptSrc: ["'self'", 'cdn.test'] } } }),
    )
    app.get('/', (_req, res) => res.send('<p>hello</p>'))
    app.get('/framed', helmet.frameguard({ action: 'deny' }), (_req, res) => res.json({ ok: true }))
    return app
  },

  async visit(client) {
    const page = await client.get('/')
    assert.equal(page.headers['x-powered-by'], undefined)
    assert.equal(page.headers['x-frame-options'], 'SAMEORIGIN')
    assert.match(page.headers['content-security-policy'], /script-src 'self' cdn\.test/)
    assert.match(page.headers['strict-transport-security'], /max-age=\d+/)
    assert.equal((await client.get('/framed')).headers['x-frame-options'], 'DENY')
    assert.equal((await client.get('/missing')).headers['x-content-type-options'], 'nosniff')
  },
}
