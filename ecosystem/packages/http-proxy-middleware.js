import assert from 'node:assert/strict'
import http from 'node:http'
import { createProxyMiddleware, fixRequestBody, responseInterceptor } from 'http-proxy-middleware'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'http-proxy-middleware',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/127\.0\.0\.1:\d+/g],

  async create(express) {
    const target = await startBackend()
    const app = express()
    const proxy = (options) => createProxyMiddleware({ target, changeOrigin: true, ...options })
    app.use('/api', proxy({ pathRewrite: { '^/old': '/new' } }))
    const shout = responseInterceptor(async (bytes) => bytes.toString().toUpperCase())
    app.use('/loud', proxy({ selfHandleResponse: true, on: { proxyRes: shout } }))
    app.use('/parsed', express.json())
    app.use('/parsed', proxy({ on: { proxyReq: fixRequestBody } }))
    app.use('/down', proxy({ target: 'http://127.0.0.1:1' }))
    app.use(proxy({ pathFilter: '/filtered/**' }))
    app.get('/own', (_req, res) => res.send('own'))
    return app
  },

  async visit(client) {
    assert.equal((await client.get('/api/old/x?y=1')).text, 'GET /new/x?y=1 ')
    assert.equal((await client.post('/api/z', { body: 'streamed' })).text, 'POST /z streamed')
    assert.equal((await client.get('/loud/x')).text, 'GET /X ')
    assert.equal((await client.post('/parsed', { json: { a: 1 } })).text, 'POST / {"a":1}')
    assert.equal((await client.get('/filtered/a')).text, 'GET /filtered/a ')
    assert.equal((await client.get('/own')).text, 'own')
    assert.equal((await client.get('/down')).status, 504)
  },
}

async function startBackend() {
  const backend = http.createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    res.setHeader('X-Backend', 'yes')
    res.end(`${req.method} ${req.url} ${body}`)
  })
  await new Promise((resolve) => backend.listen(0, '127.0.0.1', resolve))
  backend.unref()
  return `http://127.0.0.1:${backend.address().port}`
}
