const assert = require('node:assert/strict')
const { join } = require('node:path')
const { Worker } = require('node:worker_threads')
const { api, contract, file, form, route } = require('webapp/contract')
const { events } = require('webapp/sse')
const { ALL, own } = require('./check.cjs')
const { callAll, EXPECTED } = require('./typed-client-calls.cjs')

/** A set of routes of every kind, and its URL. */
function serve(t) {
  const routes = api(
    route('GET', '/notes/:id', (req, res) => res.json({ id: req.params.id, query: req.url })),
    route('POST', '/notes', (req, res) => {
      res.statusCode = 201
      res.json(req.body)
    }),
    route('PUT', '/photo', contract({ body: form({ photo: file() }) }), (req, res) => {
      res.json({ size: req.body.photo.size })
    }),
    route('GET', '/events', (req, res) => {
      const stream = events(req, res)
      stream.send({ event: 'first', data: 'ä' })
      stream.send({ event: 'last', data: { a: 1 } })
    }),
  )
  t.app.use(t.webapp.json())
  t.app.use('/api', routes)
  return t.url('/api')
}

module.exports = [
  own('webapp/client sends JSON, forms with files, and reads events', ALL, async (t) => {
    const { client } = await import('webapp/client')
    assert.deepEqual(await callAll(client, await serve(t)), EXPECTED)
  }),

  own('webapp/client in a worker', ALL, async (t) => {
    const workerData = await serve(t)
    const worker = new Worker(join(__dirname, 'typed-client-worker.cjs'), { workerData })
    const seen = await new Promise((resolve, reject) => {
      worker.once('message', resolve).once('error', reject)
    })
    await worker.terminate()
    assert.deepEqual(seen, EXPECTED)
  }),
]
