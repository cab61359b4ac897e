import assert from 'node:assert/strict'
import morgan from 'morgan'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'morgan',
  dialects: ['5.x', '4.x', '3.x'],

  create(express, { note }) {
    const app = express()
    const stream = { write: (line) => note(line) }
    morgan.token('id', (req) => req.headers['x-id'])
    app.use(morgan(':id :method :url :status :res[content-length] :http-version', { stream }))
    app.use(morgan('combined', { stream, skip: (_req, res) => res.statusCode < 400 }))
    app.get('/page', (_req, res) => res.send('page'))
    app.use('/mounted', (req, res) => res.send(req.url))
    app.get('/fails', (_req, _res, next) => next(new Error('on purpose')))
    app.use((error, _req, res, _next) => {
      res.statusCode = 500
      res.send(error.message)
    })
    return app
  },

  hide: [/\[\d+\/\w+\/\d+:.*?\]/g],

  async visit(client, { notes }) {
    await client.get('/page?q=1', { headers: { 'X-Id': 'seven' } })
    await client.get('/mounted/below')
    await client.get('/fails', { headers: { 'User-Agent': 'tests' } })
    await client.post('/missing')
    assert.equal(notes[0], 'seven GET /page?q=1 200 4 1.1\n')
    assert.equal(notes[1], '- GET /mounted/below 200 6 1.1\n')
    assert.match(notes[2], /^- GET \/fails 500 10 /)
    assert.match(notes[3], /"GET \/fails HTTP\/1\.1" 500 \d+ "-" "tests"\n$/)
    assert.equal(notes.length, 6)
  },
}
