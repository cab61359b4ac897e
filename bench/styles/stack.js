import { Writable } from 'node:stream'
import { productList } from '../server/answers.js'
import { loadPackage } from '../server/load-package.js'

/** What an access log writes goes nowhere: a disk or a pipe is not to be measured. */
const nowhere = new Writable({
  write(_chunk, _encoding, done) {
    done()
  },
})

/**
 * The middleware that most applications have, before a list as JSON and as a page.
 *
 * @param {any} express
 * @param {any} app
 * @param {import('../plan.ts').StepOf<'stack'>} step
 */
export function addStack(express, app, { root, sid, secret }) {
  const session = loadPackage('express-session')
  const store = new session.MemoryStore()
  store.set(sid, { cookie: { originalMaxAge: null }, user: 'Ada' })
  app.use(loadPackage('morgan')('combined', { stream: nowhere }))
  app.use(loadPackage('helmet')())
  app.use(loadPackage('cors')())
  app.use(loadPackage('compression')())
  app.use(session({ secret, store, resave: false, saveUninitialized: false }))
  app.use(express.json())
  app.engine('ejs', loadPackage('ejs').__express)
  app.set('view engine', 'ejs')
  app.set('views', root)
  app.enable('view cache')
  app.get('/list', (req, res) => {
    res.json({ user: req.session.user, items: productList() })
  })
  app.get('/view', (req, res) => {
    res.render('products', { title: req.session.user, items: productList() })
  })
}
