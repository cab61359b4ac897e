import assert from 'node:assert/strict'
import errorHandler from 'errorhandler'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'errorhandler',
  dialects: ['5.x', '4.x', '3.x'],

  create(express, { note }) {
    const app = express()
    app.get('/throws', () => {
      throw Object.assign(new Error('thrown <b>'), { status: 422, detail: 'more' })
    })
    app.get('/passes', (_req, res, next) => {
      res.statusCode = 503
      next('a text')
    })
    app.use(errorHandler({ log: (_error, text, req) => note([req.url, text.split('\n')[0]]) }))
    return app
  },

  async visit(client, { notes }) {
    const as = (type) => ({ headers: { Accept: type } })
    const page = await client.get('/throws', as('text/html'))
    assert.equal(page.status, 422)
    assert.match(page.text, /<h2><em>422<\/em> Error: thrown &lt;b&gt;/)
    const json = await client.get('/throws', as('application/json'))
    assert.equal(json.json.error.message, 'thrown <b>')
    assert.equal(json.json.error.detail, 'more')
    assert.match((await client.get('/throws', as('text/plain'))).text, /^Error: thrown <b>/)
    assert.equal((await client.get('/passes', as('text/plain'))).status, 503)
    assert.deepEqual(notes.at(0), ['/throws', 'Error: thrown <b>'])
    assert.equal(notes.length, 4)
  },
}
