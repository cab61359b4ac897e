import assert from 'node:assert/strict'
import connect from 'connect'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'connect',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.get('/hello/:name', (req, res) => {
      res.json({ name: req.params.name, url: req.url, original: req.originalUrl })
    })
    app.get('/fails', (_req, _res, next) => next(new Error('from below')))
    const outer = connect()
    outer.use((_req, res, next) => {
      res.setHeader('X-Outer', 'yes')
      next()
    })
    outer.use('/app', app)
    outer.use('/inner', express().use(connect().use('/deep', (req, res) => res.end(req.url))))
    outer.use((req, res) => res.end(`connect ${req.url}`))
    outer.use((error, _req, res, _next) => {
      res.statusCode = 500
      res.end(`connect ${error.message}`)
    })
    return outer
  },

  async visit(client) {
    const hello = await client.get('/app/hello/ada')
    assert.deepEqual(hello.json, {
      name: 'ada',
      url: '/hello/ada',
      original: '/app/hello/ada',
    })
    assert.equal(hello.headers['x-outer'], 'yes')
    assert.equal((await client.get('/app/none')).text, 'connect /app/none')
    assert.equal((await client.get('/app/fails')).text, 'connect from below')
    assert.equal((await client.get('/inner/deep/x')).text, '/x')
  },
}
