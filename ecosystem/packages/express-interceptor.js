import assert from 'node:assert/strict'
import interceptor from 'express-interceptor'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-interceptor',
  dialects: ['5.x', '4.x', '3.x'],

  create(express, { note }) {
    const app = express()
    app.use(
      interceptor((_req, res) => ({
        isInterceptable: () => /text\/html/.test(res.get('Content-Type')),
        intercept: (body, send) => send(body.replace('</body>', '<i>added</i></body>')),
        afterSend: (before, after) => note([before.length, after.length]),
      })),
    )
    app.get('/page', (_req, res) => res.send('<body>page</body>'))
    app.get('/parts', (_req, res) => {
      res.type('html')
      res.write('<body>')
      res.end('parts</body>')
    })
    app.get('/data', (_req, res) => res.json({ data: '</body>' }))
    return app
  },

  async visit(client) {
    assert.equal((await client.get('/page')).text, '<body>page<i>added</i></body>')
    assert.equal((await client.get('/parts')).text, '<body>parts<i>added</i></body>')
    assert.deepEqual((await client.get('/data')).json, { data: '</body>' })
  },
}
