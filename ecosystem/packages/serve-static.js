import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import serveStatic from 'serve-static'

const root = fileURLToPath(new URL('../fixtures/site', import.meta.url))

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'serve-static',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/W\/"[^"]*"/g, /\w+, \d+ \w+ \d+ [\d:]+ GMT/g],

  create(express) {
    const app = express()
    const setHeaders = (res, path) => res.setHeader('X-File', path.slice(root.length))
    app.use('/files', serveStatic(root, { maxAge: '1h', extensions: ['txt'], setHeaders }))
    return app
  },

  async visit(client) {
    const file = await client.get('/files/docs/first')
    assert.equal(file.text, 'first\n')
    assert.equal(file.headers['x-file'], '/docs/first.txt')
    assert.equal(file.headers['cache-control'], 'public, max-age=3600')
    assert.equal((await client.get('/files/docs')).headers.location, '/files/docs/')
    const part = await client.get('/files/long.txt', { headers: { Range: 'bytes=2-5' } })
    assert.deepEqual([part.status, part.text], [206, 'line'])
    const known = { headers: { 'If-None-Match': file.headers.etag } }
    assert.equal((await client.get('/files/docs/first.txt', known)).status, 304)
    assert.equal((await client.get('/files/none')).status, 404)
    assert.match((await client.get('/files/')).text, /<h1>home/)
  },
}
