import assert from 'node:assert/strict'
import timeout from 'connect-timeout'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'connect-timeout',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.get('/slow', timeout(20), (req, _res, next) => {
      req.on('timeout', () => req.emit('given up'))
      req.on('given up', next)
    })
    app.get('/never', timeout('20ms'), () => {})
    app.get('/own', timeout(20, { respond: false }), (req, res) => {
      req.on('timeout', (time) => res.json({ time, timedout: req.timedout }))
    })
    app.get('/fast', timeout('10s'), (req, res) => {
      req.clearTimeout()
      res.json({ timedout: req.timedout })
    })
    app.use((error, _req, res, _next) => {
      if (res.headersSent) return
      res.statusCode = error.status
      res.json({ code: error.code, timeout: error.timeout })
    })
    return app
  },

  async visit(client) {
    const never = await client.get('/never')
    assert.equal(never.status, 503)
    assert.deepEqual(never.json, { code: 'ETIMEDOUT', timeout: 20 })
    assert.deepEqual((await client.get('/own')).json, { time: 20, timedout: true })
    assert.deepEqual((await client.get('/fast')).json, { timedout: false })
    assert.equal((await client.get('/slow')).status, 503)
  },
}
