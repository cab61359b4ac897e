const assert = require('node:assert/strict')
const { ALL, NESTING, check } = require('./check.cjs')

module.exports = [
  check('text is sent with type, length and ETag', ALL, async (t) => {
    t.app.get('/', (_req, res) => res.send('größe'))
    const { status, headers, text } = await t.request('/')
    assert.deepEqual([status, text], [200, 'größe'])
    assert.equal(headers['content-length'], '7')
    assert.match(headers['content-type'], /^text\/html; charset=utf-8$/i)
    assert.ok(headers['x-powered-by'])
    assert.ok(headers.date)
  }),

  check('headers of a handler are sent beside those of webapp', ALL, async (t) => {
    t.app.get('/', (_req, res) => {
      res.set('X-Own', 'one')
      res.setHeader('X-List', ['a', 'b'])
      res.type('text').send('x')
    })
    const { headers } = await t.request('/')
    assert.equal(headers['x-own'], 'one')
    assert.equal(headers['x-list'].replace('\n', ', '), 'a, b')
    assert.match(headers['content-type'], /^text\/plain; charset=utf-8$/i)
  }),

  check('JSON', ALL, async (t) => {
    t.app.get('/', (_req, res) => res.json({ a: [1, null, 'é'] }))
    const answer = await t.request('/')
    assert.deepEqual(answer.json(), { a: [1, null, 'é'] })
    assert.match(answer.headers['content-type'], /^application\/json; charset=utf-8$/i)
  }),

  check('JSONP', ALL, async (t) => {
    t.app.get('/', (_req, res) => res.jsonp({ a: 1 }))
    const answer = await t.request('/?callback=go')
    assert.match(answer.text, /typeof go === 'function' && go\(\{"a":1\}\);$/)
  }),

  check('bytes', ALL, async (t) => {
    t.app.get('/', (_req, res) => res.send(Buffer.from([0, 200, 255])))
    const answer = await t.request('/')
    assert.equal(answer.body.toString('hex'), '00c8ff')
    assert.equal(answer.headers['content-type'], 'application/octet-stream')
  }),

  check('a response that the client already has becomes 304', ALL, async (t) => {
    // 3.x tags only what is worth it.
    t.app.get('/', (_req, res) => res.send('same '.repeat(500)))
    const { headers } = await t.request('/')
    const answer = await t.request('/', { headers: { 'If-None-Match': headers.etag } })
    assert.equal(answer.status, 304)
    assert.equal(answer.body.length, 0)
  }),

  check('a status without a body', ALL, async (t) => {
    t.app.get('/', (_req, res) => res.status(204).end())
    const answer = await t.request('/')
    assert.equal(answer.status, 204)
    assert.equal(answer.headers['content-length'], undefined)
    assert.equal(answer.headers['transfer-encoding'], undefined)
  }),

  check('a status by its name', NESTING, async (t) => {
    t.app.get('/', (_req, res) => res.sendStatus(402))
    const answer = await t.request('/')
    assert.deepEqual([answer.status, answer.text], [402, 'Payment Required'])
    assert.match(answer.start, /^HTTP\/1\.1 402 Payment Required$/)
  }),

  check('redirects', ALL, async (t) => {
    t.app.get('/', (_req, res) => res.redirect('/to?a=ü'))
    const answer = await t.request('/', { headers: { Accept: 'text/plain' } })
    assert.equal(answer.status, 302)
    assert.match(answer.headers.location, /\/to\?a=/)
    assert.match(answer.text, /redirecting to/i)
  }),

  check('cookies are set and cleared', ALL, async (t) => {
    t.app.get('/', (_req, res) => {
      res.cookie('a', { x: 1 }, { path: '/p', httpOnly: true })
      res.clearCookie('b')
      res.send('x')
    })
    const { headers } = await t.request('/')
    const [set, cleared] = headers['set-cookie'].split('\n')
    assert.equal(set, 'a=j%3A%7B%22x%22%3A1%7D; Path=/p; HttpOnly')
    assert.match(cleared, /^b=; Path=\/; Expires=Thu, 01 Jan 1970/)
  }),

  check('signed cookies come back', ['3.x'], async (t) => {
    t.app.use(t.webapp.cookieParser('secret'))
    t.app.get('/set', (_req, res) => res.cookie('user', 'Ada', { signed: true }).send('set'))
    t.app.get('/get', (req, res) => res.json(req.signedCookies))
    const { headers } = await t.request('/set')
    const [pair] = headers['set-cookie'].split(';')
    const answer = await t.request('/get', { headers: { Cookie: pair } })
    assert.deepEqual(answer.json(), { user: 'Ada' })
  }),

  check('the response depends on Accept', ALL, async (t) => {
    t.app.get('/', (_req, res) =>
      res.format({ html: () => res.send('<p>'), json: () => res.json([]) }),
    )
    const json = await t.request('/', { headers: { Accept: 'application/json' } })
    const html = await t.request('/', { headers: { Accept: 'text/html' } })
    const none = await t.request('/', { headers: { Accept: 'image/png' } })
    assert.deepEqual([json.text, html.text, none.status], ['[]', '<p>', 406])
    assert.equal(json.headers.vary, 'Accept')
  }),

  check('a header with a line break is rejected', ALL, async (t) => {
    t.app.get('/', (_req, res) => res.set('X-Evil', 'a\r\nSet-Cookie: b=c').send('x'))
    const answer = await t.request('/')
    assert.equal(answer.status, 500)
    assert.equal(answer.headers['set-cookie'], undefined)
  }),

  check('the request describes its connection', ALL, async (t) => {
    t.app.get('/', (req, res) => {
      const { ip, protocol, secure, path, query, httpVersion } = req
      res.json({ ip, protocol, secure, path, query, httpVersion })
    })
    const { ip, ...rest } = (await t.request('/?a=1')).json()
    assert.match(ip, /127\.0\.0\.1$/)
    const expected = { protocol: 'http', secure: false, path: '/', httpVersion: '1.1' }
    assert.deepEqual(rest, { ...expected, query: { a: '1' } })
  }),

  check('forwarded headers count if the proxy is trusted', ALL, async (t) => {
    t.app.enable('trust proxy')
    t.app.get('/', (req, res) => res.json({ ip: req.ip, protocol: req.protocol }))
    const headers = { 'X-Forwarded-For': '10.0.0.9, 10.0.0.8', 'X-Forwarded-Proto': 'https' }
    const answer = await t.request('/', { headers })
    assert.deepEqual(answer.json(), { ip: '10.0.0.9', protocol: 'https' })
  }),

  check('fetch gets the same response', ALL, async (t) => {
    t.app.use(t.webapp.json())
    t.app.post('/', (req, res) => res.json({ got: req.body }))
    const answer = await fetch(await t.url('/'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    })
    assert.deepEqual([answer.status, await answer.json()], [200, { got: { a: 1 } }])
  }),
]
