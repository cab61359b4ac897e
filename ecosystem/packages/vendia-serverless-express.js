import assert from 'node:assert/strict'
import serverlessExpress from '@vendia/serverless-express'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: '@vendia/serverless-express',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/\w+, \d+ \w+ \d+ [\d:]+ GMT/g],

  create(express) {
    const app = express()
    app.use(express.json())
    app.get('/items/:id', (req, res) => {
      res.cookie('a', '1')
      res.json({ id: req.params.id, query: req.query, ip: req.ip })
    })
    app.post('/items', (req, res) => {
      res.status(201)
      res.send(`took ${req.body.name}`)
    })
    app.get('/parts', (_req, res) => {
      res.write('a')
      res.end('b')
    })
    app.use('/files', express.static(new URL('../fixtures/site', import.meta.url).pathname))
    // The page of Express for what nobody took needs more of a request than this package has.
    app.use((_req, res) => {
      res.status(404)
      res.send('nobody took it')
    })
    return app
  },

  async visit(client, { created, note }) {
    const handler = serverlessExpress({ app: created })
    const ask = async (httpMethod, path, more = {}) => {
      const requestContext = { identity: { sourceIp: '10.0.0.9' } }
      const event = {
        httpMethod,
        path,
        headers: {},
        multiValueHeaders: {},
        requestContext,
        ...more,
      }
      const answer = await handler(event, {})
      const { 'x-powered-by': _product, ...headers } = answer.multiValueHeaders
      note([answer.statusCode, answer.body.slice(0, 50), Object.keys(headers)])
      return answer
    }
    const item = await ask('GET', '/items/7', { multiValueQueryStringParameters: { q: ['1'] } })
    assert.deepEqual(JSON.parse(item.body), { id: '7', query: { q: '1' }, ip: '10.0.0.9' })
    const multiValueHeaders = { 'Content-Type': ['application/json'] }
    const made = await ask('POST', '/items', { multiValueHeaders, body: '{"name":"tea"}' })
    assert.deepEqual([made.statusCode, made.body], [201, 'took tea'])
    assert.equal((await ask('GET', '/parts')).body, 'ab')
    assert.match((await ask('GET', '/files/long.txt')).body, /^a line/)
    assert.equal((await ask('GET', '/none')).statusCode, 404)
    assert.equal((await client.get('/parts')).text, 'ab')
  },
}
