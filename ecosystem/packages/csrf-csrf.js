import assert from 'node:assert/strict'
import cookieParser from 'cookie-parser'
import { doubleCsrf } from 'csrf-csrf'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'csrf-csrf',
  dialects: ['5.x', '4.x', '3.x'],
  differs: { '3.x': 'webapp writes the attribute `SameSite` of its cookie (W-029).' },
  hide: [/[0-9a-f]{32,}(\.|%2E)[0-9a-f]+/g],

  create(express) {
    const { doubleCsrfProtection } = doubleCsrf({
      getSecret: () => 'secret',
      getSessionIdentifier: () => 'one',
      cookieName: 'csrf',
      cookieOptions: { secure: false },
    })
    const app = express()
    app.use(cookieParser())
    app.use(doubleCsrfProtection)
    app.get('/token', (req, res) => res.send(req.csrfToken()))
    app.post('/', (_req, res) => res.send('taken'))
    return app
  },

  async visit(client) {
    const { text: token } = await client.get('/token')
    const good = await client.post('/', { headers: { 'X-CSRF-Token': token } })
    assert.equal(good.text, 'taken')
    assert.equal((await client.post('/')).status, 403)
  },
}
