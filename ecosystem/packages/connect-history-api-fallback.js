import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import history from 'connect-history-api-fallback'

const root = fileURLToPath(new URL('../fixtures/site', import.meta.url))

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'connect-history-api-fallback',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    const to = ({ match }) => `/docs/${match[1]}.txt`
    app.use(history({ rewrites: [{ from: /^\/read\/(\w+)$/, to }] }))
    app.use(express.static(root))
    app.get('/data', (_req, res) => res.json({ data: true }))
    return app
  },

  async visit(client) {
    const page = { headers: { Accept: 'text/html' } }
    assert.match((await client.get('/deep/link', page)).text, /<h1>home/)
    assert.equal((await client.get('/read/first', page)).text, 'first\n')
    assert.equal((await client.get('/deep/link.js', page)).status, 404)
    assert.deepEqual((await client.get('/data', { headers: { Accept: '*/json' } })).json, {
      data: true,
    })
  },
}
