import assert from 'node:assert/strict'
import { rateLimit } from 'express-rate-limit'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-rate-limit',
  dialects: ['5.x', '4.x'],
  leftOut: { '3.x': 'It calls `res.append`, which Express 3 does not have.' },

  // When the window ends.
  hide: [/(?<=reset=|t=)\d+/g, /^\d{10}$/, /^3[56]\d\d$/],

  create(express) {
    const app = express()
    app.set('trust proxy', 1)
    const limit = (options) => rateLimit({ windowMs: 3_600_000, limit: 2, ...options })
    app.use('/modern', limit({ standardHeaders: 'draft-8', legacyHeaders: false }))
    app.use('/older', limit({ standardHeaders: 'draft-7', skip: (req) => req.path === '/free' }))
    app.get('/modern', (req, res) => res.json(req.rateLimit.remaining))
    app.get('/older', (_req, res) => res.send('older'))
    app.get('/older/free', (_req, res) => res.send('free'))
    const handler = (req, res) => res.send(`slow down, ${req.rateLimit.key}`)
    app.get('/own', limit({ limit: 0, legacyHeaders: false, handler }))
    return app
  },

  async visit(client) {
    const from = (ip) => ({ headers: { 'X-Forwarded-For': ip } })
    assert.equal((await client.get('/modern', from('10.0.0.1'))).text, '1')
    assert.equal((await client.get('/modern', from('10.0.0.1'))).text, '0')
    const refused = await client.get('/modern', from('10.0.0.1'))
    assert.equal(refused.status, 429)
    assert.match(refused.headers['ratelimit-policy'], /q=2; w=3600/)
    assert.equal((await client.get('/modern', from('10.0.0.2'))).status, 200)
    await client.get('/older')
    await client.get('/older')
    assert.equal((await client.get('/older')).text, 'Too many requests, please try again later.')
    assert.equal((await client.get('/older/free')).text, 'free')
    assert.match((await client.get('/own', from('10.0.0.3'))).text, /^slow down, 10\.0\.0\.3/)
  },
}
