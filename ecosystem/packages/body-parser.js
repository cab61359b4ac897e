import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import bodyParser from 'body-parser'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'body-parser',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(bodyParser.json({ limit: '1kb' }))
    app.use(bodyParser.urlencoded({ extended: true }))
    app.use(bodyParser.text({ type: 'text/*' }))
    app.use(bodyParser.raw({ type: 'application/octet-stream' }))
    app.post('/', (req, res) => res.json({ kind: typeof req.body, body: req.body }))
    // An error handler is known by its four parameters.
    app.use((error, _req, res, _next) => {
      res.statusCode = error.status
      res.json({ type: error.type, message: error.message })
    })
    return app
  },

  async visit(client) {
    const echo = async (options) => (await client.post('/', options)).json
    assert.deepEqual((await echo({ json: { a: [1] } })).body, { a: [1] })
    assert.deepEqual((await echo({ form: { 'a[b]': '1' } })).body, { a: { b: '1' } })
    const text = { headers: { 'Content-Type': 'text/css' }, body: 'p {}' }
    assert.equal((await echo(text)).body, 'p {}')
    const raw = { headers: { 'Content-Type': 'application/octet-stream' }, body: 'raw' }
    assert.equal((await echo(raw)).body.type, 'Buffer')
    const json = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
    assert.deepEqual((await echo({ headers: json, body: gzipSync('{"z":1}') })).body, { z: 1 })
    const broken = { headers: { 'Content-Type': 'application/json' }, body: '{"a":' }
    assert.equal((await echo(broken)).type, 'entity.parse.failed')
    assert.equal((await echo({ json: 'x'.repeat(2000) })).type, 'entity.too.large')
  },
}
