import assert from 'node:assert/strict'
import apicache from 'apicache'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'apicache',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/max-age=\d+/g, /^\d+\.\d{3}$/, /^\d{13}$/, /"(apicache-timestamp|timestamp)":[^,}]*/g],

  create(express) {
    const cache = apicache.newInstance({ headers: { 'cache-control': 'no-cache' } })
    const app = express()
    let count = 0
    app.get('/json', cache.middleware('5 minutes'), (_req, res) => {
      res.status(201)
      res.json({ count: ++count })
    })
    app.get('/text', cache.middleware('5 minutes'), (req, res) => {
      req.apicacheGroup = 'texts'
      res.set('X-Own', 'kept')
      res.send(`text ${++count}`)
    })
    app.get('/parts', cache.middleware('5 minutes'), (_req, res) => {
      res.write('a')
      res.write('b')
      res.end(String(++count))
    })
    app.get(
      '/only',
      cache.middleware('5 minutes', (_req, res) => res.statusCode === 200),
      (_req, res) => {
        res.status(++count > 0 ? 404 : 200)
        res.send(String(count))
      },
    )
    app.get('/clear', (_req, res) => res.json(cache.clear('texts')))
    return app
  },

  async visit(client) {
    for (const path of ['/json', '/text', '/parts']) {
      const first = await client.get(path)
      const second = await client.get(path)
      assert.equal(second.text, first.text)
      assert.equal(second.status, first.status)
      assert.equal(second.headers['apicache-store'] ?? 'memory', 'memory')
    }
    assert.notEqual((await client.get('/only')).text, (await client.get('/only')).text)
    const known = (await client.get('/text')).headers.etag
    assert.equal((await client.get('/text', { headers: { 'If-None-Match': known } })).status, 304)
    await client.get('/clear')
    assert.notEqual((await client.get('/text')).text, 'text 2')
  },
}
