const path = require('node:path')

module.exports = createNotes

/**
 * The diary of the walks, a separate application. It does not know its mount path: a redirect to a
 * bare name, such as '2', is relative to the mount.
 * @param {typeof import('webapp/v3')} express
 */
function createNotes(express) {
  const app = express()
  const notes = ['First snowdrops at the mill.', 'Hail. Stayed in and labelled mosses.']

  app.set('views', path.join(__dirname, 'views'))
  app.set('view engine', 'ejs')
  app.locals({ site: 'Field notes', motto: 'What we saw, and in what weather.' })

  app.param('id', (_req, res, next, id) => {
    res.locals.id = Number(id)
    res.locals.note = notes[Number(id) - 1]
    if (res.locals.note) next()
    else res.send(404, 'There is no such note.')
  })

  app.get('/', (_req, res) => {
    res.render('notes/index', { notes, base: app.path() })
  })

  app.post('/', (req, res) => {
    if (!req.body.text) return res.redirect('back')
    notes.push(String(req.body.text))
    req.flash('notice', 'Your note is in the diary.')
    res.redirect(303, String(notes.length))
  })

  app.get('/latest', (_req, res) => {
    res.redirect(`../${notes.length}`)
  })

  app.get('/:id(\\d+)', (_req, res) => {
    res.render('notes/show', { base: app.path() })
  })

  // The old URL: /notes/1/index.html
  app.get('/:id(\\d+)/index.:format(html?)', (req, res) => {
    res.redirect(301, req.params.id)
  })

  return app
}
