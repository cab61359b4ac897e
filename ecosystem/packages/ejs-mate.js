import assert from 'node:assert/strict'
import ejsMate from 'ejs-mate'
import { viewsOf } from '../sites/views.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'ejs-mate',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.engine('ejs', ejsMate)
    app.set('views', viewsOf('mate'))
    app.set('view engine', 'ejs')
    app.locals.site = 'library'
    app.get('/', (_req, res) => res.render('page', { title: 'books', user: 'ada' }))
    return app
  },

  async visit(client) {
    const { text } = await client.get('/')
    assert.match(text, /<title>books<\/title>\s*<p>library, ada<\/p>/)
  },
}
