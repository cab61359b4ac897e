import assert from 'node:assert/strict'
import { RateLimiterMemory } from 'rate-limiter-flexible'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'rate-limiter-flexible',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    const limiter = new RateLimiterMemory({ points: 2, duration: 3600 })
    app.use((req, res, next) => {
      limiter.consume(req.ip).then(
        ({ remainingPoints }) => {
          res.set('X-Remaining', String(remainingPoints))
          next()
        },
        () => {
          res.status(429)
          res.send('too many')
        },
      )
    })
    app.get('/', (_req, res) => res.send('page'))
    return app
  },

  async visit(client) {
    assert.equal((await client.get('/')).headers['x-remaining'], '1')
    assert.equal((await client.get('/')).headers['x-remaining'], '0')
    assert.equal((await client.get('/')).status, 429)
  },
}
