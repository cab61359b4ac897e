import assert from 'node:assert/strict'
import onFinished from 'on-finished'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'on-finished',
  dialects: ['5.x', '4.x', '3.x'],

  create(express, { note }) {
    const app = express()
    app.use((req, res, next) => {
      onFinished(req, (error) => note(['request', req.url, error?.code]))
      onFinished(res, (error) => note(['response', res.statusCode, error?.code]))
      note(['before', onFinished.isFinished(res)])
      next()
    })
    app.get('/sent', (_req, res) => res.send('sent'))
    app.post('/read', express.json(), (req, res) => res.json(req.body))
    app.get('/file', (_req, res) => {
      const path = new URL('../fixtures/site/long.txt', import.meta.url).pathname
      if (res.sendFile) res.sendFile(path)
      else res.sendfile(path)
    })
    return app
  },

  async visit(client, { notes }) {
    await client.get('/sent')
    await client.post('/read', { json: { a: 1 } })
    await client.get('/file')
    await client.get('/none')
    const ofResponses = notes.filter(([kind]) => kind === 'response')
    assert.deepEqual(
      ofResponses.map(([, status]) => status),
      [200, 200, 200, 404],
    )
    assert.equal(notes.length, 12)
  },
}
