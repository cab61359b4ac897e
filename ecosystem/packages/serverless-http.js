import assert from 'node:assert/strict'
import serverless from 'serverless-http'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'serverless-http',
  dialects: ['5.x', '4.x', '3.x'],
  differs: { '3.x': 'directory redirects have the policy of the newer dialects (W-055)' },

  create(express) {
    const app = express()
    app.use(express.json())
    app.get('/items/:id', (req, res) => {
      res.cookie('a', '1')
      res.cookie('b', '2')
      res.json({ id: req.params.id, query: req.query, ip: req.ip, path: req.path })
    })
    app.post('/items', (req, res) => {
      res.status(201)
      res.send(`took ${req.body.name}`)
    })
    app.get('/bytes', (_req, res) => {
      res.type('png')
      res.send(Buffer.from([0, 1, 255]))
    })
    app.get('/away', (_req, res) => res.redirect('/items/1'))
    app.get('/parts', (_req, res) => {
      res.write('a')
      res.end('b')
    })
    app.use('/files', express.static(new URL('../fixtures/site', import.meta.url).pathname))
    app.get('/fails', (_req, _res, next) => next(new Error('gone')))
    app.use((error, _req, res, _next) => {
      res.status(410)
      res.send(error.message)
    })
    return app
  },

  hide: [/W\/\\"[^"]*\\"/g, /\w+, \d+ \w+ \d+ [\d:]+ GMT/g],

  async visit(client, { created, note }) {
    const call = serverless(created, { binary: ['image/png'] })
    const ask = async (httpMethod, path, more = {}) => {
      const requestContext = { identity: { sourceIp: '10.0.0.9' } }
      const answer = await call({ httpMethod, path, headers: {}, requestContext, ...more }, {})
      const { 'x-powered-by': _product, ...headers } = answer.headers
      note({ ...answer, headers, body: answer.body.slice(0, 100) })
      return answer
    }
    const item = await ask('GET', '/items/7', { queryStringParameters: { q: '1' } })
    assert.equal(item.statusCode, 200)
    assert.deepEqual(JSON.parse(item.body).query, { q: '1' })
    assert.equal(item.multiValueHeaders['set-cookie'].length, 2)
    const json = { headers: { 'content-type': 'application/json' }, body: '{"name":"tea"}' }
    const made = await ask('POST', '/items', json)
    assert.deepEqual([made.statusCode, made.body], [201, 'took tea'])
    const bytes = await ask('GET', '/bytes')
    assert.deepEqual([bytes.isBase64Encoded, bytes.body], [true, 'AAH/'])
    assert.equal((await ask('GET', '/away')).headers.location, '/items/1')
    assert.equal((await ask('GET', '/parts')).body, 'ab')
    assert.match((await ask('GET', '/files/long.txt')).body, /^a line/)
    assert.equal((await ask('GET', '/files')).statusCode >= 301, true)
    assert.equal((await ask('GET', '/fails')).statusCode, 410)
    assert.equal((await ask('GET', '/none')).statusCode, 404)
    assert.equal((await client.get('/away')).status, 302)
  },
}
