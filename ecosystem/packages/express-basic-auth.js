import assert from 'node:assert/strict'
import basicAuth from 'express-basic-auth'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-basic-auth',
  dialects: ['5.x', '4.x'],
  leftOut: { '3.x': 'Express 3 has its own `req.auth`.' },

  create(express) {
    const app = express()
    app.use('/plain', basicAuth({ users: { ada: 'lovelace' }, challenge: true, realm: 'books' }))
    const authorizer = (name, _password, done) => setImmediate(done, null, name === 'bob')
    const unauthorizedResponse = ({ auth }) => ({ no: auth?.user ?? 'nobody' })
    app.use('/async', basicAuth({ authorizer, authorizeAsync: true, unauthorizedResponse }))
    app.use((req, res) => res.send(req.auth?.user ?? 'open'))
    return app
  },

  async visit(client) {
    const as = (user, password) => {
      const token = Buffer.from(`${user}:${password}`).toString('base64')
      return { headers: { Authorization: `Basic ${token}` } }
    }
    const asked = await client.get('/plain')
    assert.deepEqual(
      [asked.status, asked.headers['www-authenticate']],
      [401, 'Basic realm="books"'],
    )
    assert.equal((await client.get('/plain', as('ada', 'lovelace'))).text, 'ada')
    assert.equal((await client.get('/plain', as('ada', 'byron'))).status, 401)
    assert.equal((await client.get('/async', as('bob', ''))).text, 'bob')
    assert.deepEqual((await client.get('/async', as('eve', ''))).json, { no: 'eve' })
    assert.equal((await client.get('/other')).text, 'open')
  },
}
