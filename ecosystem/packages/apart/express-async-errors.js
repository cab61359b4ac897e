import assert from 'node:assert/strict'
import 'express-async-errors'

/**
 * It patches the layers of an installed express 4. Rejections reach error handlers on ours without
 * it, so that it has nothing to do there and must do no harm.
 *
 * @type {import('../../harness/package-case.ts').PackageCase}
 */
export default {
  name: 'express-async-errors',
  dialects: ['4.x'],
  leftOut: { '5.x': 'Express 5 has this feature built in.' },

  create(express) {
    const app = express()
    const router = express.Router()
    router.get('/rejects', async () => {
      throw new Error('later')
    })
    app.get('/works', async (_req, res) => res.send('works'))
    app.use('/below', router)
    app.use(async (_req, _res, next) => next())
    app.use((error, _req, res, _next) => res.status(503).json({ message: error.message }))
    return app
  },

  async visit(client) {
    assert.equal((await client.get('/works')).text, 'works')
    const failed = await client.get('/below/rejects')
    assert.equal(failed.status, 503)
    assert.deepEqual(failed.json, { message: 'later' })
  },
}
