import assert from 'node:assert/strict'
import http from 'node:http'
import proxy from 'express-http-proxy'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-http-proxy',
  dialects: ['5.x', '4.x', '3.x'],

  async create(express) {
    const backend = http.createServer(async (req, res) => {
      let body = ''
      for await (const chunk of req) body += chunk
      res.setHeader('Content-Type', 'application/json')
      res.setHeader('Set-Cookie', ['a=1', 'b=2'])
      res.end(JSON.stringify({ method: req.method, url: req.url, body }))
    })
    await new Promise((resolve) => backend.listen(0, '127.0.0.1', resolve))
    backend.unref()
    const target = `127.0.0.1:${backend.address().port}`
    const app = express()
    app.use('/plain', proxy(target))
    app.use('/parsed', express.json())
    app.use('/parsed', proxy(target, { proxyReqPathResolver: (req) => `/moved${req.url}` }))
    app.use(
      '/changed',
      proxy(target, {
        filter: (req) => req.method === 'GET',
        userResDecorator: (_answer, data) => JSON.stringify({ ...JSON.parse(data), more: true }),
      }),
    )
    return app
  },

  async visit(client) {
    assert.deepEqual((await client.post('/plain/x?y=1', { body: 'text' })).json, {
      method: 'POST',
      url: '/x?y=1',
      body: 'text',
    })
    const parsed = await client.post('/parsed/x', { json: { a: 1 } })
    assert.deepEqual(parsed.json, { method: 'POST', url: '/moved/x', body: '{"a":1}' })
    assert.equal(parsed.cookies.length, 2)
    assert.equal((await client.get('/changed/x')).json.more, true)
    assert.equal((await client.post('/changed/x')).status, 404)
  },
}
