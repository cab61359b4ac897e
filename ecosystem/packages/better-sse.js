import assert from 'node:assert/strict'
import { createSession } from 'better-sse'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'better-sse',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/id:[\w-]{36}/g],

  create(express) {
    const app = express()
    app.get('/events', async (req, res) => {
      const session = await createSession(req, res, { keepAlive: null })
      session.push('hello', 'greeting')
      session.push({ n: 1 })
      setTimeout(() => res.end(), 20)
    })
    return app
  },

  async visit(client) {
    const stream = await client.get('/events', { headers: { Accept: 'text/event-stream' } })
    assert.equal(stream.headers['content-type'], 'text/event-stream')
    assert.match(stream.text, /event:greeting\n/)
    assert.match(stream.text, /data:{"n":1}\n\n/)
  },
}
