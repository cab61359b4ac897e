import assert from 'node:assert/strict'
import livereload from 'connect-livereload'

const page = '<!doctype html><html><head><title>t</title></head><body><p>page</p></body></html>'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'connect-livereload',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(livereload({ port: 35729, ignore: ['.js'] }))
    app.get('/page', (_req, res) => res.send(page))
    app.get('/parts', (_req, res) => {
      res.setHeader('Content-Type', 'text/html')
      res.write(page.slice(0, 30))
      res.end(page.slice(30))
    })
    app.get('/data', (_req, res) => res.json({ data: true }))
    app.use('/files', express.static(new URL('../fixtures/site', import.meta.url).pathname))
    return app
  },

  hide: [/W\/"[^"]*"/g, /\w+, \d+ \w+ \d+ [\d:]+ GMT/g],

  async visit(client) {
    const html = { headers: { Accept: 'text/html' } }
    assert.match((await client.get('/page', html)).text, /livereload\.js/)
    assert.match((await client.get('/parts', html)).text, /livereload\.js/)
    assert.match((await client.get('/files/index.html', html)).text, /livereload\.js/)
    assert.deepEqual((await client.get('/data')).json, { data: true })
  },
}
