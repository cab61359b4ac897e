import assert from 'node:assert/strict'
import flash from 'connect-flash'
import session from 'express-session'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'connect-flash',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/s%3A[^;]*/g],

  create(express) {
    const app = express()
    app.use(session({ secret: 'cat', resave: false, saveUninitialized: true }))
    app.use(flash())
    app.get('/save', (req, res) => {
      req.flash('info', 'saved')
      req.flash('info', '%d of %d', 1, 2)
      res.redirect('/')
    })
    app.get('/', (req, res) => res.json(req.flash()))
    return app
  },

  async visit(client) {
    await client.get('/save')
    assert.deepEqual((await client.get('/')).json, { info: ['saved', '1 of 2'] })
    assert.deepEqual((await client.get('/')).json, {})
  },
}
