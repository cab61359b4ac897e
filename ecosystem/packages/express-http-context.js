import assert from 'node:assert/strict'
import { once } from 'node:events'
import httpContext from 'express-http-context'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-http-context',
  dialects: ['5.x', '4.x'],
  leftOut: { '3.x': 'The parsers of Express 3 lose the async context (W-042).' },

  create(express) {
    const app = express()
    app.use(httpContext.middleware)
    app.use((req, _res, next) => {
      httpContext.set('id', req.headers['x-id'])
      next()
    })
    app.use(express.json())
    app.post('/first', async (_req, res) => {
      app.emit('waiting')
      await once(app, 'go on')
      res.send(httpContext.get('id'))
    })
    app.post('/second', (_req, res) => {
      res.on('finish', () => app.emit('go on'))
      res.send(httpContext.get('id'))
    })
    return app
  },

  // The second request is answered while the first one waits.
  async visit(client, { created }) {
    const ask = (path, id) => client.post(path, { json: {}, headers: { 'X-Id': id } })
    const waiting = once(created, 'waiting')
    const first = ask('/first', 'one')
    await waiting
    assert.equal((await ask('/second', 'two')).text, 'two')
    assert.equal((await first).text, 'one')
  },
}
