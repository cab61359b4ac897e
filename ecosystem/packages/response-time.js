import assert from 'node:assert/strict'
import responseTime from 'response-time'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'response-time',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/^\d+(\.\d{3})?ms$/],

  create(express, { note }) {
    const app = express()
    app.use(responseTime())
    app.use(responseTime({ header: 'X-Whole', digits: 0 }))
    app.use(responseTime((req, _res, time) => note([req.url, typeof time])))
    app.get('/', (_req, res) => res.json({ ok: true }))
    return app
  },

  async visit(client, { notes }) {
    const answer = await client.get('/')
    assert.match(answer.headers['x-response-time'], /^\d+\.\d{3}ms$/)
    assert.match(answer.headers['x-whole'], /^\d+ms$/)
    assert.match((await client.get('/missing')).headers['x-response-time'], /ms$/)
    assert.deepEqual(notes, [
      ['/', 'number'],
      ['/missing', 'number'],
    ])
  },
}
