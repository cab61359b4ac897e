import assert from 'node:assert/strict'
import rTracer from 'cls-rtracer'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'cls-rtracer',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(rTracer.expressMiddleware({ useHeader: true, echoHeader: true }))
    app.use(express.json())
    app.post('/', (_req, res) => setImmediate(() => res.send(rTracer.id())))
    return app
  },

  async visit(client) {
    const ask = (id) => client.post('/', { json: {}, headers: { 'X-Request-Id': id } })
    const answer = await ask('one')
    assert.deepEqual([answer.text, answer.headers['x-request-id']], ['one', 'one'])
    assert.equal((await ask('two')).text, 'two')
  },
}
