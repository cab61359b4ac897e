import assert from 'node:assert/strict'
import ejs from 'ejs'
import layouts from 'express-ejs-layouts'
import { viewsOf } from '../sites/views.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-ejs-layouts',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.set('views', viewsOf('layouts'))
    app.engine('ejs', ejs.renderFile)
    app.set('view engine', 'ejs')
    app.use(layouts)
    app.locals.site = 'library'
    const locals = { title: 'books', user: 'ada' }
    app.get('/', (_req, res) => res.render('page', locals))
    app.get('/plain', (_req, res) => res.render('page', { ...locals, layout: false }))
    app.get('/own', (_req, res, next) => {
      res.render('page', locals, (error, html) => (error ? next(error) : res.send(`own ${html}`)))
    })
    return app
  },

  async visit(client) {
    assert.equal((await client.get('/')).text.trim(), '<title>books</title><p>library, ada</p>')
    assert.equal((await client.get('/plain')).text.trim(), '<p>library, ada</p>')
    assert.match((await client.get('/own')).text, /^own <title>/)
  },
}
