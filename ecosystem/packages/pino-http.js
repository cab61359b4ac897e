import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import pinoHttp from 'pino-http'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'pino-http',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/"remotePort":\d+/g],

  create(express, { note }) {
    const app = express()
    const stream = new Writable({
      write(line, _encoding, done) {
        const { level, msg, req, res, err, note: own } = JSON.parse(line)
        note({ level, msg, own, req, status: res?.statusCode, error: err?.message })
        app.emit('logged')
        done()
      },
    })
    let count = 0
    app.use(pinoHttp({ genReqId: () => ++count, redact: ['req.headers.authorization'] }, stream))
    app.get('/page/:id', (req, res) => {
      req.log.info({ note: req.params.id }, 'inside')
      res.send('page')
    })
    app.get('/fails', (_req, _res, next) => next(new Error('on purpose')))
    app.use((error, _req, res, _next) => {
      res.err = error
      res.statusCode = 500
      res.send('failed')
    })
    return app
  },

  async visit(client, { notes, created }) {
    const logged = async (count) => {
      while (notes.length < count) await once(created, 'logged')
      return notes[count - 1]
    }
    await client.get('/page/7?q=1', { headers: { Authorization: 'secret' } })
    assert.equal((await logged(1)).own, '7')
    const done = await logged(2)
    assert.equal(done.msg, 'request completed')
    assert.equal(done.req.headers.authorization, '[Redacted]')
    assert.equal(done.req.url, '/page/7?q=1')
    await client.get('/fails')
    assert.deepEqual((await logged(3)).error, 'on purpose')
  },
}
