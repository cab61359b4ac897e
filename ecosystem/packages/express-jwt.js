import assert from 'node:assert/strict'
import { expressjwt } from 'express-jwt'
import jsonwebtoken from 'jsonwebtoken'

const secret = 'a secret that is long enough'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-jwt',
  dialects: ['5.x', '4.x'],
  leftOut: { '3.x': 'Express 3 has its own `req.auth`.' },

  create(express) {
    const app = express()
    const check = expressjwt({ secret, algorithms: ['HS256'] })
    app.use(check.unless({ path: ['/open', /^\/public\//] }))
    app.use((req, res, next) => {
      if (req.method === 'GET') return res.json({ sub: req.auth?.sub })
      next()
    })
    app.use((error, _req, res, next) => {
      if (error.name !== 'UnauthorizedError') return next(error)
      res.statusCode = error.status
      res.json({ code: error.code, message: error.message })
    })
    return app
  },

  async visit(client) {
    const token = jsonwebtoken.sign({ sub: 'ada', iat: 1 }, secret)
    const forged = jsonwebtoken.sign({ sub: 'ada', iat: 1 }, 'another secret')
    const withToken = (value) => ({ headers: { Authorization: `Bearer ${value}` } })
    assert.deepEqual((await client.get('/', withToken(token))).json, { sub: 'ada' })
    assert.equal((await client.get('/', withToken(forged))).json.code, 'invalid_token')
    assert.equal((await client.get('/')).json.code, 'credentials_required')
    assert.equal((await client.get('/open')).status, 200)
    assert.equal((await client.get('/public/x')).status, 200)
  },
}
