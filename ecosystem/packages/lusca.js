import assert from 'node:assert/strict'
import session from 'express-session'
import lusca from 'lusca'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'lusca',
  dialects: ['5.x', '4.x', '3.x'],
  differs: { '3.x': 'the policy of our error pages replaces that of the application (W-055)' },
  hide: [/s%3A[^;]*/g, /^[\w+/=-]{20,}$/],

  create(express) {
    const app = express()
    app.use(express.urlencoded({ extended: false }))
    app.use(session({ secret: 'cat', resave: true, saveUninitialized: true }))
    app.use(
      lusca({ csrf: true, xframe: 'DENY', nosniff: true, csp: { policy: { 'default-src': '*' } } }),
    )
    app.get('/', (_req, res) => res.send(res.locals._csrf))
    app.post('/', (_req, res) => res.send('taken'))
    return app
  },

  async visit(client) {
    const page = await client.get('/')
    assert.equal(page.headers['x-frame-options'], 'DENY')
    assert.match(page.headers['content-security-policy'], /default-src \*/)
    assert.equal((await client.post('/', { form: { _csrf: page.text } })).text, 'taken')
    assert.equal((await client.post('/', { form: {} })).status, 403)
  },
}
