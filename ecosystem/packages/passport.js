import assert from 'node:assert/strict'
import bodyParser from 'body-parser'
import session from 'express-session'
import { Passport } from 'passport'
import { Strategy } from 'passport-local'
import { provides } from 'webapp/contract'

const users = { ada: { id: 'ada', password: 'lovelace' } }

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'passport',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/s%3A[^;]*/g],

  create(express) {
    const passport = new Passport()
    passport.use(
      new Strategy((name, password, done) => {
        const user = users[name]
        if (user?.password === password) return done(null, user)
        done(null, false, { message: 'wrong name or password' })
      }),
    )
    passport.serializeUser((user, done) => done(null, user.id))
    passport.deserializeUser((id, done) => done(null, users[id]))

    const app = express()
    app.use(session({ secret: 'cat', resave: false, saveUninitialized: false }))
    app.use(bodyParser.urlencoded({ extended: false }))
    app.use(passport.initialize())
    app.use(passport.session())
    const redirects = { successRedirect: '/me', failureRedirect: '/login' }
    app.post('/login', passport.authenticate('local', redirects))
    app.post('/api', passport.authenticate('local'), (req, res) => res.json({ id: req.user.id }))
    const signedIn = provides((req, res, next) => {
      if (!req.isAuthenticated()) return res.redirect('/login')
      next()
    })
    app.get('/me', signedIn, (req, res) => res.send(req.user.id))
    const authenticated = provides(passport.authenticate('local'))
    app.post('/name', [authenticated, signedIn], (req, res) => res.json([req.user.id]))
    app.get('/logout', (req, res, next) => {
      req.logout((error) => (error ? next(error) : res.redirect('/')))
    })
    return app
  },

  async visit(client) {
    const wrong = { form: { username: 'ada', password: 'byron' } }
    const right = { form: { username: 'ada', password: 'lovelace' } }
    assert.equal((await client.get('/me')).headers.location, '/login')
    assert.equal((await client.post('/login', wrong)).headers.location, '/login')
    assert.equal((await client.post('/api', wrong)).status, 401)
    assert.equal((await client.post('/name', wrong)).status, 401)
    assert.deepEqual((await client.post('/name', right)).json, ['ada'])
    assert.equal((await client.get('/logout')).status, 302)
    assert.equal((await client.post('/login', right)).headers.location, '/me')
    assert.equal((await client.get('/me')).text, 'ada')
    assert.equal((await client.get('/logout')).status, 302)
    assert.equal((await client.get('/me')).headers.location, '/login')
    assert.deepEqual((await client.post('/api', right)).json, { id: 'ada' })
  },
}
