import assert from 'node:assert/strict'
import jsonwebtoken from 'jsonwebtoken'
import { Passport } from 'passport'
import { ExtractJwt, Strategy } from 'passport-jwt'

const secretOrKey = 'a secret that is long enough'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'passport-jwt',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const passport = new Passport()
    const jwtFromRequest = ExtractJwt.fromExtractors([
      ExtractJwt.fromAuthHeaderAsBearerToken(),
      ExtractJwt.fromUrlQueryParameter('token'),
    ])
    const strategy = new Strategy({ secretOrKey, jwtFromRequest }, ({ sub }, done) => {
      done(null, sub === 'ada' && { id: sub })
    })
    passport.use(strategy)
    const app = express()
    app.get('/me', passport.authenticate('jwt', { session: false }), (req, res) => {
      res.json(req.user)
    })
    return app
  },

  async visit(client) {
    const token = (sub) => jsonwebtoken.sign({ sub, iat: 1 }, secretOrKey)
    const bearer = (sub) => ({ headers: { Authorization: `Bearer ${token(sub)}` } })
    assert.deepEqual((await client.get('/me', bearer('ada'))).json, { id: 'ada' })
    assert.deepEqual((await client.get(`/me?token=${token('ada')}`)).json, { id: 'ada' })
    assert.equal((await client.get('/me', bearer('eve'))).status, 401)
    assert.equal((await client.get('/me')).text, 'Unauthorized')
  },
}
