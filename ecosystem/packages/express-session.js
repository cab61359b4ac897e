import assert from 'node:assert/strict'
import session from 'express-session'
import { provides } from 'webapp/contract'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-session',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    let count = 0
    const genid = () => `session-${++count}`
    app.use(
      session({ secret: 'cat', resave: false, saveUninitialized: false, genid, rolling: true }),
    )
    app.get('/visit', (req, res) => {
      req.session.views = (req.session.views ?? 0) + 1
      res.json({ id: req.sessionID, views: req.session.views })
    })
    app.get('/login', (req, res, next) => {
      req.session.regenerate((error) => {
        if (error) return next(error)
        req.session.user = 'ada'
        res.redirect('/me')
      })
    })
    app.get('/me', (req, res) => res.send(req.session.user ?? 'nobody'))
    const hasCart = provides((req, _res, next) => {
      req.session.cart ??= []
      next()
    })
    app.get('/cart', hasCart, (req, res) => res.json(req.session.cart.push('tea')))
    app.get('/logout', (req, res, next) => {
      req.session.destroy((error) => (error ? next(error) : res.send('bye')))
    })
    app.get('/parts', (req, res) => {
      req.session.parts = true
      res.write('a')
      res.end('b')
    })
    return app
  },

  async visit(client) {
    assert.equal((await client.get('/me')).cookies.length, 0)
    assert.deepEqual((await client.get('/visit')).json, { id: 'session-2', views: 1 })
    assert.deepEqual((await client.get('/visit')).json, { id: 'session-2', views: 2 })
    const login = await client.get('/login')
    assert.equal(login.status, 302)
    assert.match(login.cookies[0], /^connect\.sid=s%3Asession-3\./)
    assert.equal((await client.get('/me')).text, 'ada')
    assert.equal((await client.get('/parts')).text, 'ab')
    assert.equal((await client.get('/cart')).json, 1)
    assert.equal((await client.get('/cart')).json, 2)
    await client.get('/logout')
    assert.equal((await client.get('/me')).text, 'nobody')
  },
}
