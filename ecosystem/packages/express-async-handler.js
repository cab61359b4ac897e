import assert from 'node:assert/strict'
import asyncHandler from 'express-async-handler'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-async-handler',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    const later = (value) => new Promise((resolve) => setImmediate(resolve, value))
    app.get(
      '/works',
      asyncHandler(async (_req, res) => res.send(await later('works'))),
    )
    app.get(
      '/fails',
      asyncHandler(async () => {
        await later()
        throw new Error('later')
      }),
    )
    app.use(
      asyncHandler(async (error, _req, res, _next) => {
        res.statusCode = 503
        res.send(await later(error.message))
      }),
    )
    app.use((error, _req, res, _next) => {
      res.statusCode = 500
      res.send(`at last: ${error.message}`)
    })
    return app
  },

  async visit(client) {
    assert.equal((await client.get('/works')).text, 'works')
    // It hides the number of parameters, so that its error handlers are none.
    assert.equal((await client.get('/fails')).text, 'at last: later')
  },
}
