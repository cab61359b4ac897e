// Run by jest, see jest.test.ts.
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs')
const { request } = require('node:http')
const { tmpdir } = require('node:os')
const { join } = require('node:path')

/** One request with Node's client, which the test runner does not replace. */
function ask(port, path, { method = 'GET', type, body } = {}) {
  const headers = type === undefined ? {} : { 'content-type': type, 'content-length': body.length }
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers }, (incoming) => {
      const chunks = []
      incoming.on('data', (chunk) => chunks.push(chunk))
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode, text: Buffer.concat(chunks).toString() }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

describe.each(['webapp/v5', 'webapp/v4', 'webapp/v3'])('%s', (name) => {
  const webapp = require(name)
  let folder
  let app
  let port

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'webapp-jest-'))
    writeFileSync(join(folder, 'small.txt'), 'small')
    writeFileSync(join(folder, 'large.txt'), 'x'.repeat(300_000))
    app = webapp()
    app.set('env', 'test')
    app.use(webapp.json())
    app.use(webapp.urlencoded({ extended: false }))
    if (webapp.raw) app.use(webapp.raw()).use(webapp.text())
    app.use('/files', webapp.static(folder))
    app.get('/', (_req, res) => res.send('text'))
    app.get('/json', (_req, res) => res.json({ a: [1, null] }))
    app.get('/bytes', (_req, res) => res.send(Buffer.from('bytes')))
    app.get('/file', (_req, res) => res.download(join(folder, 'large.txt')))
    app.get('/throw', () => {
      throw new Error('thrown')
    })
    app.get('/stream', (_req, res) => {
      res.write('first ')
      res.end('second')
    })
    app.post('/', (req, res) => res.send(req.body))
    app.get('/redirect', (_req, res) => res.redirect('/elsewhere'))
    const server = await new Promise((resolve) => {
      const started = app.listen(0, '127.0.0.1', () => resolve(started))
    })
    port = server.address().port
  })

  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  it.each([
    ['/', 200, 'text'],
    ['/json', 200, '{"a":[1,null]}'],
    ['/bytes', 200, 'bytes'],
    ['/stream', 200, 'first second'],
    ['/files/small.txt', 200, 'small'],
    ['/files/large.txt', 200, 'x'.repeat(300_000)],
    ['/file', 200, 'x'.repeat(300_000)],
    ['/redirect', 302, '/elsewhere'],
    ['/throw', 500, 'thrown'],
    ['/nothing', 404, 'Cannot GET /nothing'],
  ])('responds to GET %s', async (path, status, text) => {
    const answer = await ask(port, path)
    expect(answer.text).toContain(text)
    expect(answer.status).toBe(status)
  })

  const formats = [
    ['application/json', '{"a":"1"}', '{"a":"1"}'],
    ['application/x-www-form-urlencoded', 'a=1', '{"a":"1"}'],
    ...(webapp.raw ? [['application/octet-stream', 'bytes', 'bytes']] : []),
    ...(webapp.text ? [['text/plain', 'text', 'text']] : []),
  ]
  it.each(formats)('parses %s', async (type, body, text) => {
    expect(await ask(port, '/', { method: 'POST', type, body })).toEqual({ status: 200, text })
  })

  it('rejects a body that is not JSON', async () => {
    const { status } = await ask(port, '/', { method: 'POST', type: 'application/json', body: '{' })
    expect(status).toBe(400)
  })

  it('responds to a request in memory', async () => {
    const answer = await app.inject({ method: 'POST', url: '/', body: { a: '1' } })
    expect(answer.json()).toEqual({ a: '1' })
  })
})
