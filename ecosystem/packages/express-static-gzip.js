import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import staticGzip from 'express-static-gzip'

const root = fileURLToPath(new URL('../fixtures/gzip', import.meta.url))

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-static-gzip',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/W\/"[^"]*"/g, /\w+, \d+ \w+ \d+ [\d:]+ GMT/g],

  create(express) {
    const app = express()
    app.use('/files', staticGzip(root, { enableBrotli: true, orderPreference: ['br'] }))
    return app
  },

  async visit(client) {
    const asking = (coding) =>
      client.get('/files/page.js', { headers: { 'Accept-Encoding': coding } })
    for (const coding of ['gzip', 'br', 'identity']) {
      const file = await asking(coding)
      assert.equal(file.headers['content-encoding'] ?? 'identity', coding)
      assert.match(file.headers['content-type'], /javascript/)
      assert.equal(file.text, 'console.log(1)\n')
    }
    assert.equal((await client.get('/files/none.js')).status, 404)
  },
}
