import assert from 'node:assert/strict'
import statusMonitor from 'express-status-monitor'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-status-monitor',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/<div class=.*/gs],

  create(express) {
    const app = express()
    const spans = [{ interval: 1, retention: 60 }]
    app.use(statusMonitor({ path: '/status', title: 'How it goes', spans }))
    app.get('/page', (_req, res) => res.send('page'))
    return app
  },

  async visit(client) {
    assert.equal((await client.get('/page')).text, 'page')
    const page = await client.get('/status')
    assert.match(page.text, /<title>How it goes<\/title>/)
  },
}
