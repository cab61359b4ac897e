import assert from 'node:assert/strict'
import http from 'node:http'
import { createTerminus } from '@godaddy/terminus'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: '@godaddy/terminus',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.get('/page', (_req, res) => res.send('page'))
    const server = http.createServer(app)
    const healthChecks = {
      '/healthy': async () => ({ ok: true }),
      '/sick': async () => {
        throw new Error('sick')
      },
    }
    return createTerminus(server, { healthChecks, signals: [], useExit0: true, logger: () => {} })
  },

  async visit(client) {
    assert.equal((await client.get('/page')).text, 'page')
    assert.deepEqual((await client.get('/healthy')).json, {
      status: 'ok',
      info: { ok: true },
      details: { ok: true },
    })
    assert.equal((await client.get('/sick')).status, 503)
  },
}
