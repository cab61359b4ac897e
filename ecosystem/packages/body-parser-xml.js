import assert from 'node:assert/strict'
import bodyParser from 'body-parser'
import addXml from 'body-parser-xml'

addXml(bodyParser)

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'body-parser-xml',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(bodyParser.xml({ limit: '1kb', xmlParseOptions: { explicitArray: false } }))
    app.post('/', (req, res) => res.json({ body: req.body }))
    return app
  },

  async visit(client) {
    const xml = (body) => ({ body, headers: { 'Content-Type': 'application/xml' } })
    assert.deepEqual((await client.post('/', xml('<a><b>1</b></a>'))).json.body, { a: { b: '1' } })
    assert.equal((await client.post('/', xml('<a><b></a>'))).status, 400)
    assert.equal((await client.post('/', xml(`<a>${'x'.repeat(2000)}</a>`))).status, 413)
  },
}
