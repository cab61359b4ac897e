const assert = require('node:assert/strict')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { ALL, check } = require('./check.cjs')

const VIEWS = fs.mkdtempSync(path.join(os.tmpdir(), 'webapp-views-'))

fs.writeFileSync(path.join(VIEWS, 'hello.tiny'), '<p>{greeting}, {name}</p>')
fs.mkdirSync(path.join(VIEWS, 'users'))
fs.writeFileSync(path.join(VIEWS, 'users/index.tiny'), 'users of {name}')
process.on('exit', () => fs.rmSync(VIEWS, { recursive: true, force: true }))

/** A template engine: {name} stands for a local variable. */
function renderTiny(file, locals, callback) {
  fs.readFile(file, 'utf8', (error, text) => {
    if (error) callback(error)
    else
      callback(
        null,
        text.replace(/\{(\w+)\}/g, (_all, name) => locals[name]),
      )
  })
}

function useViews({ app }) {
  app.engine('tiny', renderTiny)
  app.set('views', VIEWS)
  app.set('view engine', 'tiny')
}

module.exports = [
  check('locals of the application, the response and the call', ALL, async (t) => {
    useViews(t)
    t.app.locals.greeting = 'Hello'
    t.app.get('/', (_req, res) => {
      res.locals.name = 'nobody'
      res.render('hello', { name: 'Ada' })
    })
    const answer = await t.request('/')
    assert.equal(answer.text, '<p>Hello, Ada</p>')
    assert.match(answer.headers['content-type'], /^text\/html; charset=utf-8$/i)
  }),

  check('a folder with an index view, and the view cache', ALL, async (t) => {
    useViews(t)
    t.app.enable('view cache')
    t.app.get('/:name', (req, res) => res.render('users', { name: req.params.name }))
    assert.equal((await t.request('/a')).text, 'users of a')
    assert.equal((await t.request('/b')).text, 'users of b')
  }),

  check('app.render passes the text to its callback', ALL, async (t) => {
    useViews(t)
    const html = await new Promise((resolve, reject) => {
      t.app.render('hello.tiny', { greeting: 'Hi', name: 'Bob' }, (error, text) =>
        error ? reject(error) : resolve(text),
      )
    })
    assert.equal(html, '<p>Hi, Bob</p>')
  }),

  check('a missing view is an error', ALL, async (t) => {
    useViews(t)
    t.app.get('/', (_req, res) => res.render('none'))
    const answer = await t.request('/')
    assert.equal(answer.status, 500)
    assert.match(answer.text, /Failed to lookup view/)
  }),
]
