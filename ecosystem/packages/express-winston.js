import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import expressWinston from 'express-winston'
import winston from 'winston'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-winston',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/"responseTime":\d+/g, /"(date|os|process|stack|trace)":.*/g, / \d+ms/g],

  create(express, { note }) {
    const stream = new Writable({
      write(line, _encoding, done) {
        note(JSON.parse(line))
        done()
      },
    })
    const transports = [new winston.transports.Stream({ stream })]
    const format = winston.format.json()
    const app = express()
    app.use(express.json())
    app.use(
      expressWinston.logger({
        transports,
        format,
        requestWhitelist: ['url', 'method', 'originalUrl', 'query', 'body'],
        responseWhitelist: ['statusCode', 'body'],
        dynamicMeta: (req, res) => ({ route: req.route?.path, sent: res.headersSent }),
      }),
    )
    app.get('/items/:id', (req, res) => res.json({ id: req.params.id }))
    app.post('/items', (_req, res) => res.send('made'))
    app.get('/fails', () => {
      throw new Error('on purpose')
    })
    app.use(expressWinston.errorLogger({ transports, format }))
    app.use((_error, _req, res, _next) => {
      res.statusCode = 500
      res.end('failed')
    })
    return app
  },

  async visit(client, { notes }) {
    await client.get('/items/7?deep=yes')
    await client.post('/items', { json: { name: 'tea' } })
    await client.get('/fails')
    const [got, made, failed] = notes
    assert.deepEqual(got.meta.res, { statusCode: 200, body: { id: '7' } })
    assert.deepEqual(got.meta.req.query, { deep: 'yes' })
    assert.equal(got.meta.route, '/items/:id')
    assert.deepEqual(made.meta.req.body, { name: 'tea' })
    assert.match(failed.meta.message, /on purpose/)
  },
}
