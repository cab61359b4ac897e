import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import onHeaders from 'on-headers'

const root = fileURLToPath(new URL('../fixtures/site', import.meta.url))

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'on-headers',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/W\/"[^"]*"/g, /\w+, \d+ \w+ \d+ [\d:]+ GMT/g],

  create(express) {
    const app = express()
    app.use((_req, res, next) => {
      onHeaders(res, function stamp() {
        this.setHeader('X-Status', String(this.statusCode))
        this.removeHeader('ETag')
        this.removeHeader('X-Powered-By')
      })
      onHeaders(res, function first() {
        this.setHeader('X-First', 'yes')
      })
      next()
    })
    app.get('/text', (_req, res) => res.send('text'))
    app.get('/json', (_req, res) => res.json({ json: true }))
    app.get('/own', (_req, res) => {
      res.writeHead(202, { 'X-Own': 'yes' })
      res.end('own')
    })
    app.get('/away', (_req, res) => res.redirect('/text'))
    app.use('/files', express.static(root))
    return app
  },

  async visit(client) {
    for (const path of ['/text', '/json', '/files/long.txt', '/files/']) {
      const answer = await client.get(path)
      assert.equal(answer.headers['x-status'], '200')
      assert.equal(answer.headers['x-first'], 'yes')
      assert.equal(answer.headers.etag, undefined)
      assert.equal(answer.headers['x-powered-by'], undefined)
    }
    assert.equal((await client.get('/own')).headers['x-status'], '202')
    assert.equal((await client.get('/away')).headers['x-status'], '302')
    assert.equal((await client.get('/none')).headers['x-status'], '404')
  },
}
