import assert from 'node:assert/strict'
import { slowDown } from 'express-slow-down'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-slow-down',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(slowDown({ windowMs: 3_600_000, delayAfter: 1, delayMs: (used) => used * 5 }))
    app.get('/', (req, res) => {
      const { used, delay, remaining } = req.slowDown
      res.json({ used, delay, remaining })
    })
    return app
  },

  async visit(client) {
    assert.deepEqual((await client.get('/')).json, { used: 1, delay: 0, remaining: 0 })
    assert.deepEqual((await client.get('/')).json, { used: 2, delay: 10, remaining: 0 })
  },
}
