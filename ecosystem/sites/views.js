import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'

/** The folder of views is named by their extension. */
export function viewsOf(extension) {
  return fileURLToPath(new URL(`../fixtures/views/${extension}`, import.meta.url))
}

/** The same three views in every template language: one that works, one that fails, one that is not there. */
export function createViewSite(express, extension, engine) {
  const app = express()
  app.set('views', viewsOf(extension))
  app.set('view engine', extension)
  // Without one, the package that is named like the extension is looked for.
  if (engine) app.engine(extension, engine)
  app.locals.site = 'library'
  app.use((_req, res, next) => {
    res.locals.user = 'ada'
    next()
  })
  app.get('/page', (_req, res) => res.render('page', { title: 'books', items: ['a', '<b>'] }))
  app.get('/broken', (_req, res) => res.render('broken'))
  app.get('/missing', (_req, res) => res.render('missing'))
  app.get('/text', (_req, res, next) => {
    app.render('page', { title: 't', items: [], user: 'app' }, (error, html) => {
      if (error) return next(error)
      res.type('text')
      res.send(html)
    })
  })
  app.use((error, _req, res, _next) => {
    res.statusCode = 500
    res.send(error.message)
  })
  return app
}

export async function visitViewSite(client) {
  const page = await client.get('/page')
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  assert.match(page.text, /<title>books<\/title>[\s\S]*<li>a<\/li>\s*<li>&lt;b&gt;<\/li>/)
  assert.match(page.text, /<p>library!?, ada<\/p>/)
  assert.equal((await client.get('/broken')).status, 500)
  assert.match((await client.get('/missing')).text, /missing/)
  assert.match((await client.get('/text')).text, /<p>library!?, app<\/p>/)
}
