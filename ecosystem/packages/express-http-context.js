import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import httpContext from 'express-http-context'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-http-context',
  dialects: ['5.x', '4.x'],
  leftOut: { '3.x': 'The parsers of Express 3 lose the context (W-042).' },

  create(express) {
    const app = express()
    app.use(httpContext.middleware)
    app.use((req, _res, next) => {
      httpContext.set('id', req.headers['x-id'])
      next()
    })
    app.use(express.json())
    app.post('/', async (req, res) => {
      await setTimeout(req.body.wait)
      res.send(httpContext.get('id'))
    })
    return app
  },

  async visit(client) {
    const ask = (id, wait) => client.post('/', { json: { wait }, headers: { 'X-Id': id } })
    const slow = ask('slow', 30)
    const fast = await ask('fast', 1)
    assert.equal(fast.text, 'fast')
    assert.equal((await slow).text, 'slow')
  },
}
