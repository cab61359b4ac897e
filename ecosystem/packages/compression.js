import assert from 'node:assert/strict'
import compression from 'compression'

const long = 'all work and no play '.repeat(200)

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'compression',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(compression({ threshold: '1kb' }))
    app.get('/short', (_req, res) => res.send('short'))
    app.get('/long', (_req, res) => res.send(long))
    app.get('/json', (_req, res) => res.json({ long }))
    app.get('/parts', (_req, res) => {
      res.type('text/plain')
      res.write('first ')
      res.flush()
      res.end(long)
    })
    app.get('/image', (_req, res) => {
      res.type('png')
      res.send(Buffer.alloc(4096))
    })
    app.use('/files', express.static(new URL('../fixtures/site', import.meta.url).pathname))
    return app
  },

  async visit(client) {
    const asking = (coding) => ({ headers: { 'Accept-Encoding': coding } })
    const page = await client.get('/long', asking('gzip'))
    assert.equal(page.headers['content-encoding'], 'gzip')
    assert.equal(page.headers.vary, 'Accept-Encoding')
    assert.equal(page.text, long)
    const json = await client.get('/json', asking('br'))
    assert.equal(json.headers['content-encoding'], 'br')
    assert.equal(json.json.long, long)
    assert.equal((await client.get('/parts', asking('deflate'))).text, `first ${long}`)
    const file = await client.get('/files/long.txt', asking('gzip'))
    assert.equal(file.headers['content-encoding'], 'gzip')
    assert.match(file.text, /^a line of text/)
    for (const path of ['/short', '/image']) {
      const plain = await client.get(path, asking('gzip'))
      assert.equal(plain.headers['content-encoding'], undefined)
    }
    assert.equal((await client.get('/long')).headers['content-encoding'], undefined)
    assert.equal((await client.request('HEAD', '/long', asking('gzip'))).text, '')
  },
}
