import assert from 'node:assert/strict'
import { createHttpTerminator } from 'http-terminator'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'http-terminator',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.get('/slow', (_req, res) => setTimeout(() => res.send('slow'), 50))
    app.get('/ends', (_req, res) => res.send('ends'))
    return app
  },

  async visit(client, { server, note }) {
    const terminator = createHttpTerminator({ server, gracefulTerminationTimeout: 2000 })
    assert.equal((await client.get('/ends')).text, 'ends')
    const waiting = client.get('/slow')
    await new Promise((resolve) => server.once('request', resolve))
    await terminator.terminate()
    const slow = await waiting
    assert.equal(slow.text, 'slow')
    assert.equal(slow.headers.connection, 'close')
    note({ listening: server.listening })
    assert.equal(server.listening, false)
  },
}
